import { makeSailWeek, type WeekInput } from '../../test-bench/sail-week.ts'
import { dayMs } from '../../contract/limits.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { MoveChoice, RegistrationMoves } from '../../contract/changes/move.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import {
  eventOptions,
  mailbox,
  orderItems,
  outbox,
  refunds,
  waiverAcceptances,
  waivers,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { fairRefund, makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let fromId = ''
let fromOption = ''
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  const event = await makeEvent(bench, {
    programId: shop.programId,
    name: 'Sail Week',
    startsAt: bench.now() + 20 * dayMs,
    endsAt: bench.now() + 24 * dayMs,
    refund: fairRefund,
    options: [{ cost: 34_500, spots: 40 }],
  })
  fromId = event.event_id
  fromOption = event.option_ids[0]
})

/** A later week with the same name. */
const week = (input: WeekInput = {}) => makeSailWeek(bench, { programId: shop.programId, ...input })
type Booked = { person: Person; order: Cart; id: string }
async function booked(optionId = fromOption, eventId = fromId): Promise<Booked> {
  const person = await shop.customer()
  const order = await makeCart(bench, person, {
    programId: shop.programId,
    eventId,
    optionId,
    fee: 913,
    tax: { name: 'HST', percent: 1300 },
  })
  expect((await shop.pay(person, order)).status).toBe(201)
  return { person, order, id: order.registration_ids[0] }
}
const put = (person: Person, id: string, body: Record<string, unknown>) =>
  bench.call(`/v1/profile/registrations/${id}`, { ...person.json(body), method: 'PUT' })
const movesOf = (person: Person, id: string, query = '') =>
  shop.read<RegistrationMoves>(person, `/v1/profile/registrations/${id}/moves${query}`)
const choiceOf = async ({ person, id }: Booked, optionId: string): Promise<MoveChoice | undefined> =>
  (await movesOf(person, id)).choices.find(({ option }) => option.id === optionId)
