type IsTrimmed = (character: string) => boolean

/**
 * Removes characters of a kind at the end of a text. A pattern such as `/\s+$/` would start at each such character, in
 * quadratic time.
 */
export function trimEndOf(text: string, isTrimmed: IsTrimmed): string {
  let end = text.length
  while (end > 0 && isTrimmed(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Removes characters of a kind at both ends of a text. */
export function trimBothEndsOf(text: string, isTrimmed: IsTrimmed): string {
  const kept = trimEndOf(text, isTrimmed)
  let start = 0
  while (start < kept.length && isTrimmed(kept[start] ?? '')) start += 1
  return kept.slice(start)
}
