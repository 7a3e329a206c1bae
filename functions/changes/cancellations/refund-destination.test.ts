import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { RefundPreview, RefundRequest } from '../../contract/money/refund.ts'
import { mailbox, orders, refunds, sandboxRefunds, users } from '../../platform/database/tables.ts'
import { balanceOf, giveBalance } from '../../test-bench/balances.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
/** In `shop` the policy refunds automatically; in `office` the organisation decides; `plain` has no balances. */
let shop: Shop
let office: Shop
let plain: Shop
beforeAll(async () => {
  bench = await openBench()
  const program = { features: { account_balance: true } }
  shop = await openShop(bench, { program })
  office = await openShop(bench, { program, refund: { ...fairRefund, automatic: false, request: true } })
  plain = await openShop(bench)
})

const toBalance = { destination: 'account_balance' }
const paid = async (at: Shop, places = 1, balance = 0) => {
  const person = await at.customer()
  if (balance > 0) await giveBalance(bench, person, { programId: at.programId, amount: balance, kind: 'gift' })
  const order = await at.cart(person, { places })
  await at.pay(person, order, 'pm_card_visa', { use_account_balance: balance > 0 })
  return { person, order }
}
const refund = async (person: Person, order: Cart, metadata: Record<string, unknown>, version = 'v1') =>
  bench.call(`/${version}/profile/orders/${order.order_id}/refund`, person.json({ reason: 'cannot_attend', metadata }))
const balanceAt = (at: Shop, person: Person) => balanceOf(at.db, person, at.programId)
const refundsOf = async (at: Shop, order: Cart) =>
  (await at.db.select().from(refunds).where(eq(refunds.order_id, order.order_id)))
    .map(({ destination, status, amount }) => `${destination} ${status} ${amount}`)
    .sort()
const textOf = async (at: Shop, person: Person, subject: string) => {
  const mails = await at.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
  return mails.findLast((mail) => mail.subject.includes(subject))?.text ?? ''
}

describe('a refund to the balance', () => {
  it.each(['v1', 'v2'])(
    'the balance has the refund at once (%s), without a call to the card provider',
    async (version) => {
      const { person, order } = await paid(shop, 2)
      const before = await shop.db.select().from(sandboxRefunds)
      const answer = await refund(person, order, { ...toBalance, expected_amount: 20_000 }, version)
      expect(answer.status).toBe(201)
      expect((await answer.json()) as RefundRequest).toMatchObject({
        destination: 'account_balance',
        refunds: [{ destination: 'account_balance', status: 'succeeded', amount: { value: 20_000 } }],
      })
      expect(await balanceAt(shop, person)).toBe(20_000)
      expect(await shop.db.select().from(sandboxRefunds)).toHaveLength(before.length)
      expect(await shop.orderOf(person, order)).toMatchObject({
        status: 'cancelled',
        amount_returned: { value: 20_000 },
      })
      expect(await textOf(shop, person, 'Cancelled')).toContain('$200.00 is on your balance')
    },
  )

  it('the part paid from the balance always goes back to the balance', async () => {
    const { person, order } = await paid(shop, 1, 4000)
    const path = `/v1/profile/orders/${order.order_id}/refund`
    expect(await shop.read<RefundPreview>(person, path)).toMatchObject({
      destinations: ['original_method', 'account_balance'],
      returned_to: [
        { destination: 'original_method', amount: { value: 6000 } },
        { destination: 'account_balance', amount: { value: 4000 } },
      ],
    })
    await refund(person, order, { destination: 'original_method' })
    expect(await refundsOf(shop, order)).toEqual(['account_balance succeeded 4000', 'original_method succeeded 6000'])
    const text = await textOf(shop, person, 'Cancelled')
    expect(text).toContain('$60.00 goes back to Visa')
    expect(text).toContain('$40.00 is on your balance')
  })

  it('cancelling a place and cancelling the order both use the chosen destination', async () => {
    const { person, order } = await paid(shop, 2)
    const [one] = order.registration_ids
    const place = await bench.call(
      `/v1/profile/registrations/${one}/cancel`,
      person.json({ reason: 'moved_away', expected_amount: 10_000, ...toBalance }),
    )
    expect(place.status).toBe(200)
    expect(await refundsOf(shop, order)).toEqual(['account_balance succeeded 10000'])
    const whole = await bench.call(
      `/v1/profile/orders/${order.order_id}/cancel`,
      person.json({ expected_amount: 10_000, ...toBalance }),
    )
    expect((await whole.json()) as Order).toMatchObject({ status: 'cancelled', amount_returned: { value: 20_000 } })
    expect(await balanceAt(shop, person)).toBe(20_000)
  })

  it('a refund that the organisation decides waits with its destination', async () => {
    const { person, order } = await paid(office)
    const request = (await (await refund(person, order, toBalance)).json()) as RefundRequest
    expect(request).toMatchObject({ status: 'requested', destination: 'account_balance', refunds: [] })
    expect(await balanceAt(office, person)).toBeUndefined()
    const approval = await bench.call(
      `/v1/organiser/programs/${office.programId}/refund_requests/${request.id}/approve`,
      { method: 'POST', headers: organiserHeaders, body: JSON.stringify({ amount: 7000 }) },
    )
    expect(approval.status).toBe(200)
    expect(await balanceAt(office, person)).toBe(7000)
    expect(await textOf(office, person, 'is approved')).toContain('$70.00 is on your balance')
  })

  it('the refund goes back the way it was paid if the account was erased before the decision', async () => {
    const { person, order } = await paid(office)
    const request = (await (await refund(person, order, toBalance)).json()) as RefundRequest
    await office.db.update(users).set({ is_active: false }).where(eq(users.email, person.email))
    const approval = await bench.call(
      `/v1/organiser/programs/${office.programId}/refund_requests/${request.id}/approve`,
      { method: 'POST', headers: organiserHeaders, body: JSON.stringify({}) },
    )
    expect(approval.status).toBe(200)
    expect((await refundsOf(office, order)).map((each) => each.split(' ')[0])).toEqual(['original_method'])
    expect(await balanceAt(office, person)).toBeUndefined()
  })

  it('a program without balances rejects this destination', async () => {
    const { person, order } = await paid(plain)
    const refusals = await Promise.all([
      refund(person, order, toBalance),
      bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json(toBalance)),
      bench.call(
        `/v1/profile/registrations/${order.registration_ids[0]}/cancel`,
        person.json({ reason: 'moved_away', ...toBalance }),
      ),
    ])
    for (const answer of refusals)
      expect(await answer.json()).toMatchObject({ type: 'invalid_option', param: 'destination' })
    expect(await plain.db.select({ status: orders.status }).from(orders).where(eq(orders.id, order.order_id))).toEqual([
      { status: 'paid' },
    ])
    const preview = `/v1/profile/orders/${order.order_id}/refund`
    expect(await plain.read<RefundPreview>(person, preview)).toMatchObject({ destinations: ['original_method'] })
  })
})
