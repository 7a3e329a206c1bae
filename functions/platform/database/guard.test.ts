import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { refusalOf } from './constraint-errors.ts'
import { database } from './database.ts'
import { guard, guardThat, literal } from './guard.ts'
import { facts } from './tables.ts'

describe('D-02: a guard statement, which checks the write before it in a batch', () => {
  let opened: Bench
  beforeAll(async () => {
    opened = await openBench()
  })

  it('a guard rolls back the whole batch when the write before it changed no row', async () => {
    const db = database(opened.env.DB)
    const batch = db.batch([
      db.insert(facts).values({ name: 'guard-test', value: 'x', updated: 1 }),
      db.update(facts).set({ value: 'y' }).where(sql`${facts.name} = ${'no such fact'}`),
      guard(db, 'state'),
    ])
    await expect(batch).rejects.toThrow(/guard_failed:state/)
    expect(await db.select().from(facts).where(sql`${facts.name} = ${'guard-test'}`)).toEqual([])
  })

  it('a guard with a condition raises its error when the condition fails', async () => {
    const db = database(opened.env.DB)
    await db.batch([
      db.insert(facts).values({ name: 'guard-kept', value: 'x', updated: 1 }),
      guard(db, 'state'),
      guardThat(db, sql`1 = 1`, 'quote'),
    ])
    const refusal = await db
      .batch([guardThat(db, sql`EXISTS (SELECT 1 FROM facts WHERE name = ${literal('absent')})`, 'quote')])
      .catch(refusalOf)
    expect(refusal).toMatchObject({ type: 'quote_stale' })
  })
})
