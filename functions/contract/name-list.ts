import type { Language } from './field-rules.ts'

const formats = /* @__PURE__ */ new Map<Language, Intl.ListFormat>()

/** Names in a sentence: `Maya`, `Maya and Tom`, `Maya, Tom and Eve`. Canadian English has no comma before the “and”. */
export function nameList(names: readonly string[], language: Language): string {
  // Most lists have one name, and a browser takes long to make its first format.
  if (names.length < 2) return names[0] ?? ''
  const format = formats.get(language) ?? new Intl.ListFormat(`${language}-CA`)
  formats.set(language, format)
  return format.format(names)
}

/** Distinct names in a sentence; null when no name is known. */
export function distinctNameList(names: readonly (string | null)[], language: Language): string | null {
  const distinct = new Set(names.flatMap((name) => name ?? []))
  return distinct.size === 0 ? null : nameList([...distinct], language)
}
