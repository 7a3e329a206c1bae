import { languages } from '../../../contract/field-rules.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { RowsOf } from '../../../platform/database/read-together.ts'
import type { ImportedEvent } from './group-rows.ts'
import type { ImportLists, NamedItems } from './import-fields.ts'
import type { importReads } from './import-file-rows.ts'
import { plainWord } from '../../../contract/organisation/written-words.ts'

type Named = { key: string; name: string; translations: Translations }

/** What cells may name, by key or by name in any language; of two items with one name, the first. */
export const listsOf = (reads: RowsOf<ReturnType<typeof importReads>>): ImportLists => ({
  venues: itemsOf(reads.venues),
  waivers: itemsOf(reads.waivers),
  questions: itemsOf(reads.questions),
  products: itemsOf(reads.products),
  session_packages: itemsOf(reads.session_packages),
  membership_packages: itemsOf(reads.membership_packages),
})

function itemsOf(items: readonly Named[]): NamedItems {
  const keys = new Map<string, string>()
  for (const { key, name, translations } of items)
    for (const word of [name, ...otherNames(translations)])
      if (!keys.has(plainWord(word))) keys.set(plainWord(word), key)
  for (const { key } of items) keys.set(key, key)
  return { keys, names: items.map(({ name }) => name) }
}

const otherNames = (translations: Translations): string[] =>
  languages.flatMap((language) => translations[language]?.name ?? translations[language]?.title ?? [])

/** The keys of the items that the events of a file name. */
export function namedBy(events: readonly ImportedEvent[], pools: string[]) {
  const keys = (name: string) => [
    ...new Set(events.flatMap(({ values }) => (values.get(name)?.value ?? []) as string | string[])),
  ]
  return {
    venues: keys('venues'),
    questions: keys('questions'),
    products: keys('promoted_products'),
    waivers: keys('waiver'),
    packages: [...keys('restrict_to.session_packages'), ...keys('restrict_to.membership_packages')],
    pools,
  }
}
