type IsTrimmed = (character: string) => boolean

/** A text without the characters at its end that are of a kind. A pattern such as `/\s+$/` would begin at every one of them anew. */
export function trimEndOf(text: string, isTrimmed: IsTrimmed): string {
  let end = text.length
  while (end > 0 && isTrimmed(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** The same at both ends. */
export function trimBothEndsOf(text: string, isTrimmed: IsTrimmed): string {
  const kept = trimEndOf(text, isTrimmed)
  let start = 0
  while (start < kept.length && isTrimmed(kept[start] ?? '')) start += 1
  return kept.slice(start)
}
