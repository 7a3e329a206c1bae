import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../platform/actor.ts'
import type { BalanceEntryKind } from '../../contract/money/account-balance.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { accountBalanceEntries, accountBalances, mailbox, orders } from '../../platform/database/tables.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { type Person, unique } from '../../test-bench/people.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { enterBalance, releaseBalance, reserveBalance } from './balance-ledger.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

const context = () => makeContext({ env: bench.env, now: bench.now() })
const ownerOf = (person: Person) => ({
  program_id: shop.programId,
  customer_id: person.identity.customer_id,
  customer_profile_id: person.profileId(shop.programId),
  currency: 'CAD',
})
const give = async (person: Person, amount: number, kind: BalanceEntryKind = 'gift') =>
  giveBalance(bench, person, { programId: shop.programId, amount, kind })
const balanceOf = async (person: Person) =>
  (
    await shop.db
      .select()
      .from(accountBalances)
      .where(eq(accountBalances.customer_profile_id, person.profileId(shop.programId)))
  ).map(({ currency, amount }) => [currency, amount])
const rowOf = async ({ order_id }: Cart) => {
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order_id))
  if (!row) throw new Error('no order')
  return row
}
/** Reserves balance for the order as stored. Each call increments the order's step. */
const reserve = async (order: Cart, amount: number) => {
  const ctx = context()
  const row = await rowOf(order)
  await commit(ctx, [
    ...reserveBalance(ctx, row, amount, system),
    ctx.db
      .update(orders)
      .set({ step: row.step + 1 })
      .where(eq(orders.id, row.id)),
  ])
}

