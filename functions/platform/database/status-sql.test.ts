import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import * as orderStates from '../../contract/states/order-states.ts'
import { type Life, readLives } from '../../test-bench/status-lists.ts'
import { statusListText } from './status-sql.ts'

type Listed = { in: string; type: string; statuses: string[] }

let schema: Listed[]
let lives: Life[]
beforeAll(async () => {
  lives = await readLives()
  const db = new DatabaseSync(':memory:')
  const folder = new URL('migrations/', import.meta.url)
  for (const name of readdirSync(folder).sort()) db.exec(readFileSync(new URL(name, folder), 'utf8'))
  const made = db.prepare('SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL').all()
  db.close()
  schema = made.flatMap(({ type, name, sql }) =>
    [...String(sql).matchAll(/(?:status|state)"?\s+(?:NOT )?IN\s*\(([^)]*'[^)]*)\)/g)].map(([, list = '']) => ({
      in: String(name),
      type: String(type),
      statuses: [...list.matchAll(/'(\w+)'/g)].map(([, status = '']) => status),
    })),
  )
})

const sorted = (statuses: readonly string[]) => [...statuses].sort().join(' ')

/**
 * Lists in triggers that no code uses: final statuses, decisions that only a trigger makes, and the stored part of a
 * status that depends on the time.
 */
const ofSchemaAlone: Record<string, string> = {
  message_state_ends: 'the final states of a message',
  place_moves_to_open_event: 'a place of a cart, an offer or a sale may change its event',
  session_credit_redeemed: 'a visit is used by a place of a cart, or by one that was taken again',
  invitations: 'an expired invitation is stored as pending',
  staff_members: 'an expired invitation to a team is stored as invited',
  files: 'the life of an upload has no named sets',
  program_pictures: 'the life of an uploaded picture has no named sets',
}

describe('a named set of statuses in SQL', () => {
  it('a status list in SQL is a list of literals', () =>
    expect(statusListText(orderStates.open)).toBe("('draft', 'pending', 'requires_action', 'processing')"))

  it('every partial index has a named status list as its condition', () => {
    const sets = lives.flatMap((life) => [...life.sets.values()].map((statuses) => statuses.join(' ')))
    const ofIndexes = schema.filter(({ type }) => type === 'index')
    expect(ofIndexes.length).toBeGreaterThan(8)
    expect(ofIndexes.filter(({ statuses }) => !sets.includes(statuses.join(' ')))).toEqual([])
  })

  it('every check and trigger of the schema uses a named status list or all statuses', () => {
    const known = new Set(lives.flatMap(({ statuses, sets }) => [statuses, ...sets.values()].map(sorted)))
    const others = schema.filter(({ type, statuses }) => type !== 'index' && !known.has(sorted(statuses)))
    expect([...new Set(others.map((each) => each.in))].sort()).toEqual(Object.keys(ofSchemaAlone).sort())
    expect(schema.length).toBeGreaterThan(60)
  })
})
