import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingFamily, fieldsRefused, openBookingFamily } from '../../test-bench/booking-family.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeMembershipPackage, makeSessionPackage } from '../../test-bench/programs.ts'
import { takenOf } from '../../test-bench/registering.ts'

let bench: Bench
let f: BookingFamily
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingFamily(bench, { features: { memberships: true, sessions: true } })
})

const membership = (input: Parameters<typeof makeMembershipPackage>[2] = {}) =>
  makeMembershipPackage(bench, f.programId, { cost: 4500, ...input })
const forMembers = (source: string, cost = 2000) => f.event([{ cost }], { packageIds: [source] })
const joining = (membership_package_id: string, people: readonly string[] = f.children.slice(0, 1), more = {}) => ({
  people,
  perPerson: { membership_package_id },
  more,
})
const pay = async (order: Order, method: object = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }) => {
  const answer = await bench.call(`/v1/profile/orders/${order.id}/payments`, f.ada.json(method))
  return { status: answer.status, body: (await answer.json()) as ErrorBody }
}
const statusesOf = async (order: Order) => {
  const answer = await bench.call(`/v1/profile/orders/${order.id}`, { headers: f.ada.headers })
  return ((await answer.json()) as Order).registrations.map(({ status }) => status)
}
const membershipsOf = async () => {
  const path = `/v1/profile/programs/${f.programId}/memberships`
  const answer = await bench.call(path, { headers: f.ada.headers })
  return ((await answer.json()) as { data: [Membership] }).data
}
const memberships = async () => (await membershipsOf()).map(({ status }) => status)
const linesOf = ({ items }: Pick<Order, 'items'>) => items.map(({ type, amount }) => [type, amount.value])

