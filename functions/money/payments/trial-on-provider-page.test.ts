import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { decideBankStep } from '../../platform/cards/sandbox.ts'
import { payOnPage } from '../../platform/cards/sandbox-page.ts'
import { memberships, refunds, sandboxIntents, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeMembershipPackage } from '../../test-bench/programs.ts'
import { withSandbox } from '../../test-bench/provider-with.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { memberships: true } } }))
})
const send = async <Body>(person: Person, path: string, body: unknown = {}) => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Body & { type: string; param: string | null } }
}
async function trialOf(person: Person): Promise<Cart> {
  const source = await makeMembershipPackage(bench, shop.programId, { trial_days: 14 })
  const { body } = await send<Order>(person, '/v1/profile/orders', {
    program_id: shop.programId,
    customer_profile_id: person.profileId(shop.programId),
    items: [{ type: 'membership_package', source }],
  })
  return { order_id: body.id } as Cart
}
const onPage = (person: Person, { order_id }: Cart, more: object = {}) =>
  send<Payment>(person, `/v1/profile/orders/${order_id}/payments`, {
    checkout_method: 'card',
    on_provider_page: true,
    ...more,
  })
const enter = async (payment: Payment, card = '4242424242424242') => {
  const token = payment.next_action_url?.split('/').at(-1) ?? ''
  return payOnPage(bench.env, { token, card, now: bench.now() })
}
async function opened() {
  const nadia = await shop.customer({ verified: true })
  const order = await trialOf(nadia)
  const { status, body: payment } = await onPage(nadia, order)
  expect(status).toBe(201)
  return { nadia, order, payment }
}
const membershipsOf = (person: Person) =>
  shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.customer_profile_id, person.profileId(shop.programId)))
const cardsOf = async (person: Person) =>
  (await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)).sources
const timesStarted = async (id: string) =>
  (
    await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, id), eq(statusHistory.to_status, 'trialing')))
  ).length

describe('a free trial whose card is entered on the provider’s page', () => {
  it('the page charges nothing, and the trial has not begun', async () => {
    const { nadia, payment } = await opened()
    expect(payment).toMatchObject({ status: 'requires_action', on_provider_page: true, amount_total: { value: 0 } })
    expect(payment.next_action_url).toMatch(/\/dev\/pay\/page_/)
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['incomplete'])
    expect(await cardsOf(nadia)).toEqual([])
  })

  it('the trial begins once with the stored card, however often the customer returns', async () => {
    const { nadia, order, payment } = await opened()
    expect(await enter(payment, '4000000000000002')).toEqual({ decline: 'generic_decline' })
    expect(await enter(payment)).toEqual({ next: expect.stringContaining(`payment_id=${payment.id}`) })
    const answers = await Promise.all([1, 2, 3].map(() => shop.confirm(nadia, order, payment)))
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ status: 'succeeded', amount_received: { value: 0 } })
    await bench.tick()
    const [card, ...others] = await cardsOf(nadia)
    expect([card?.last4, card?.is_default, others]).toEqual(['4242', true, []])
    const [membership, ...more] = await membershipsOf(nadia)
    expect(membership).toMatchObject({ status: 'trialing', payment_source_id: card?.id, is_usable: true })
    expect(more).toEqual([])
    expect(await timesStarted(membership?.id ?? '')).toBe(1)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 0 } })
  })

  it('the scheduler begins the trial of a customer who does not return', async () => {
    const { nadia, payment } = await opened()
    await enter(payment)
    bench.pass(3 * 60_000)
    await bench.tick()
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['trialing'])
  })

  it('a second request leads to the page that is open', async () => {
    const { nadia, order, payment } = await opened()
    expect((await onPage(nadia, order)).body).toMatchObject({
      id: payment.id,
      next_action_url: payment.next_action_url,
    })
  })

  it('two carts of one person begin one trial', async () => {
    const nadia = await shop.customer({ verified: true })
    const [first, second] = [await trialOf(nadia), await trialOf(nadia)]
    const answers = await Promise.all([onPage(nadia, first), onPage(nadia, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    for (const { status, body } of answers) if (status === 201) await enter(body)
    bench.pass(3 * 60_000)
    await bench.tick()
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['trialing'])
  })

  it('an unfinished page closes after an hour, and the card can be entered on another', async () => {
    const { nadia, order, payment } = await opened()
    bench.pass(61 * 60_000)
    await bench.tick()
    await nadia.renew()
    expect(await enter(payment)).toEqual({ next: expect.any(String) })
    expect(await cardsOf(nadia)).toEqual([])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', payments: [{ status: 'cancelled' }] })
    const again = (await onPage(nadia, order)).body
    await enter(again)
    await shop.confirm(nadia, order, again)
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['trialing'])
  })

  it('a bank that refuses the card leaves the order open for another card', async () => {
    const { nadia, order, payment } = await opened()
    const { next } = (await enter(payment, '4000002500003155')) as { next: string }
    await decideBankStep(bench.env, { token: next.split('/').at(-1) ?? '', isConfirmed: false, now: bench.now() })
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'failed' })
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['incomplete'])
    const again = (await onPage(nadia, order)).body
    await enter(again)
    expect(await (await shop.confirm(nadia, order, again)).json()).toMatchObject({ status: 'succeeded' })
  })

  it('a card stored for an order that was completed otherwise is kept, and nothing is refunded', async () => {
    const { nadia, order, payment } = await opened()
    const attached = await send<{ id: string }>(
      nadia,
      `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_mastercard/attach`,
    )
    // The provider does not hear that the page is to be closed.
    await withSandbox(
      (provider) => ({
        cancel: async (input) =>
          ({ ...(await provider.read({ ...input, payment_id: '' })), state: 'canceled' }) as never,
      }),
      async () => {
        const other = await send(nadia, `/v1/profile/orders/${order.order_id}/payments`, {
          checkout_method: 'free',
          payment_source_id: attached.body.id,
          replaces_payment_id: payment.id,
        })
        expect(other.status).toBe(201)
      },
    )
    await enter(payment)
    await shop.confirm(nadia, order, payment)
    await bench.tick()
    expect((await membershipsOf(nadia)).map(({ status }) => status)).toEqual(['trialing'])
    expect(await cardsOf(nadia)).toHaveLength(2)
    expect(await shop.db.select().from(refunds).where(eq(refunds.payment_id, payment.id))).toEqual([])
  })

  it('choosing a stored card closes the page', async () => {
    const { nadia, order, payment } = await opened()
    await send(nadia, `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_visa/attach`)
    const body = { checkout_method: 'free', replaces_payment_id: payment.id }
    expect((await send(nadia, `/v1/profile/orders/${order.order_id}/payments`, body)).status).toBe(201)
    const [intent] = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, payment.id))
    expect(intent?.state).toBe('canceled')
  })

  it('the page is refused for an unconfirmed email, and with another card', async () => {
    const unverified = await shop.customer({ verified: false })
    expect((await onPage(unverified, await trialOf(unverified))).body.type).toBe('email_not_verified')
    const nadia = await shop.customer()
    const answer = await onPage(nadia, await trialOf(nadia), { payment_source_id: 'pm_card_visa' })
    expect([answer.status, answer.body.type]).toEqual([400, 'invalid_option'])
  })
})
