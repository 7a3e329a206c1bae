/** Puts values into the `{places}` of a text. Texts of islands are plain strings, because they travel in the page. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** The text for one or for several. */
export function fillCount(
  texts: { one: string; other: string },
  count: number,
  values: Record<string, string | number> = {},
): string {
  return fillIn(count === 1 ? texts.one : texts.other, { count, ...values })
}

/** Facts of one line, those there are, with a dot between them that never begins a line. */
export const sideBySide = (...facts: (string | null | undefined | false)[]): string =>
  facts.filter(Boolean).join('\u00a0· ')
