import { beforeAll, describe, expect, it, vi } from 'vitest'
import { system } from '../../platform/actor.ts'
import { makeContext } from '../../platform/make-context.ts'
import { database } from '../../platform/database/database.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { auditBooks } from './audit-books.ts'
import { auditQuestions, questionText } from './audit-question-rows.ts'

let bench: Bench
let shop: Shop
const hour = 3_600_000
const run = async (text: string, ...params: unknown[]) =>
  (
    await bench.bareDb
      .prepare(text)
      .bind(...params)
      .all<Record<string, unknown>>()
  ).results
const mails = async (about: string) =>
  run(`SELECT subject, recipient, text FROM mailbox WHERE dedupe LIKE ?1`, `mail.site_alert:audit:${about}:%`)

describe('the audit of the stored totals', () => {
  beforeAll(async () => {
    bench = await openBench()
    bench.env.OPERATOR_EMAIL = 'operator@example.com'
    shop = await openShop(bench, { event: { options: [{ cost: 10_000, spots: 10 }] } })
    // The audit begins now, because other suites write rows by hand and leave them in the database.
    await run(
      `INSERT INTO facts (name, value, updated) VALUES ('audit', ?1, 0) ON CONFLICT (name) DO UPDATE SET value = ?1`,
      JSON.stringify({ until: bench.now(), day: '2000-01-01', table: 99, row: 0 }),
    )
    return () => {
      bench.env.OPERATOR_EMAIL = ''
    }
  })

  it.each(auditQuestions.map((question) => question.name))('the audit query %s runs in every scope', async (name) => {
    const question = auditQuestions.find((each) => each.name === name)
    if (!question) throw new Error('no such question')
    await run(questionText(question, 'all'))
    if (question.of === 'receipt_counters') return
    await run(questionText(question, 'ids'), '[]')
    await run(questionText(question, 'stretch'), 0, 0)
  })

  it('a paid, cancelled and refunded order has no faults', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person, { places: 2 })
    expect((await shop.pay(person, order)).status).toBe(201)
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json({}))).status).toBe(200)
    const broken: string[] = []
    for (const question of auditQuestions.filter((each) => each.of === 'orders')) {
      const results = await run(questionText(question, 'ids'), JSON.stringify([order.order_id]))
      if (results.length > 0) broken.push(question.name)
    }
    expect(broken).toEqual([])
  })

  it('a wrong count of places is mailed to the operator', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order)
    await run('UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = ?1', shop.optionId)
    await bench.tick()
    await bench.tick()
    expect(await mails('places_counted')).toEqual([
      {
        subject: 'Needs a look: audit:places_counted',
        recipient: 'operator@example.com',
        text: expect.stringContaining(shop.optionId),
      },
    ])
    await run('UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = ?1', shop.optionId)
  })

  it('the daily audit finds a change without history', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    await shop.pay(person, order)
    bench.pass(2 * hour)
    await bench.tick()
    await run('UPDATE orders SET amount_total = amount_total + 1 WHERE id = ?1', order.order_id)
    // Earlier suites may have left orders with wrong sums. Their mails do not count.
    const before = await mails('sums_of_lines')
    bench.pass(24 * hour)
    const walked = async () => {
      const progress = await database(bench.bareDb)
        .$client.prepare("SELECT value FROM facts WHERE name = 'audit'")
        .first<string>('value')
      return JSON.parse(progress ?? '{}').table
    }
    // The audit checks one piece per minute, and also audits rows of earlier suites.
    for (let minute = 0; minute < 3 || (minute < 30 && (await walked()) !== 16); minute += 1) await bench.tick()
    const received = await mails('sums_of_lines')
    expect(received).toHaveLength(before.length + 1)
    expect(await walked()).toBe(16)
  })

  it('K8: an audit that takes more than a day continues where it stopped', async () => {
    const now = Math.ceil(bench.now() / hour) * hour
    const set = async (progress: object) =>
      run(`UPDATE facts SET value = ?1 WHERE name = 'audit'`, JSON.stringify(progress))
    const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const yesterday = { until: now, day: '2000-01-01', table: 9, row: 0 }
    await set(yesterday)
    const minute = async (isBudgetSpent: boolean, at: number) => {
      await auditBooks(
        makeContext({ env: { ...bench.env, isBudgetSpent: () => isBudgetSpent }, now: at, actor: system }),
      )
      return JSON.parse((await run(`SELECT value FROM facts WHERE name = 'audit'`))[0]?.value as string)
    }
    // The time of this minute is over after one piece.
    expect(await minute(true, now)).toMatchObject({ day: '2000-01-01', table: 10 })
    expect(lines.mock.calls.flat().map((line) => JSON.parse(String(line)))).toContainEqual(
      expect.objectContaining({ event: 'audit_not_through', kind: 'account_balances', percent: 62 }),
    )
    expect(await minute(false, now + 60_000)).toMatchObject({ day: '2000-01-01', table: 16 })
    // The audit has checked everything, so the audit of the current day begins.
    expect((await minute(false, now + 120_000)).day).not.toBe('2000-01-01')
    lines.mockRestore()
  })

  it('no mail is sent without an operator', async () => {
    bench.env.OPERATOR_EMAIL = ''
    const before = await run(`SELECT count(*) AS n FROM outbox WHERE kind = 'site.needs_attention'`)
    bench.pass(24 * hour)
    for (let minute = 0; minute < 3; minute += 1) await bench.tick()
    expect(await run(`SELECT count(*) AS n FROM outbox WHERE kind = 'site.needs_attention'`)).toEqual(before)
    bench.env.OPERATOR_EMAIL = 'operator@example.com'
  })
})
