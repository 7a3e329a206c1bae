import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import { dayMs } from '../../contract/limits.ts'
import { database } from '../../platform/database/database.ts'
import { eventOptions, pools, registrations, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { type BookableEvent, fieldsRefused } from '../../test-bench/booking-family.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeQuestion } from '../../test-bench/programs.ts'

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench)
})

const db = () => database(bench.bareDb)
const over = { over_capacity: { reason: 'A coach agreed to one more' } }
const countsOf = async ({ option_ids }: BookableEvent) => {
  const rows = await db().select().from(eventOptions).where(inArray(eventOptions.id, option_ids))
  return option_ids.map((id) => {
    const option = rows.find((row) => row.id === id)
    return [option?.spots_taken, option?.spots_extra, option?.spots_total]
  })
}
const cancel = (id: string) =>
  bench.call(
    `/v1/organiser/programs/${f.programId}/registrations/${id}/cancel`,
    f.desk.json({ reason: 'Moved away', notify: false }),
  )
/** A customer’s own attempt to book the first option. */
async function stranger(event: BookableEvent): Promise<Awaited<ReturnType<BookingDesk['book']>>> {
  const person: Person = await makeCustomer(bench, { programIds: [f.programId] })
  const { attendee_id } = await makeAttendee(bench, person, { programId: f.programId })
  return f.book(f.bodyFor(event, { people: [attendee_id] }), { person })
}

describe('a booking over capacity', () => {
  it('adds an extra place to a full option, whose total stays', async () => {
    const event = await f.event([{ cost: 100, spots: 2 }])
    const [first, second, third = ''] = f.children
    await f.bookByStaff(f.bodyForStaff(event, {}, [first ?? '', second ?? '']))
    expect(fieldsRefused(await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, {}, [third])))).toEqual([
      ['sold_out', 'people[0].option_id'],
    ])
    const { status, body } = await f.bookByStaff(f.bodyForStaff(event, over, [third]))
    expect([status, body.status]).toEqual([201, 'paid'])
    expect(await countsOf(event)).toEqual([[2, 1, 2]])
    const [made] = await db()
      .select()
      .from(statusHistory)
      .where(eq(statusHistory.object_id, body.registrations[0]?.id ?? ''))
    expect(made?.note).toBe('over_capacity: A coach agreed to one more')
    const season = await bench.call(`/v1/organiser/programs/${f.programId}/season`, {
      headers: (await f.staffOf('manager')).headers,
    })
    expect(JSON.stringify(await season.json())).toContain('"spots_total":2,"spots_taken":3')
  })

  it('takes an ordinary place while one is left', async () => {
    const event = await f.event([{ cost: 100, spots: 2 }])
    await f.bookByStaff(f.bodyForStaff(event, over))
    expect(await countsOf(event)).toEqual([[2, 1, 2]])
  })

  it('the first place that becomes free takes the extra one away and is not sold', async () => {
    const event = await f.event([{ cost: 100, spots: 2 }])
    const { body } = await f.bookByStaff(f.bodyForStaff(event, over))
    const rows = await db().select().from(registrations).where(eq(registrations.event_id, event.event_id))
    const ordinary = rows.filter(({ is_extra }) => !is_extra)
    expect(ordinary).toHaveLength(2)
    expect((await cancel(ordinary[0]?.id ?? '')).status).toBe(200)
    expect(await countsOf(event)).toEqual([[2, 0, 2]])
    expect((await stranger(event)).status).toBe(409)
    expect((await cancel(ordinary[1]?.id ?? '')).status).toBe(200)
    expect(await countsOf(event)).toEqual([[1, 0, 2]])
    expect((await stranger(event)).status).toBe(201)
    expect(body.registrations).toHaveLength(3)
  })

  it('an extra place that ends leaves the ordinary ones as they are', async () => {
    const event = await f.event([{ cost: 100, spots: 2 }])
    await f.bookByStaff(f.bodyForStaff(event, over))
    const rows = await db().select().from(registrations).where(eq(registrations.event_id, event.event_id))
    await cancel(rows.find(({ is_extra }) => is_extra)?.id ?? '')
    expect(await countsOf(event)).toEqual([[2, 0, 2]])
    expect((await stranger(event)).status).toBe(409)
  })

  it('a larger total takes the extra places in first', async () => {
    const event = await f.event([{ cost: 100, spots: 1 }])
    await f.bookByStaff(f.bodyForStaff(event, over))
    expect(await countsOf(event)).toEqual([[1, 2, 1]])
    await db().update(eventOptions).set({ spots_total: 2 }).where(eq(eventOptions.id, event.option_ids[0]))
    expect(await countsOf(event)).toEqual([[2, 1, 2]])
    await db().update(eventOptions).set({ spots_total: 4 }).where(eq(eventOptions.id, event.option_ids[0]))
    expect(await countsOf(event)).toEqual([[3, 0, 4]])
  })

  it('a lapsed hold is named as no free place while an extra place waits for it', async () => {
    const event = await f.event([{ cost: 100, spots: 1 }])
    const late = await stranger(event)
    await f.bookByStaff(f.bodyForStaff(event, over, f.children.slice(0, 1)))
    const past = { hold_expires_at: bench.now() - 1 }
    await db()
      .update(registrations)
      .set(past)
      .where(eq(registrations.order_id, (late.body as Order).id))
    expect(await countsOf(event)).toEqual([[1, 1, 1]])
    const refused = await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, {}, f.children.slice(1, 2)))
    expect(fieldsRefused(refused)).toEqual([['sold_out', 'people[0].option_id']])
  })

  it('a lapsed extra hold frees no place', async () => {
    const event = await f.event([{ cost: 100, spots: 1 }])
    const [first = '', second = '', third = ''] = f.children
    await f.bookByStaff(f.bodyForStaff(event, {}, [first]))
    const { body } = await f.bookByStaff(f.bodyForStaff(event, over, [second]))
    const past = { status: 'pending' as const, order_id: null, hold_expires_at: bench.now() - 1 }
    await db()
      .update(registrations)
      .set(past)
      .where(eq(registrations.id, body.registrations[0]?.id ?? ''))
    expect(fieldsRefused(await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, {}, [third])))).toEqual([
      ['sold_out', 'people[0].option_id'],
    ])
  })

  it('a full pool makes a place extra, and a place of another option takes it away', async () => {
    const event = await f.event([
      { cost: 100, spots: 5 },
      { cost: 100, spots: 5 },
    ])
    const [a, b = ''] = event.option_ids
    await db().insert(pools).values({ id: 'poo_1', program_id: f.programId, key: 'lake', spots_total: 2 })
    for (const option of [a, b])
      await bench.env.DB.prepare('INSERT INTO option_pools (option_id, pool_id) VALUES (?, ?)')
        .bind(option, 'poo_1')
        .run()
    const [first = '', second = '', third = ''] = f.children
    await f.bookByStaff(f.bodyForStaff(event, {}, [first]))
    const other = { people: [{ attendee_id: second, option_id: b }] }
    const { body } = await f.bookByStaff(f.bodyForStaff(event, other))
    await f.bookByStaff(f.bodyForStaff(event, over, [third]))
    expect(await countsOf(event)).toEqual([
      [1, 1, 5],
      [1, 0, 5],
    ])
    await cancel(body.registrations[0]?.id ?? '')
    expect(await countsOf(event)).toEqual([
      [2, 0, 5],
      [0, 0, 5],
    ])
    expect((await db().select().from(pools))[0]?.spots_taken).toBe(2)
    expect((await stranger(event)).status).toBe(409)
  })
})

