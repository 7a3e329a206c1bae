import { minuteMs } from './contract/limits.ts'
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SignedUp } from './contract/people/account.ts'
import type { Bindings } from './platform/context.ts'
import { type Db, database } from './platform/database/database.ts'
import { mailbox, outbox } from './platform/database/tables.ts'
import { deliverAfterAnswer, deliverOutbox } from './deliver-outbox.ts'
import { openBudget } from './platform/run-budget.ts'
import { type Bench, openBench } from './test-bench/bench.ts'
import { unique } from './test-bench/people.ts'
import { bearer, mailsTo, post, signupBody } from './test-bench/sign-ups.ts'

let shared: Bench
let db: Db
let env: Bindings
beforeAll(async () => {
  shared = await openBench()
  db = database(shared.bareDb)
  env = { ...shared.env, OPERATOR_EMAIL: 'operator@muster.example' }
})
const run = async () => deliverOutbox(openBudget(env, minuteMs))

/** Due rows; each sends one mail, unless its kind is unknown. */
async function dueRows(count: number, set: Partial<typeof outbox.$inferInsert> = {}) {
  const ref = `test:${unique()}`
  const [first, ...others] = Array.from({ length: count }, (_, index) =>
    db.insert(outbox).values({
      kind: 'mail.site_alert',
      ref,
      dedupe: `${ref}:${index}`,
      body: { words: 'A test.', facts: {} },
      due_at: shared.now(),
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
  it('one run delivers every due row once', async () => {
    const due = await dueRows(60)
    await run()
    expect(await due.mails()).toHaveLength(60)
    expect(
      (await due.read()).every((row) => row.done_at !== null && row.attempts === 1 && row.leased_until === null),
    ).toBe(true)
  })

  it('B-01: four concurrent runners deliver each row once', async () => {
    const due = await dueRows(40)
    await Promise.all(Array.from({ length: 4 }, run))
    expect(await due.mails()).toHaveLength(40)
    expect((await due.read()).map((row) => row.attempts)).toEqual(Array.from({ length: 40 }, () => 1))
  })

  it('B-01: a row that failed eight times alerts the operator once and delays no other row', async () => {
    const kind = `unknown.${unique()}`
    const poison = await dueRows(1, { kind })
    const [first] = await poison.read()
    for (let minute = 0; minute < 150; minute += 1) {
      const healthy = minute % 50 === 0 ? await dueRows(1) : null
      await run()
      if (healthy) expect(await healthy.mails()).toHaveLength(1)
      shared.pass(minuteMs)
    }
    const [row] = await poison.read()
    expect(row).toMatchObject({ attempts: 8, done_at: null, last_error: 'Error' })
    expect((row?.dead_at ?? 0) - (first?.due_at ?? 0)).toBeGreaterThan(60 * minuteMs)
    const alerts = await db
      .select()
      .from(mailbox)
      .where(like(mailbox.dedupe, `mail.site_alert:outbox:${kind}:%`))
    expect(alerts.map((mail) => mail.recipient)).toEqual(['operator@muster.example'])
  })

  it('B-01: the row of a crashed runner is delivered after its lease has expired', async () => {
    const left = await dueRows(3, { leased_until: shared.now() + minuteMs, attempts: 1 })
    await run()
    expect(await left.mails()).toHaveLength(0)
    shared.pass(minuteMs + 1)
    await run()
    expect(await left.mails()).toHaveLength(3)
  })

  it('a row that crashed eight runners is not leased again', async () => {
    const [deadly, due] = [await dueRows(1, { attempts: 8 }), await dueRows(1)]
    await run()
    expect((await deadly.read())[0]).toMatchObject({ last_error: 'ends_its_runners', dead_at: shared.now() })
    expect(await deadly.mails()).toHaveLength(0)
    expect(await due.mails()).toHaveLength(1)
  })
})

describe('an event in the outbox', () => {
  const event = async () => dueRows(1, { kind: 'site.needs_attention', dedupe: `site.needs_attention:${unique()}` })

  it('an event becomes one row per recipient', async () => {
    const news = await event()
    await run()
    expect(
      (await news.read()).map(({ kind, attempts, done_at }) => ({ kind, attempts, isDone: done_at !== null })),
    ).toEqual([
      { kind: 'site.needs_attention', attempts: 1, isDone: true },
      { kind: 'mail.site_alert', attempts: 1, isDone: true },
    ])
  })

  it('an event is sent once even if its runner crashed after the fan-out', async () => {
    const news = await event()
    await run()
    const [row, delivery] = await news.read()
    if (!row || !delivery) throw new Error('The event was not fanned out.')
    const sent = async () => db.select().from(mailbox).where(eq(mailbox.dedupe, delivery.dedupe))
    expect(await sent()).toHaveLength(1)
    for (const delivery_done_at of [delivery.done_at, null]) {
      await db.update(outbox).set({ done_at: null }).where(eq(outbox.id, row.id))
      await db.update(outbox).set({ done_at: delivery_done_at }).where(eq(outbox.id, delivery.id))
      await run()
      expect(await news.read()).toHaveLength(2)
      expect(await sent()).toHaveLength(1)
    }
  })
})

describe('the order of delivery', () => {
  const bulk = 500

  it('a code is sent before 500 queued bulk mails', async () => {
    const person = (await (await shared.call('/v1/signup', post(signupBody()))).json()) as SignedUp
    const codes = async () => (await mailsTo(shared, person.email)).filter(({ subject }) => /^\d{6} /.test(subject))
    expect(await codes()).toHaveLength(1)
    shared.pass(2 * minuteMs)

    const queued = await dueRows(bulk, { priority: 2, due_at: shared.now() - minuteMs })
    const clock = run()
    expect((await shared.call('/v1/reverify', post({}, bearer(person)))).status).toBe(200)
    // Any free runner takes the code: the one that runs after the response, or the scheduler's after its current mail.
    await expect.poll(codes, { timeout: 20_000, interval: 10 }).toHaveLength(2)
    expect((await queued.mails()).length).toBeLessThan(bulk / 2)
    await clock
    // A run has a limited number of statements, so several runs are needed.
    for (let more = 0; more < 2; more += 1) await run()
    expect(await queued.mails()).toHaveLength(bulk)
  })

  it('codes are sent first, then mails that one person waits for, then bulk mails', async () => {
    const rows = await Promise.all(
      [2, 1, 0].flatMap((priority) =>
        [0, 1].map(async (age) => dueRows(1, { priority, due_at: shared.now() - age * minuteMs })),
      ),
    )
    const labels = ['bulk', 'old bulk', 'personal', 'old personal', 'code', 'old code']
    await run()
    const sent = await Promise.all(
      rows.map(async (row, index) => ({ label: labels[index], id: (await row.mails())[0]?.id ?? 0 })),
    )
    expect(sent.sort((a, b) => a.id - b.id).map(({ label }) => label)).toEqual([
      'old code',
      'code',
      'old personal',
      'personal',
      'old bulk',
      'bulk',
    ])
  })

  it('bulk mails wait for the scheduler', async () => {
    const [many, personal] = [await dueRows(3, { priority: 2 }), await dueRows(3, { priority: 1 })]
    await deliverAfterAnswer(env, 'transactional')
    expect([(await many.mails()).length, (await personal.mails()).length]).toEqual([0, 3])
    await deliverAfterAnswer(env, 'bulk')
    expect(await many.mails()).toHaveLength(3)
  })

  it('a run that has used up its statements leaves the other rows to the next run', async () => {
    const queued = await dueRows(40)
    const small = { ...env, OUTBOX_STATEMENTS: '60' }
    await deliverOutbox(openBudget(small, minuteMs))
    const first = (await queued.mails()).length
    expect(first).toBeGreaterThan(10)
    expect(first).toBeLessThan(30)
    expect((await queued.read()).filter((row) => row.leased_until !== null)).toEqual([])
    await run()
    expect(await queued.mails()).toHaveLength(40)
  })

  it('a run that has used up its time ends after the current row', async () => {
    const queued = await dueRows(5)
    await deliverOutbox(openBudget(env, 0))
    expect(await queued.mails()).toHaveLength(1)
    await run()
  })

  it('the most urgent row is found through an index', async () => {
    const plan = await shared.bareDb
      .prepare(
        'EXPLAIN QUERY PLAN SELECT id FROM outbox INDEXED BY outbox_due WHERE priority = 0 AND done_at IS NULL AND dead_at IS NULL AND due_at <= 1 AND (leased_until IS NULL OR leased_until < 1) ORDER BY due_at LIMIT 1',
      )
      .all<{ detail: string }>()
    expect(plan.results.map(({ detail }) => detail)).toEqual([
      'SEARCH outbox USING INDEX outbox_due (priority=? AND due_at<?)',
    ])
  })
})
