/** The parts of a cell that lists several things, separated by semicolons, bars or lines. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const maxListed = 12
/** The first of several choices, for a message. */
export const listed = (words: readonly string[]): string =>
  words.length > maxListed ? `${words.slice(0, maxListed).join(', ')} …` : words.join(', ')
