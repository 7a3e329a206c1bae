import type { Language } from './field-rules.ts'

const formats = /* @__PURE__ */ new Map<Language, Intl.ListFormat>()

/** Names as a sentence lists them: `Maya`, `Maya and Tom`, `Maya, Tom and Eve`. Canadian English puts no comma before the “and”. */
export function nameList(names: readonly string[], language: Language): string {
  const format = formats.get(language) ?? new Intl.ListFormat(`${language}-CA`)
  formats.set(language, format)
  return format.format(names)
}

/** The same of people who come more than once, each name once; null where no name is known. */
export function distinctNameList(names: readonly (string | null)[], language: Language): string | null {
  const distinct = new Set(names.flatMap((name) => name ?? []))
  return distinct.size === 0 ? null : nameList([...distinct], language)
}