const takenOf = async (optionId: string) =>
  (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken
const brokenOf = async ({ order, id }: Booked): Promise<string[]> => {
  const broken: string[] = []
  for (const question of auditQuestions) {
    const ids = { orders: order.order_id, registrations: id }[question.of as string]
    if (!ids) continue
    const rows = await bench.bareDb
      .prepare(questionText(question, 'ids'))
      .bind(JSON.stringify([ids]))
      .all()
    if (rows.results.length > 0) broken.push(question.name)
  }
  return broken
}

describe('the options that a place can move to', () => {
  it.each([
    [{ minimumAge: 12, maximumAge: 14 }, /^\S+ will be 9 on February\s13\. This is for ages 12 to 14\.$/],
    [{ maximumAge: 8 }, /This is for ages up to 8\.$/],
    [{ minimumAge: 16 }, /This is for ages 16 and up\.$/],
  ])('an option limited to %j cannot be chosen, and its sentence gives the reason', async (ages, sentence) => {
    const to = await week({ options: [{ cost: 34_500, ...ages }] })
    const place = await booked()
    const choice = await choiceOf(place, to.optionId)
    expect(choice?.result).toBe('not_possible')
    expect(choice?.sentence).toMatch(sentence)
  })
})

describe('the move deadline of a registration', () => {
  const untilOf = async ({ person, id }: Booked) =>
    (await shop.read<Registration>(person, `/v1/profile/registrations/${id}`)).move_until

  it('a registration has a move deadline only while it can be moved', async () => {
    const place = await booked()
    const startsAt = Date.parse(
      (await shop.read<Registration>(place.person, `/v1/profile/registrations/${place.id}`)).event.starts_at,
    )
    expect(await untilOf(place)).toBe(new Date(startsAt - 14 * dayMs).toISOString())
    const soon = await week({ startsAt: bench.now() + 10 * dayMs, endsAt: bench.now() + 11 * dayMs })
    const late = await booked(soon.optionId, soon.eventId)
    expect(await untilOf(late)).toBeNull()
    expect((await movesOf(late.person, late.id)).is_open).toBe(false)
    await bench.call(`/v1/profile/registrations/${place.id}/cancel`, place.person.json({}))
    expect(await untilOf(place)).toBeNull()
  })
})

describe('PUT registrations/{id} with another option', () => {
  it('the booking keeps its id, order and answers in the new place', async () => {
    const to = await week()
    const place = await booked()
    const before = await takenOf(fromOption)
    expect(await choiceOf(place, to.optionId)).toMatchObject({
      result: 'same_price',
      amount_back: { value: 0 },
      sentence: null,
    })
    const answer = await put(place.person, place.id, { option_id: to.optionId, expected_amount: 0 })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id: place.id,
      status: 'confirmed',
      sequence: 1,
      event_id: to.eventId,
      option_id: to.optionId,
      order_id: place.order.order_id,
    })
    expect([await takenOf(fromOption), await takenOf(to.optionId)]).toEqual([(before ?? 0) - 1, 1])
    const again = await put(place.person, place.id, { option_id: to.optionId })
    expect(await again.json()).toMatchObject({ sequence: 1 })
    expect(await brokenOf(place)).toEqual([])

    await bench.tick()
    const [mail] = await shop.db
      .select()
      .from(mailbox)
      .where(and(eq(mailbox.recipient, place.person.email), sql`${mailbox.subject} LIKE 'Moved: %'`))
      .orderBy(desc(mailbox.id))
    expect(mail?.text).toContain('Before: Sail Week')
    expect(mail?.text).not.toContain('Your bank takes')
  })

  it('a move to a lower price refunds the difference with its tax', async () => {
    const to = await week({ cost: 21_000 })
    const place = await booked()
    const choice = await choiceOf(place, to.optionId)
    expect(choice).toMatchObject({ result: 'money_back', amount_back: { value: 15_255 } })
    const other = await put(place.person, place.id, { option_id: to.optionId, expected_amount: 1 })
    expect([other.status, (await other.json()) as object]).toMatchObject([409, { type: 'quote_stale' }])
    expect((await put(place.person, place.id, { option_id: to.optionId, expected_amount: 15_255 })).status).toBe(200)

    const sent = await shop.db.select().from(refunds).where(eq(refunds.order_id, place.order.order_id))
    expect(sent.map(({ amount, reason }) => [amount, reason])).toEqual([[15_255, 'registration_moved']])
    const lines = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, place.order.order_id))
    expect(lines.map((line) => [line.amount, line.amount_cancelled, line.registration_id])).toEqual([
      [21_000, 0, place.id],
      [13_500, 15_255, null],
    ])
    expect(await shop.orderOf(place.person, place.order)).toMatchObject({
      status: 'paid',
      amount_total: { value: place.order.total },
    })
    expect(await brokenOf(place)).toEqual([])
    const { cancellation } = await shop.read<Registration>(place.person, `/v1/profile/registrations/${place.id}`)
    expect(cancellation).toMatchObject({ result: 'automatic', amount: { value: 23_730 } })
    const cancelled = await bench.call(`/v1/profile/registrations/${place.id}/cancel`, place.person.json({}))
    expect(cancelled.status).toBe(200)
    expect(await brokenOf(place)).toEqual([])
  })

  it('a move to a higher price is refused until it is paid', async () => {
    const to = await week({ cost: 60_000 })
    const place = await booked()
    const choice = await choiceOf(place, to.optionId)
    expect(choice?.result).toBe('costs_more')
    expect(choice?.amount_more.value).toBe(60_000 - place.order.total)
    const answer = await put(place.person, place.id, { option_id: to.optionId })
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { type: 'transition_not_allowed', param: 'option_id', message: expect.stringContaining('Pay the difference') },
    ])
  })

  it('a freed place is offered to the waitlist', async () => {
    const full = await week({ spots: 1, waitlist: true })
    const holder = await booked(full.optionId, full.eventId)
    const waiting = await shop.customer()
    const child = await makeAttendee(bench, waiting, { programId: shop.programId })
    const joined = await bench.call(
      '/v1/profile/registrations',
      waiting.json({
        status: 'waitlisted',
        event_id: full.eventId,
        option_id: full.optionId,
        customer_profile_id: waiting.profileId(shop.programId),
        attendee_profile_id: child.attendee_profile_id,
      }),
    )
    expect(joined.status).toBe(201)
    const to = await week()
    expect((await put(holder.person, holder.id, { option_id: to.optionId })).status).toBe(200)
    await bench.tick()
    const { id } = (await joined.json()) as Registration
    expect(await shop.read(waiting, `/v1/profile/registrations/${id}`)).toMatchObject({ status: 'offered' })

    const third = await booked()
    const answer = await put(third.person, third.id, { option_id: full.optionId })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ type: 'sold_out' })
  })

  it('one of two customers who move to the last place at once gets it', async () => {
    const last = await week({ spots: 1 })
    const [one, other] = [await booked(), await booked()]
    const before = await takenOf(fromOption)
    const answers = await Promise.all(
      [one, other].map(({ person, id }) => put(person, id, { option_id: last.optionId })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect([await takenOf(fromOption), await takenOf(last.optionId)]).toEqual([(before ?? 0) - 1, 1])
  })

  it.each<[string, () => Promise<string>, string]>([
    ['a full option', async () => (await week({ spots: 0 })).optionId, 'sold_out'],
    ['an option of another program', async () => shopElsewhere(), 'not_found'],
    ['an unpublished event', async () => (await week({ status: 'unpublished' })).optionId, 'not_found'],
  ])('a move to %s is refused', async (_, target, type) => {
    const place = await booked()
    const answer = await put(place.person, place.id, { option_id: await target() })
    expect(await answer.json()).toMatchObject({ type })
    expect(await shop.read(place.person, `/v1/profile/registrations/${place.id}`)).toMatchObject({
      option_id: fromOption,
      sequence: 0,
    })
  })

  it('a move after the deadline is refused', async () => {
    const soon = await week({ startsAt: bench.now() + 10 * dayMs, endsAt: bench.now() + 11 * dayMs })
    const place = await booked(soon.optionId, soon.eventId)
    const moves = await movesOf(place.person, place.id)
    expect(moves).toMatchObject({
      is_open: false,
      choices: [],
      sentence: expect.stringContaining('could be moved until'),
    })
    const answer = await put(place.person, place.id, { option_id: fromOption })
    expect([answer.status, await answer.json()]).toMatchObject([403, { message: moves.sentence }])
  })
})