describe('a membership that is bought with places of a booking', () => {
  it('`package_id` names a package of either kind, and two packages of a person are refused', async () => {
    const sources = [await membership(), await makeSessionPackage(bench, f.programId, { cost: 5000 })] as const
    const event = await f.event([{ cost: 2000 }], { packageIds: [...sources] })
    const preview = (package_id: string, more = {}) => {
      const named = { people: f.children.slice(0, 1), perPerson: { package_id, ...more } }
      return f.book<BookingPreview & ErrorBody>({ ...f.bodyFor(event, named), dry_run: true })
    }
    const [asMember, withVisit] = [await preview(sources[0]), await preview(sources[1])]
    expect([linesOf(asMember.body), linesOf(withVisit.body)]).toEqual([
      [
        ['membership_package', 4500],
        ['event_option', 2000],
      ],
      [
        ['session_package', 5000],
        ['event_option', 0],
      ],
    ])
    const twice = await preview(sources[0], { session_package_id: sources[1] })
    expect([twice.status, twice.body.type, twice.body.param]).toEqual([
      400,
      'invalid_parameter',
      'people[0].package_id',
    ])
    const unknown = await preview('spk_unknown')
    expect([unknown.status, unknown.body.param]).toEqual([404, 'people[0].package_id'])
  })

  it('a later refusal of a package that was sent as `package_id` names `package_id`', async () => {
    const event = await forMembers(await membership())
    const sources = [await membership(), await makeSessionPackage(bench, f.programId, { cost: 5000 })]
    for (const package_id of sources) {
      const named = { people: f.children.slice(0, 1), perPerson: { package_id } }
      const params = fieldsRefused(await f.book<ErrorBody>(f.bodyFor(event, named))).map(([, param]) => param)
      expect(params).toEqual(['people[0].package_id'])
    }
  })

  it('opens an event for members at its price, for the whole family, once the order is paid', async () => {
    const source = await membership()
    const event = await forMembers(source)
    const body = f.bodyFor(event, joining(source, f.children.slice(0, 2)))
    const preview = await f.book<BookingPreview>({ ...body, dry_run: true })
    const { status, body: order } = await f.book(body)
    const lines = [
      ['membership_package', 4500],
      ['event_option', 2000],
      ['event_option', 2000],
    ]
    expect([status, linesOf(order), linesOf(preview.body)]).toEqual([201, lines, lines])
    expect((await pay(order)).status).toBe(201)
    expect([await statusesOf(order), await memberships()]).toEqual([['confirmed', 'confirmed'], ['active']])
  })

  it('one that is sold for a person is bought for each, and one in the cart is used again', async () => {
    const source = await membership({ sold_for: 'person' })
    const [first, second] = [await forMembers(source), await forMembers(source)]
    const { body: cart } = await f.book(f.bodyFor(first, joining(source, f.children.slice(0, 2))))
    expect(cart.items.filter(({ type }) => type === 'membership_package').map((item) => item.attendee_name)).toEqual([
      'Maya Roy',
      'Samuel Roy',
    ])
    await bench.env.DB.prepare(
      'UPDATE events SET starts_at = starts_at + 86400000 * 14, ends_at = ends_at + 86400000 * 14 WHERE id = ?',
    )
      .bind(second.event_id)
      .run()
    const more = await f.book(f.bodyFor(second, joining(source, f.children.slice(0, 1), { order_id: cart.id })))
    expect([more.status, more.body.items.filter(({ type }) => type === 'membership_package').length]).toEqual([201, 2])
  })

  it('a place does not stay in the cart without the membership that opens it', async () => {
    const source = await membership()
    const event = await forMembers(source)
    const { body: order } = await f.book(f.bodyFor(event, joining(source)))
    const item = order.items.find(({ type }) => type === 'membership_package')
    await expect(bench.env.DB.prepare('DELETE FROM order_items WHERE id = ?').bind(item?.id).run()).rejects.toThrow(
      'package_in_use',
    )
    const { body: other } = await f.book(f.bodyFor(await f.event(), { people: f.children.slice(1) }))
    await expect(
      bench.env.DB.prepare('UPDATE registrations SET order_id = ? WHERE order_id = ?').bind(other.id, order.id).run(),
    ).rejects.toThrow('membership_not_in_order')
    const removed = await bench.call(`/v1/profile/orders/${order.id}/items/${item?.id}`, {
      method: 'DELETE',
      headers: f.ada.headers,
    })
    expect([removed.status, ((await removed.json()) as Order).items]).toEqual([200, []])
    expect(await takenOf(bench, event.option_ids[0])).toBe(0)
  })

  it('a booking that releases the last place it opens removes the membership', async () => {
    const source = await membership()
    const event = await forMembers(source)
    const { body: order } = await f.book(f.bodyFor(event, joining(source)))
    const next = f.bodyFor(await f.event(), {
      people: f.children.slice(1, 2),
      more: { order_id: order.id, release: order.registrations.map(({ id }) => id) },
    })
    expect(linesOf((await f.book(next)).body)).toEqual([['event_option', 34_500]])
  })

  it('a payment that fails leaves neither a place nor a membership', async () => {
    const source = await membership()
    const event = await forMembers(source)
    const { body: order } = await f.book(f.bodyFor(event, joining(source)))
    const declined = await pay(order, { checkout_method: 'card', payment_source_id: 'pm_card_chargeDeclined' })
    expect([declined.status, await statusesOf(order)]).toEqual([402, ['pending']])
    expect((await memberships()).filter((status) => status === 'active')).toEqual([])
    bench.pass(40 * 60_000)
    await bench.tick()
    await f.ada.renew()
    expect([
      await takenOf(bench, event.option_ids[0]),
      (await memberships()).filter((status) => status === 'active'),
    ]).toEqual([0, []])
  })

  it('the end of a membership refunds at most what is left of it, not of the place in its order', async () => {
    const source = await membership()
    const { body: order } = await f.book(f.bodyFor(await forMembers(source), joining(source)))
    await pay(order)
    const staff = async (path: string, body: object) => {
      const url = `/v1/organiser/programs/${f.programId}/${path}`
      const answer = await bench.call(url, { method: 'POST', headers: organiserHeaders, body: JSON.stringify(body) })
      return (await answer.json()) as { amount_returned: { value: number } }
    }
    const items = order.items.filter(({ type }) => type === 'membership_package').map(({ id }) => id)
    await staff(`orders/${order.id}/refund`, { amount: 4000, items, reason: 'The pool was closed.' })
    const [{ id }] = await membershipsOf()
    const ended = await staff(`memberships/${id}/end`, { refund: 'unused', dry_run: true })
    expect(ended.amount_returned.value).toBe(500)
  })

  it('a trial opens a free place only with a card for its later charges', async () => {
    const source = await membership({ trial_days: 60, trial_needs_card: false })
    const { body: order } = await f.book(f.bodyFor(await forMembers(source, 0), joining(source)))
    expect(order.amount_total.value).toBe(0)
    const refused = await pay(order, { checkout_method: 'free' })
    expect([refused.status, refused.body.param]).toEqual([400, 'payment_source_id'])
  })

  it('a membership is refused by person when it opens nothing that day, and when the family has it', async () => {
    const source = await membership({ billing_period: 'month', num_periods: 1 })
    const late = await f.event([{ cost: 2000 }], { packageIds: [source], startsAt: bench.now() + 90 * 86_400_000 })
    const refusal = (type: string) => [[type, 'people[0].membership_package_id']]
    expect(fieldsRefused(await f.book<ErrorBody>(f.bodyFor(late, joining(source))))).toEqual(
      refusal('membership_required'),
    )
    const other = f.bodyFor(await forMembers(await membership()), joining(source))
    expect(fieldsRefused(await f.book<ErrorBody>(other))).toEqual(refusal('membership_required'))
    const held = await membership()
    expect((await pay((await f.book(f.bodyFor(await forMembers(held), joining(held)))).body)).status).toBe(201)
    const again = f.bodyFor(await forMembers(held), joining(held, f.children.slice(1, 2)))
    expect(fieldsRefused(await f.book<ErrorBody>(again))).toEqual(refusal('already_registered'))
  })
})
