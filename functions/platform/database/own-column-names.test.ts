import { alias } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/d1'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { type Db, database } from './database.ts'
import { eventOptions, events, programs } from './tables.ts'

describe('columns of a join read in a batch', () => {
  let opened: Bench
  beforeAll(async () => {
    opened = await openBench()
  })

  it('columns with the same name stay separate in a batch', async () => {
    const programId = await makeProgram(opened)
    const { event_id, option_ids } = await makeEvent(opened, {
      programId,
      name: 'Canoe Week',
      options: [{ name: 'Full day' }],
    })
    const db = database(opened.env.DB)
    const query = () =>
      db
        .select({ event: events, option: eventOptions, program: { id: programs.id, name: programs.name } })
        .from(events)
        .innerJoin(eventOptions, eq(eventOptions.event_id, events.id))
        .innerJoin(programs, eq(programs.id, events.program_id))
        .where(eq(events.id, event_id))
    const alone = await query()
    const [batched] = await db.batch([query()])
    expect(batched).toEqual(alone)
    expect(batched[0]).toMatchObject({
      event: { id: event_id, name: 'Canoe Week' },
      option: { id: option_ids[0], name: 'Full day' },
      program: { id: programId, name: 'Lakeside Camps' },
    })
  })
})

describe('the text of a read', () => {
  const binding = { prepare: () => ({}) } as unknown as D1Database
  const other = alias(programs, 'other')
  const reads: Record<string, (db: Db) => { toSQL: () => unknown }> = {
    'a whole table': (db) => db.select().from(events).where(eq(events.id, 'evt_1')),
    'joined tables without a common name': (db) =>
      db
        .select({ id: events.id, option: eventOptions.event_id, called: other.name })
        .from(events)
        .innerJoin(eventOptions, eq(eventOptions.event_id, events.id))
        .innerJoin(other, eq(other.id, events.program_id)),
    'columns between sums': (db) =>
      db
        .select({
          id: events.id,
          n: sql<number>`count(${events.name})`,
          is_free: sql`1`.as('is_free'),
          name: events.name,
        })
        .from(events),
    'a column found by a further read': (db) => {
      const found = db
        .select({ id: programs.id, n: sql<number>`count(*)`.as('n') })
        .from(programs)
        .as('found')
      return db.select({ name: events.name, n: found.n }).from(events).innerJoin(found, eq(found.id, events.program_id))
    },
  }

  it.each(Object.entries(reads))('the statement for %s is as drizzle writes it', (_name, read) => {
    expect(read(database(binding)).toSQL()).toEqual(read(drizzle(binding) as unknown as Db).toSQL())
  })
})
