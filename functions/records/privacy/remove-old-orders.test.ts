import { dayMs } from '../../contract/limits.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditQuestions, questionText } from '../audit/audit-question-rows.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCoupon } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop } from '../../test-bench/shop.ts'
import { removeOldOrders, yearsLater } from './remove-old-orders.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterEach(() => vi.restoreAllMocks())

const all = async (text: string, ...params: unknown[]) =>
  (
    await bench.bareDb
      .prepare(text)
      .bind(...params)
      .all<Record<string, unknown>>()
  ).results

/**
 * Two families with two paid orders each, one of them cancelled and refunded to the balance. One family has deleted its
 * account.
 */
async function familyThatLeft() {
  const shop = await openShop(bench, {
    program: { features: { account_balance: true, discounts: true } },
    event: { options: [{ cost: 10_000, spots: 50 }] },
  })
  const coupon = await makeCoupon(bench, shop.programId, { code: 'KEPT' })
  const [leaver, stayer] = [await shop.customer(), await shop.customer()]
  for (const person of [leaver, stayer]) {
    await giveBalance(bench, person, { programId: shop.programId, amount: 4_000 })
    for (const isCancelled of [true, false]) {
      const order = await shop.cart(person)
      const path = `/v1/profile/orders/${order.order_id}`
      if (isCancelled) expect((await bench.call(`${path}/discounts`, person.json({ code: 'KEPT' }))).status).toBe(201)
      expect((await shop.pay(person, order, 'pm_card_visa', { use_account_balance: true })).status).toBe(201)
      if (isCancelled) expect((await bench.call(`${path}/cancel`, person.json({}))).status).toBe(200)
    }
  }
  const left = () =>
    bench.call('/v1/profile/customer', { ...leaver.json({ program_id: shop.programId }), method: 'DELETE' })
  bench.pass(400 * dayMs)
  await leaver.renew()
  await bench.env.DB.prepare('UPDATE sessions SET created = ? WHERE id = ?')
    .bind(bench.now(), leaver.identity.session_id)
    .run()
  expect((await left()).status).toBe(202)
  bench.pass(14 * dayMs)
  await bench.tick()
  return { shop, coupon, leaver, stayer }
}

const counted = async (customerId: string) =>
  (
    await all(
      `SELECT (SELECT count(*) FROM orders WHERE customer_id = ?1) AS orders, (SELECT count(*) FROM registrations WHERE customer_id = ?1) AS registrations,
        (SELECT count(*) FROM payments WHERE customer_id = ?1) AS payments, (SELECT count(*) FROM account_balance_entries WHERE customer_id = ?1) AS entries`,
      customerId,
    )
  )[0]

/** The audit rules that this program's rows violate. */
async function faultsOf(programId: string) {
  const faults: string[] = []
  for (const question of auditQuestions) {
    if (question.of === 'outbox') continue
    const rows = await all(questionText(question, 'all'))
    if (question.of !== 'receipt_counters' && rows.length === 0) continue
    if (rows.some(({ id }) => String(id).startsWith(`${programId}:`))) faults.push(question.name)
  }
  return faults
}

describe('removing old orders of erased accounts', () => {
  it('old orders are removed seven years after their last change', async () => {
    const lines: string[] = []
    for (const name of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line)))
    const { shop, coupon, leaver, stayer } = await familyThatLeft()
    const before = [await counted(leaver.identity.customer_id), await counted(stayer.identity.customer_id)]
    expect(before[0]).toMatchObject({ orders: 2, registrations: 2 })
    const used = await all('SELECT times_redeemed FROM coupons WHERE id = ?', coupon)
    const [due] = await all(
      `SELECT records_due_at AS at, (SELECT max(updated) FROM orders WHERE customer_id = d.customer_id) AS newest FROM account_deletions AS d WHERE customer_id = ?`,
      leaver.identity.customer_id,
    )
    bench.setNow(yearsLater(Number(due?.['newest']), 7) - dayMs)
    await removeOldOrders(clockContext(bench))
    expect(await counted(leaver.identity.customer_id)).toEqual(before[0])
    await expect(
      bench.bareDb
        .prepare('DELETE FROM account_balance_entries WHERE customer_id = ?')
        .bind(leaver.identity.customer_id)
        .run(),
    ).rejects.toThrow('ledger_kept')

    for (let days = 0; days < 400; days += 40) {
      bench.pass(40 * dayMs)
      await removeOldOrders(clockContext(bench))
      await removeOldOrders(clockContext(bench))
    }
    expect(await counted(leaver.identity.customer_id)).toEqual({ orders: 0, registrations: 0, payments: 0, entries: 0 })
    expect(await counted(stayer.identity.customer_id)).toEqual(before[1])
    expect(await all('SELECT id FROM account_balances WHERE customer_id = ?', leaver.identity.customer_id)).toEqual([])
    expect(await all('SELECT last, removed FROM receipt_counters WHERE program_id = ?', shop.programId)).toEqual([
      { last: 4, removed: 2 },
    ])
    expect(await all('SELECT times_redeemed FROM coupons WHERE id = ?', coupon)).toEqual(used)
    expect(
      await all('SELECT records_due_at FROM account_deletions WHERE customer_id = ?', leaver.identity.customer_id),
    ).toEqual([{ records_due_at: null }])
    expect(await faultsOf(shop.programId)).toEqual([])
    expect(lines.filter((line) => line.includes('removal_failed'))).toEqual([])
  })

  it('old orders are removed with every row that refers to them', async () => {
    const removed = ['orders', 'order_items', 'registrations', 'payments', 'refunds', 'refund_requests', 'discounts']
    const covered = [
      'answer_changes',
      'feedback',
      'waiver_acceptances',
      'appointment_slots',
      'account_balance_entries',
      'check_ins',
      'order_instalments',
      'group_places',
      'receipts',
    ]
    const reference = new RegExp(`REFERENCES (?:${removed.join('|')}) \\(`)
    const tables = await all(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`)
    const referring = tables.filter(({ sql }) => reference.test(String(sql)))
    expect(referring.length).toBeGreaterThan(5)
    expect(
      referring.map(({ name }) => String(name)).filter((name) => ![...removed, ...covered].includes(name)),
    ).toEqual([])
  })
})

it.each([
  ['2027-03-01T10:00:00Z', 7, '2034-03-01T10:00:00.000Z'],
  ['2028-02-29T10:00:00Z', 7, '2035-03-01T10:00:00.000Z'],
  ['2034-01-04T12:00:00Z', -7, '2027-01-04T12:00:00.000Z'],
])('the date %s plus %i years is %s', (at, years, then) =>
  expect(new Date(yearsLater(Date.parse(at), years)).toISOString()).toBe(then),
)
