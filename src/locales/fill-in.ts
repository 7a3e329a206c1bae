/**
 * Fills values into the `{placeholders}` of a text. The texts of islands are plain strings, because props are
 * serialised.
 */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** The singular or plural text, with its count filled in. */
export function fillCount(
  texts: { one: string; other: string },
  count: number,
  values: Record<string, string | number> = {},
): string {
  return fillIn(count === 1 ? texts.one : texts.other, { count, ...values })
}

/** Joins the non-empty facts with dots. A line never begins with a dot. */
export const sideBySide = (...facts: (string | null | undefined | false)[]): string =>
  facts.filter(Boolean).join('\u00a0· ')