describe('PUT registrations/{id} with another person', () => {
  it('the other person gets the place without the answers and waiver of the first', async () => {
    const place = await booked()
    const waiverId = `wai_${place.id}`
    await shop.db.insert(waivers).values({ id: waiverId, program_id: shop.programId, key: waiverId, version: 1 })
    await shop.db.insert(waiverAcceptances).values({
      id: `wac_${place.id}`,
      waiver_id: waiverId,
      version: 1,
      text_hash: 'x',
      registration_id: place.id,
      accepted_by_customer_id: place.person.identity.customer_id,
      on_behalf_of_attendee_id: 'att_before',
      relation: 'parent',
      accepted_at: bench.now(),
    })
    const sister = await makeAttendee(bench, place.person, { programId: shop.programId, firstName: 'Ana' })
    const query = `?attendee_profile_id=${sister.attendee_profile_id}`
    const { choices } = await movesOf(place.person, place.id, query)
    expect(choices.map(({ option, result }) => [option.id, result])).toEqual([[fromOption, 'same_price']])
    const answer = await put(place.person, place.id, { attendee_profile_id: sister.attendee_profile_id })
    expect(await answer.json()).toMatchObject({ attendee_profile: { first_name: 'Ana' }, option_id: fromOption })
    const [line] = await shop.db
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.registration_id, place.id), isNull(orderItems.cancelled_at)))
    expect(line?.attendee_name).toBe('Ana Roy')
    const accepted = await shop.db
      .select()
      .from(waiverAcceptances)
      .where(eq(waiverAcceptances.registration_id, place.id))
    expect(accepted).toEqual([])
    expect(await brokenOf(place)).toEqual([])
  })

  it('another customer gets 404', async () => {
    const place = await booked()
    const stranger = await shop.customer()
    expect((await put(stranger, place.id, { option_id: fromOption })).status).toBe(404)
    const theirs = await makeAttendee(bench, stranger, { programId: shop.programId })
    const answer = await put(place.person, place.id, { attendee_profile_id: theirs.attendee_profile_id })
    expect([answer.status, await answer.json()]).toMatchObject([404, { param: 'attendee_profile_id' }])
    const rows = await shop.db.select().from(outbox).where(eq(outbox.ref, place.id))
    expect(rows.map(({ kind }) => kind)).not.toContain('registration.moved')
  })
})

async function shopElsewhere(): Promise<string> {
  const other = await openShop(bench)
  return other.optionId
}