describe('a booking with the right `exceptions`', () => {
  const price = { amount: 28_000, reason: 'Hardship fund' }

  it('a place has another price, with its reason in the history and on the line', async () => {
    const event = await f.event([{ cost: 36_000 }])
    const staff = await f.staffOf('manager')
    const { status, body } = await f.bookByStaff<Order>(f.bodyForStaff(event, { price, paid_by: 'later' }), { staff })
    expect([status, body.amount_subtotal.value]).toEqual([201, 3 * 28_000])
    expect(body.items.map((item) => [item.unit_amount.value, item.price_reason])).toEqual(
      f.children.map(() => [28_000, 'Hardship fund']),
    )
    const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
    expect((await bench.call(`/v1/profile/orders/${body.id}/payments`, f.ada.json(card))).status).toBe(201)
    const paid = await bench.call(`/v1/profile/orders/${body.id}`, { headers: f.ada.headers })
    expect(((await paid.json()) as Order).amount_paid.value).toBe(body.amount_total.value)
  })

  it('an override waives the named checks, and no others', async () => {
    const staff = await f.staffOf('manager')
    const event = await f.event([{ cost: 100, minimumAge: 14, saleStartsAt: bench.now() + dayMs }])
    const override = { checks: ['attendee_too_young'], reason: 'Comes with a big sister' }
    const one = await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, { override }), { staff })
    expect(one.body.type).toBe('sale_not_started')
    const both = { override: { ...override, checks: ['attendee_too_young', 'sale_not_started'] } }
    expect((await f.bookByStaff(f.bodyForStaff(event, both), { staff })).status).toBe(201)
  })

  it('a person is never booked twice', async () => {
    const staff = await f.staffOf('manager')
    const event = await f.event()
    await f.bookByStaff(f.bodyForStaff(event))
    const override = { checks: ['attendee_conflict'], reason: 'Both are fine' }
    const again = await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, { override }), { staff })
    expect(again.body.type).toBe('already_registered')
    expect((await f.bookByStaff(f.bodyForStaff(await f.event(), { override }), { staff })).status).toBe(201)
  })

  it.each([{ price }, { override: { checks: ['sale_ended'], reason: 'Late' } }])(
    'the front desk may not send %o',
    async (more) => {
      const refused = await f.bookByStaff<ErrorBody>(f.bodyForStaff(await f.event(), more))
      expect([refused.status, refused.body.type]).toEqual([403, 'not_allowed'])
    },
  )
})

describe('answers that the family completes', () => {
  it('a required question may be left open, and a wrong answer may not', async () => {
    const question = await makeQuestion(bench, f.programId)
    const event = await f.event([{ cost: 100 }], { questionIds: [question] })
    const [attendee_id] = f.children
    const person = { attendee_id, option_id: event.option_ids[0] }
    const strict = await f.bookByStaff<ErrorBody>(f.bodyForStaff(event, { people: [person] }))
    expect(strict.body.type).toBe('required')
    const open = { people: [{ ...person, to_complete: true }] }
    expect((await f.bookByStaff(f.bodyForStaff(event, open))).status).toBe(201)
  })
})
