import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { refuse } from './refuse.ts'
import { keyOf, rowBy, rowsBy } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** An option with taken places that joins or leaves a pool. */
type Move = { path: string; pool: string; spots: number }

/**
 * A pool needs room for the sold places of its future options: the current options, plus the options that join, less
 * the options that leave. If the pool itself stays, the mistake names the option that joins.
 */
export function checkPools(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const moves = file.pools.length === 0 ? [] : poolMoves(stored, file)
  return file.pools.flatMap((pool) => {
    const row = rowBy(stored.pools, 'key', pool.key)
    const moved = rowsBy(moves, 'pool', pool.key)
    const taken = moved.reduce((sum, { spots }) => sum + spots, row?.spots_taken ?? 0)
    if (taken <= pool.spots_total) return []
    const joining = moved.filter(({ spots }) => spots > 0)
    if (row?.spots_total !== pool.spots_total || joining.length === 0)
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

function poolMoves(stored: StoredProgram, file: CompleteFile): Move[] {
  return stored.options
    .filter(({ spots_taken }) => spots_taken > 0)
    .flatMap((option) => {
      const eventKey = keyOf(stored.events, option.event_id)
      const event = rowBy(file.events, 'key', eventKey)
      if (!event) return []
      const before = rowsBy(stored.poolTies, 'option_id', option.id).map(({ pool_id }) => keyOf(stored.pools, pool_id))
      const after = event.options.find(({ key }) => key === option.key)?.pools ?? []
      const path = `events.${eventKey}.options.${option.key}`
      return [
        ...after.filter((pool) => !before.includes(pool)).map((pool) => ({ path, pool, spots: option.spots_taken })),
        ...before.filter((pool) => !after.includes(pool)).map((pool) => ({ path, pool, spots: -option.spots_taken })),
      ]
    })
}
