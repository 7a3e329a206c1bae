import { listed } from '../../../contract/organisation/written-words.ts'
import type { ImportWords } from '../../../contract/sentences/import-words.ts'
import type { ImportedEvent, ImportMistake } from './group-rows.ts'

type NewPools = { keys: string[]; added: { key: string; spots_total: number }[]; mistakes: ImportMistake[] }

/** The pools that options of a file share, and those of them that the program does not have yet. */
export function newPoolsOf(
  events: readonly ImportedEvent[],
  existing: ReadonlyMap<string, number>,
  words: ImportWords,
): NewPools {
  const added = new Map<string, number>()
  const keys = new Set<string>()
  const mistakes: ImportMistake[] = []
  const options = events.flatMap((event) => [...event.options.values()])
  for (const option of options) {
    const [pool, places] = [option.get('pool'), option.get('pool_places')]
    if (!pool) {
      if (places) mistakes.push({ ...places.cell, type: 'required', message: words.noPool })
      continue
    }
    const key = String(pool.value)
    keys.add(key)
    const total = existing.get(key) ?? added.get(key)
    if (total === undefined && places) added.set(key, Number(places.value))
    else if (total !== undefined && places && total !== places.value) {
      const message = words.poolPlaces({ key, total, text: places.text })
      mistakes.push({ ...places.cell, type: 'invalid_option', message })
    }
  }
  for (const option of options) {
    const pool = option.get('pool')
    const key = String(pool?.value)
    if (!pool || existing.has(key) || added.has(key)) continue
    const known = existing.size === 0 ? words.noneYet : listed([...existing.keys()])
    const message = `${words.isNot(pool.text, words.kinds.pool, known)}${words.newPool}`
    mistakes.push({ ...pool.cell, type: 'invalid_option', message })
  }
  return { keys: [...keys], added: [...added].map(([key, spots_total]) => ({ key, spots_total })), mistakes }
}
