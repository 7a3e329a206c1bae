import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import { programs } from '../../platform/database/tables.ts'
import { pageProgram } from '../../in-process.ts'
import { findCalendar } from '../../money/fulfilment/find-calendar.ts'
import { findPicture } from '../../offering/pictures/find-picture.ts'
import { makeContext } from '../../platform/make-context.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let nadia: Person
let [paid, other, cart]: Cart[] = []
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  nadia = await shop.customer()
  ;[paid, other, cart] = [await shop.cart(nadia), await shop.cart(nadia, { places: 2 }), await shop.cart(nadia)]
  for (const order of [paid, other]) await shop.pay(nadia, order)
  await shop.db.update(programs).set({ billing_status: 'cancelled' }).where(eq(programs.id, shop.programId))
})

const post = async (path: string, body: unknown = {}) => {
  const answer = await bench.call(`/v1/profile${path}`, nadia.json(body))
  return { status: answer.status, body: (await answer.json()) as Order & { type?: string } }
}
const ofOrder = (path = '') => `/orders/${paid?.order_id}${path}`

describe('a program whose contract has ended', () => {
  it.each([
    ['its order', () => ofOrder()],
    ['the items of the order', () => ofOrder('/items')],
    ['the payments', () => ofOrder('/payments')],
    ['the discounts', () => ofOrder('/discounts')],
    ['the calendar', () => ofOrder('/calendar')],
    ['the orders of the program', () => `/orders?program_id=${shop.programId}`],
    ['the schedule', () => `/registrations?program_id=${shop.programId}`],
    ['a place', () => `/registrations/${paid?.registration_ids[0]}`],
    ['their profile there', () => `/programs/${shop.programId}`],
    ['their programs', () => '/programs'],
  ])('C4: customers of a closed program can still read %s', async (_, path) => {
    const answer = await bench.call(`/v1/profile${path()}`, { headers: nadia.headers })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    if (path().includes('?')) expect(text).toContain(`"program_id":"${shop.programId}"`)
  })

  it('C4: customers of a closed program can read their calendar of it', async () => {
    const { url } = (await (
      await bench.call(`/v1/profile${ofOrder('/calendar')}`, { headers: nadia.headers })
    ).json()) as { url: string }
    const token = url.slice(url.lastIndexOf('/') + 1, -'.ics'.length)
    const ctx = makeContext({ env: bench.env, now: bench.now() })
    expect(await findCalendar(ctx, token)).toContain('BEGIN:VEVENT')

    const page = { isForKept: false, language: null }
    expect(await pageProgram(bench.env, shop.programId, page)).toMatchObject({ isClosed: true })
    const logo = 'https://example.com/logo.png'
    const [row] = await shop.db.select().from(programs).where(eq(programs.id, shop.programId))
    await shop.db
      .update(programs)
      .set({ preferences: { ...row?.preferences, logo } as NonNullable<typeof row>['preferences'] })
      .where(eq(programs.id, shop.programId))
    expect(await findPicture(ctx, { program_id: shop.programId, kind: 'logo', id: shop.programId })).toBe(logo)
  })

  it('C4: customers of a closed program can cancel a place and are refunded', async () => {
    const [first = ''] = other?.registration_ids ?? []
    expect((await post(`/registrations/${first}/cancel`)).body).toMatchObject({ id: first, status: 'cancelled' })
    expect((await post(`/orders/${other?.order_id}/cancel`)).body).toMatchObject({ status: 'cancelled' })
    expect((await post(`/orders/${paid?.order_id}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      amount_returning: { value: paid?.total },
    })
  })

  it('C4: a closed program sells nothing', async () => {
    expect(
      await post('/orders', { program_id: shop.programId, customer_profile_id: nadia.profileId(shop.programId) }),
    ).toMatchObject({
      status: 422,
      body: { type: 'program_not_accepting_orders' },
    })
    const attendee = await makeAttendee(bench, nadia, { programId: shop.programId })
    expect(
      await post('/registrations', {
        event_id: shop.eventId,
        option_id: shop.optionId,
        customer_profile_id: nadia.profileId(shop.programId),
        attendee_profile_id: attendee.attendee_profile_id,
      }),
    ).toMatchObject({ status: 404 })
    expect(
      await post(`/orders/${cart?.order_id}/payments`, { checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
    ).toMatchObject({ status: 422, body: { type: 'program_not_accepting_orders' } })
    const removed = await bench.call(`/v1/profile/orders/${cart?.order_id}`, {
      method: 'DELETE',
      headers: nadia.headers,
    })
    expect(removed.status).toBe(204)
  })

  it('C4: people who are not its customers get 404 from a closed program', async () => {
    for (const path of [
      `programs/${shop.programId}`,
      `events/${shop.eventId}`,
      `programs/${shop.programId}/promotions`,
    ])
      expect((await bench.call(`/v1/explore/${path}`)).status).toBe(404)
  })
})
