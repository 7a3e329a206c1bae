/** A text without case, accents and outer spaces, for comparisons. */
export const plainWord = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The key that a text stands for: `Day Camp #1` is `day-camp-1`; empty if it has no letter or digit. */
export const keyFrom = (text: string): string =>
  plainWord(text)
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 63)
    .replace(/-$/, '')

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
