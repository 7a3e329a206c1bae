/** True when every word of the search begins a word of the texts, whatever their case and accents. */
export function matchesSearch(search: string, texts: (string | null)[]): boolean {
  const words = wordsOf(texts.filter((text) => text !== null).join(' '))
  return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '')
}
