import type { Refusal } from '../../contract/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { keyOf } from './key-of.ts'
import { refuse } from './refuse.ts'
import type { StoredProgram } from './stored-program.ts'

/** An option of which places are taken, and the pools it will share: those of the file where its event stands in it. */
type Sold = { path: string; spots_taken: number; before: string[]; after: string[] }

/** A pool has room for what the options that will share it have sold. What joins it is named, where the pool itself stays as it was. */
export function checkPools(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const sold = file.pools.length === 0 ? [] : soldOptions(stored, file)
  return file.pools.flatMap((pool) => {
    const within = sold.filter(({ after }) => after.includes(pool.key))
    const taken = within.reduce((sum, { spots_taken }) => sum + spots_taken, 0)
    if (taken <= pool.spots_total) return []
    const joining = within.filter(({ before }) => !before.includes(pool.key))
    const isAsItWas = stored.pools.some(({ key, spots_total }) => key === pool.key && spots_total === pool.spots_total)
    if (!isAsItWas || joining.length === 0)
      return [
        refuse('sold_out', `pools.${pool.key}.spots_total`, `${taken} places are taken, so there can be no fewer.`),
      ]
    return joining.map(({ path }) =>
      refuse(
        'sold_out',
        `${path}.pools`,
        `${taken} places are taken with those of this option, and the pool ${pool.key} has ${pool.spots_total}. Give it more, or leave it out here.`,
      ),
    )
  })
}

function soldOptions(stored: StoredProgram, file: CompleteFile): Sold[] {
  const events = new Map(stored.events.map(({ id, key }) => [id, key]))
  const wanted = new Map(file.events.map((event) => [event.key, event]))
  return stored.options
    .filter(({ spots_taken }) => spots_taken > 0)
    .map(({ id, event_id, key, spots_taken }) => {
      const eventKey = events.get(event_id) ?? ''
      const before = stored.poolTies
        .filter(({ option_id }) => option_id === id)
        .map(({ pool_id }) => keyOf(stored.pools, pool_id))
      const event = wanted.get(eventKey)
      const after = event ? (event.options.find((option) => option.key === key)?.pools ?? []) : before
      return { path: `events.${eventKey}.options.${key}`, spots_taken, before, after }
    })
}
