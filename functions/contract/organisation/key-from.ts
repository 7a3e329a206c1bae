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
