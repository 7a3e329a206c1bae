import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bindings } from './context.ts'
import { type Db, database } from './database/database.ts'
import { mailbox, outbox } from './database/tables.ts'
import { deliverOutbox } from './deliver-outbox.ts'
import { type Bench, bench } from './test-bench/bench.ts'
import { unique } from './test-bench/people.ts'

let b: Bench
let db: Db
let env: Bindings
beforeAll(async () => {
  b = await bench()
  db = database(b.bareDb)
  env = { ...b.env, OPERATOR_EMAIL: 'operator@muster.example' }
})
const minuteMs = 60_000

/** Rows that are due; each sends one mail, unless its kind is one that nobody knows. */
async function dueRows(count: number, set: Partial<typeof outbox.$inferInsert> = {}) {
  const ref = `test:${unique()}`
  const [first, ...others] = Array.from({ length: count }, (_, at) =>
    db.insert(outbox).values({
      kind: 'alert.site',
      ref,
      dedupe: `${ref}:${at}`,
      body: { words: 'A test.', facts: {} },
      due_at: b.now(),
      ...set,
    }),
  )
  if (first) await db.batch([first, ...others])
  return {
    read: async () => db.select().from(outbox).where(eq(outbox.ref, ref)),
    mails: async () =>
      db
        .select()
        .from(mailbox)
        .where(like(mailbox.dedupe, `${ref}:%`)),
  }
}

describe('the outbox', () => {
  it('delivers all that is due in one run, each once', async () => {
    const due = await dueRows(60)
    await deliverOutbox(env)
    expect(await due.mails()).toHaveLength(60)
    expect(
      (await due.read()).every((row) => row.done_at !== null && row.attempts === 1 && row.leased_until === null),
    ).toBe(true)
  })

  it('gives each row to one of four runners who come at once', async () => {
    const due = await dueRows(40)
    await Promise.all(Array.from({ length: 4 }, () => deliverOutbox(env)))
    expect(await due.mails()).toHaveLength(40)
    expect((await due.read()).map((row) => row.attempts)).toEqual(Array.from({ length: 40 }, () => 1))
  })

  it('gives a row up after eight tries over more than an hour, tells the operator once, and holds nobody up meanwhile', async () => {
    const kind = `unknown.${unique()}`
    const poison = await dueRows(1, { kind })
    const [first] = await poison.read()
    for (let minute = 0; minute < 150; minute += 1) {
      const other = minute % 50 === 0 ? await dueRows(1) : null
      await deliverOutbox(env)
      if (other) expect(await other.mails()).toHaveLength(1)
      b.pass(minuteMs)
    }
    const [row] = await poison.read()
    expect(row).toMatchObject({ attempts: 8, done_at: null, last_error: 'Error' })
    expect((row?.dead_at ?? 0) - (first?.due_at ?? 0)).toBeGreaterThan(60 * minuteMs)
    const told = await db
      .select()
      .from(mailbox)
      .where(like(mailbox.dedupe, `alert.site:outbox:${kind}:%`))
    expect(told.map((mail) => mail.recipient)).toEqual(['operator@muster.example'])
  })

  it('delivers what a runner had in hand when it died, once its lease has run out', async () => {
    const left = await dueRows(3, { leased_until: b.now() + minuteMs, attempts: 1 })
    await deliverOutbox(env)
    expect(await left.mails()).toHaveLength(0)
    b.pass(minuteMs + 1)
    await deliverOutbox(env)
    expect(await left.mails()).toHaveLength(3)
  })

  it('does not take a row in hand again that has ended eight runners', async () => {
    const [deadly, due] = [await dueRows(1, { attempts: 8 }), await dueRows(1)]
    await deliverOutbox(env)
    expect((await deadly.read())[0]).toMatchObject({ last_error: 'ends_its_runners', dead_at: b.now() })
    expect(await deadly.mails()).toHaveLength(0)
    expect(await due.mails()).toHaveLength(1)
  })
})
