import { dayMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

const program = {
  selling: {
    fee: { percent: 0, fixed: 300, included: false },
    taxes: [{ name: 'HST', percent: 1300, included: false }],
  },
  preferences: { ignore_attendee_conflicts: true },
}
let bench: Bench
let shop: Shop

beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, {
    program,
    event: { options: [{ cost: 34_500 }] },
  })
})

async function paidPlace(person: Person): Promise<string> {
  const { attendee_profile_id } = await makeAttendee(bench, person, { programId: shop.programId })
  const place = (await (
    await bench.call(
      '/v1/profile/registrations',
      person.json({
        event_id: shop.eventId,
        option_id: shop.optionId,
        customer_profile_id: person.profileId(shop.programId),
        attendee_profile_id,
      }),
    )
  ).json()) as Registration
  const order = (await (
    await bench.call(
      '/v1/profile/orders',
      person.json({
        program_id: shop.programId,
        customer_profile_id: person.profileId(shop.programId),
        items: [{ type: 'event_option', source: place.id, quantity: 1 }],
      }),
    )
  ).json()) as Order
  const paid = await bench.call(
    `/v1/profile/orders/${order.id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
  )
  expect(paid.status).toBe(201)
  return place.id
}
const shown = (person: Person, id: string) => shop.read<Registration>(person, `/v1/profile/registrations/${id}`)

describe('the cancellation shown for a paid registration', () => {
  it('a paid registration shows the refund of the price with its tax, without the fee', async () => {
    const nadia = await shop.customer({ lastName: 'Roy' })
    const registration = await shown(nadia, await paidPlace(nadia))
    expect(registration).toMatchObject({
      status: 'confirmed',
      hold_expires_at: null,
      order: {
        status: 'paid',
        customer_name: 'Nadia Roy',
        program_name: 'Lakeside Camps',
        currency: 'CAD',
        checkout_methods: ['card'],
        receipt_number: expect.stringMatching(/^\d{4}-\d{6}$/),
      },
      attendee_profile: { num_registrations: 1 },
    })
    expect([
      registration.order?.amount_cost.value,
      registration.order?.amount_fee.value,
      registration.order?.amount_total.value,
      registration.order?.amount_returned.value,
    ]).toEqual([34_500, 300, 39_324, 0])
    expect(registration.cancellation).toMatchObject({
      result: 'automatic',
      amount: { value: 38_985 },
      sentence: 'Cancel and get back $389.85',
      tier_ends_at: new Date(Date.parse(registration.event.starts_at) - 14 * dayMs).toISOString(),
    })
  })

  it('the refund is described in French', async () => {
    const luc = await shop.customer({ language: 'fr' })
    const id = await paidPlace(luc)
    expect((await shown(luc, id)).cancellation.sentence).toBe('Annuler et récupérer 389,85\u00a0$')
    const before = bench.now()
    bench.setNow(before + 20 * dayMs)
    await luc.renew()
    expect((await shown(luc, id)).cancellation).toMatchObject({ result: 'automatic', amount: { value: 19_493 } })
    bench.setNow(before)
  })

  it('the cancellation refunds exactly the shown amount', async () => {
    const sam = await shop.customer()
    const id = await paidPlace(sam)
    const promised = (await shown(sam, id)).cancellation.amount.value
    const cancelled = await bench.call(
      `/v1/profile/registrations/${id}/cancel`,
      sam.json({ reason: 'cannot_attend', expected_amount: promised }),
    )
    expect(cancelled.status).toBe(200)
    expect(await shown(sam, id)).toMatchObject({
      status: 'cancelled',
      cancellation: { result: 'not_possible', amount: { value: 0 } },
      order: { amount_returned: { value: promised } },
    })
  })

  it('PUT can cancel a registration', async () => {
    const eve = await shop.customer()
    const id = await paidPlace(eve)
    const answer = await bench.call(`/v1/profile/registrations/${id}`, {
      ...eve.json({ status: 'cancelled' }),
      method: 'PUT',
    })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Registration).status).toBe('cancelled')
  })
})
