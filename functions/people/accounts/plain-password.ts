/** A password with look-alike characters normalised: p@ssw0rd becomes password. */
export function plainPassword(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[@4]/g, 'a')
    .replace(/[0°]/g, 'o')
    .replace(/[1!|]/g, 'i')
    .replace(/[3€]/g, 'e')
    .replace(/[$5]/g, 's')
    .replace(/[7+]/g, 't')
    .replace(/8/g, 'b')
    .replace(/l/g, 'i')
}

/** Packs sorted words into one string, each with the number of characters it shares with the previous one. */
export function packWords(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort()
  return sorted
    .map((word, index) => {
      const shared = sharedLength(sorted[index - 1] ?? '', word)
      return String.fromCharCode(firstCode + shared) + word.slice(shared)
    })
    .join(' ')
}

export function unpackWords(packed: string): Set<string> {
  const words = new Set<string>()
  let before = ''
  for (const part of packed.split(' ')) {
    before = before.slice(0, part.charCodeAt(0) - firstCode) + part.slice(1)
    words.add(before)
  }
  return words
}

const firstCode = 48

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
