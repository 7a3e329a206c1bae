import { eq, getTableColumns, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { describe, expect, it } from 'vitest'
import { withOwnReader } from './row-reader.ts'
import { attendeeProfiles, attendees, customers, events, orders, programs, relations, users } from './tables.ts'

const db = drizzle({ prepare: () => ({}) } as unknown as D1Database)
type Inner = {
  fields: unknown[]
  mapResult: (rows: { results: Record<string, unknown>[] }, isFromBatch: boolean) => unknown
}

/** Rows with the possible values of each column, and one row with null in every nullable column. */
function rowsFor(count: number): Record<string, unknown>[] {
  const of = (value: (at: number) => unknown) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`c${String(index).padStart(3, '0')}`, value(index)]),
    )
  return [
    of((at) => (at % 3 === 0 ? '["a",{"b":1}]' : at % 3 === 1 ? '{"c":null}' : '7')),
    of((at) => (at % 2 === 0 ? '0' : '1')),
    of(() => null),
  ]
}

const reads = {
  'a whole table': () => db.select().from(events),
  'parts of joined tables': () =>
    db
      .select({ order: orders, program: getTableColumns(programs), customer_id: customers.id })
      .from(orders)
      .innerJoin(programs, eq(programs.id, orders.program_id))
      .innerJoin(customers, eq(customers.id, orders.customer_id)),
  'sums and made values': () =>
    db
      .select({
        n: sql<number>`count(*)`,
        list: sql<string[]>`x`.mapWith((text: string) => JSON.parse(text) as string[]),
        named: sql<string>`y`.as('named'),
      })
      .from(users),
  'a part that may be missing': () =>
    db
      .select({ attendee: attendees, profile: attendeeProfiles, relation: relations })
      .from(attendees)
      .leftJoin(attendeeProfiles, eq(attendeeProfiles.attendee_id, attendees.id))
      .innerJoin(relations, eq(relations.attendee_id, attendees.id)),
}

describe('the prepared reader of a query', () => {
  it.each(Object.entries(reads))('the prepared reader maps %s as drizzle does', (_name, build) => {
    const theirs = build().prepare() as unknown as Inner
    const ours = withOwnReader(build().prepare()) as unknown as Inner
    for (const row of rowsFor(theirs.fields.length)) expect(read(ours, row)).toEqual(read(theirs, row))
  })
})

// Reads a row with drizzle's mapper and with ours. Both must throw for a value of a wrong type.
function read(query: Inner, row: Record<string, unknown>): unknown {
  try {
    return query.mapResult({ results: [row] }, true)
  } catch (error) {
    return (error as Error).name
  }
}