describe('the ledger of account balances', () => {
  it('the schema rejects changing or deleting an entry', async () => {
    const nadia = await shop.customer()
    await give(nadia, 4_000)
    await give(nadia, 1_500, 'goodwill')
    await giveBalance(bench, nadia, { programId: shop.programId, amount: 900, currency: 'JPY' })
    await give(nadia, -500, 'payout')
    expect(await balanceOf(nadia)).toEqual([
      ['CAD', 5_000],
      ['JPY', 900],
    ])
    const own = eq(accountBalanceEntries.customer_id, nadia.identity.customer_id)
    await expect(shop.db.update(accountBalanceEntries).set({ amount: 9 }).where(own)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('ledger_kept') },
    })
    await expect(shop.db.delete(accountBalanceEntries).where(own)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('ledger_kept') },
    })
  })

  it('the ledger rejects a second entry for the same cause', async () => {
    const nadia = await shop.customer()
    for (const [kind, amount] of [
      ['gift', -1],
      ['refund_credit', 0],
      ['payout', 1],
      ['manual_adjustment', 0],
    ] as const)
      await expect(give(nadia, amount, kind)).rejects.toThrow('balance_entry_sign')
    const ctx = context()
    const twice = () =>
      enterBalance(ctx, ownerOf(nadia), { kind: 'gift', amount: 100, dedupe: `once:${nadia.email}`, actor: system })
    await commit(ctx, twice())
    await expect(commit(ctx, twice())).rejects.toMatchObject({ type: 'state_conflict' })
    expect(await balanceOf(nadia)).toEqual([['CAD', 100]])
  })

  it('M-21: only a correction may make the balance negative', async () => {
    const nadia = await shop.customer()
    await give(nadia, 1_000)
    await expect(give(nadia, -1_001, 'payout')).rejects.toMatchObject({ type: 'state_conflict' })
    await give(nadia, -3_000, 'manual_adjustment')
    expect(await balanceOf(nadia)).toEqual([['CAD', -2_000]])
    const order = await shop.cart(nadia)
    await expect(reserve(order, 1)).rejects.toMatchObject({ type: 'state_conflict' })
    await give(nadia, 2_000, 'payment')
    expect(await balanceOf(nadia)).toEqual([['CAD', 0]])
  })

  it('M-21: an order reserves at most its total', async () => {
    const nadia = await shop.customer()
    await give(nadia, 25_000)
    const order = await shop.cart(nadia)
    await expect(reserve(order, 10_001)).rejects.toMatchObject({ type: 'state_conflict' })
    await reserve(order, 6_000)
    expect(await rowOf(order)).toMatchObject({ balance_used: 6_000, starting_balance: 25_000, ending_balance: 19_000 })
    await reserve(order, 10_000)
    expect(await rowOf(order)).toMatchObject({ balance_used: 10_000, starting_balance: 25_000, ending_balance: 15_000 })
    await reserve(order, 7_500)
    expect(await rowOf(order)).toMatchObject({ balance_used: 7_500, starting_balance: 25_000, ending_balance: 17_500 })

    const before = await rowOf(order)
    const release = async (step: number) => {
      const ctx = context()
      await commit(ctx, releaseBalance(ctx, { ...before, step }, system))
    }
    await release(before.step)
    await expect(release(before.step)).rejects.toMatchObject({ type: 'state_conflict' })
    await expect(release(before.step + 1)).rejects.toMatchObject({ type: 'state_conflict' })
    expect(await balanceOf(nadia)).toEqual([['CAD', 25_000]])
    expect((await rowOf(order)).balance_used).toBe(0)
  })

  it('M-21: the schema rejects the second of two orders that spend the same balance at once', async () => {
    const race = async () => {
      const nadia = await shop.customer()
      await give(nadia, 10_000)
      const carts = await Promise.all([shop.cart(nadia), shop.cart(nadia)])
      const results = await Promise.allSettled(carts.map(async (order) => reserve(order, 10_000)))
      return { won: results.filter(({ status }) => status === 'fulfilled').length, left: await balanceOf(nadia) }
    }
    const guard = await bench.bareDb
      .prepare("SELECT sql FROM sqlite_master WHERE name = 'balance_guarded'")
      .first<string>('sql')
    await bench.bareDb.prepare('DROP TRIGGER balance_guarded').run()
    try {
      expect(await race()).toEqual({ won: 2, left: [['CAD', -10_000]] })
    } finally {
      await bench.bareDb.prepare(guard ?? '').run()
    }
    expect(await race()).toEqual({ won: 1, left: [['CAD', 0]] })
  })

  it("a change of the balance gives the customer's open carts a new quote", async () => {
    const nadia = await shop.customer()
    const [first, second] = [await shop.cart(nadia), await shop.cart(nadia)]
    const versions = async () => [(await rowOf(first)).quote_version, (await rowOf(second)).quote_version]
    const [one = 0, two = 0] = await versions()
    await give(nadia, 5_000)
    expect(await versions()).toEqual([one + 1, two + 1])
    await reserve(first, 2_000)
    expect(await versions()).toEqual([one + 1, two + 2])
  })

  it("the mail states the change, the new balance and the organisation's note", async () => {
    const [nadia, luc] = [await shop.customer(), await shop.customer({ language: 'fr' })]
    const ctx = context()
    await commit(ctx, [
      ...enterBalance(ctx, ownerOf(nadia), {
        kind: 'gift',
        amount: 4_000,
        dedupe: `gift:${unique()}`,
        actor: system,
        note: 'Thank you for helping at the regatta.',
      }),
      ...enterBalance(ctx, ownerOf(luc), {
        kind: 'manual_adjustment',
        amount: -1_250,
        dedupe: `due:${unique()}`,
        actor: system,
      }),
    ])
    await bench.tick()
    const mailTo = async (person: Person) =>
      (await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))).map(({ subject, text }) => ({
        subject: subject.replaceAll(/\s/g, ' '),
        text: text.replaceAll(/[\u00a0\u202f]/g, ' '),
      }))
    const [thanks, ...none] = await mailTo(nadia)
    expect(none).toEqual([])
    expect(thanks?.subject).toBe('$40.00 added to your balance at Lakeside Camps')
    expect(thanks?.text).toContain('Thank you for helping at the regatta.')
    expect(thanks?.text).toContain('Your balance now: $40.00')
    const [due] = await mailTo(luc)
    expect(due?.subject).toBe('12,50 $ retirés de votre solde chez Lakeside Camps')
    expect(due?.text).toContain('Vous devez : 12,50 $')
  })
})
