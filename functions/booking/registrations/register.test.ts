import { dayMs, hourMs } from '../../contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../../platform/database/database.ts'
import { eventOptions, programs, statusHistory } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { type Family, made, openFamily, refused } from '../../test-bench/registering.ts'

let bench: Bench
let f: Family

beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench)
})

const optionRow = async (id: string) =>
  (await database(bench.env.DB).select().from(eventOptions).where(eq(eventOptions.id, id)))[0]
const bornOn = (date: string | null) => makeAttendee(bench, f.ada, { programId: f.programId, bornOn: date })

describe('POST registrations', () => {
  it('returns 201 with a place held for fifteen minutes', async () => {
    const canoes = await f.event({ cost: 10_000 })
    const answer = await f.placeFor(canoes)
    expect(answer.status).toBe(201)
    const registration = await made(answer)
    expect(registration).toMatchObject({
      object: 'registration',
      status: 'pending',
      sequence: 0,
      program_id: f.programId,
      event_id: canoes.event_id,
      option_id: canoes.option_ids[0],
      order_id: null,
      order: null,
      waiver: null,
      online_event_url: null,
      hold_expires_at: new Date(bench.now() + 15 * 60_000).toISOString(),
      event: { id: canoes.event_id, object: 'event' },
      option: { id: canoes.option_ids[0] },
      attendee_profile: { id: f.maya, first_name: 'Maya' },
      customer_profile: { id: f.ada.profileId(f.programId), customer_id: f.ada.identity.customer_id },
      cancellation: { result: 'no_refund', sentence: 'Release this place' },
    })
    expect((await optionRow(canoes.option_ids[0]))?.spots_taken).toBe(1)
    const isOfIt = and(eq(statusHistory.object, 'registration'), eq(statusHistory.object_id, registration.id))
    const steps = await database(bench.env.DB).select().from(statusHistory).where(isOfIt)
    expect(steps).toMatchObject([
      {
        step: 0,
        from_status: null,
        to_status: 'pending',
        actor_type: 'customer',
        actor_id: f.ada.identity.customer_id,
      },
    ])
    // K1: invalidates the pages that show places, and nothing else of the program.
    expect(bench.purged).toEqual(expect.arrayContaining([`places:${f.programId}`, `event:${canoes.event_id}`]))
    expect(bench.purged).not.toContain(`program:${f.programId}`)
  })

  it("a hold lasts as long as the program's setting", async () => {
    await database(bench.env.DB)
      .update(programs)
      .set({
        selling: {
          hold_minutes: 30,
          offline: false,
          fee: { percent: 0, fixed: 0, included: false },
          taxes: [],
          balance_due_blocks_checkout: false,
          embed_origins: [],
        },
      })
      .where(eq(programs.id, f.programId))
    expect((await made(await f.placeFor(await f.event()))).hold_expires_at).toBe(
      new Date(bench.now() + 30 * 60_000).toISOString(),
    )
  })

  it.each<[string, () => Promise<{ event_id: string; option_ids: string[] }>, number, string]>([
    ['an option that is sold out', () => f.event({ spots: 0 }), 409, 'sold_out'],
    [
      'an option whose sale opens tomorrow',
      () => f.event({ saleStartsAt: bench.now() + dayMs }),
      422,
      'sale_not_started',
    ],
    ['an option whose sale is over', () => f.event({ saleEndsAt: bench.now() - 1 }), 422, 'sale_ended'],
    ['an option that the staff closed', () => f.event({ isClosed: true }), 422, 'option_not_on_sale'],
    ['an event that was cancelled', () => f.event({}, { status: 'cancelled' }), 422, 'option_not_on_sale'],
    ['an event that is not published', () => f.event({}, { status: 'draft' }), 404, 'not_found'],
    ['an event that was unpublished', () => f.event({}, { status: 'unpublished' }), 404, 'not_found'],
    ['an event that has started', () => f.event({}, { startsAt: bench.now() }), 409, 'already_started'],
    ['an option for older children', () => f.event({ minimumAge: 15 }), 422, 'attendee_too_young'],
    ['an option for younger children', () => f.event({ maximumAge: 5 }), 422, 'attendee_too_old'],
    ['an option for boys', () => f.event({ gender: 'male' }), 422, 'gender_not_eligible'],
  ])('a registration is rejected: %s', async (_, make, status, type) => {
    const answer = await f.placeFor(await make())
    expect(answer.status).toBe(status)
    expect((await refused(answer)).type).toBe(type)
  })

  it("a person's age counts on the first day in the event's time zone", async () => {
    const year = new Date(bench.now()).getUTCFullYear() + 1
    const startsAt = Date.parse(`${year}-07-05T02:00:00Z`)
    const ten = await f.event({ minimumAge: 10 }, { startsAt })
    expect((await f.placeFor(ten, { attendee: (await bornOn(`${year - 10}-07-04`)).attendee_profile_id })).status).toBe(
      201,
    )
    expect(
      (await refused(await f.placeFor(ten, { attendee: (await bornOn(`${year - 10}-07-05`)).attendee_profile_id })))
        .type,
    ).toBe('attendee_too_young')
    expect((await refused(await f.placeFor(ten, { attendee: (await bornOn(null)).attendee_profile_id }))).type).toBe(
      'attendee_dob_required',
    )
  })

  it('returns 422 with the missing fields that the program requires', async () => {
    f = await openFamily(bench, {
      preferences: { required_attendee_fields: ['date_of_birth', 'emergency_contact_phone', 'parent_name'] },
    })
    const { attendee_profile_id } = await makeAttendee(bench, f.ada, { programId: f.programId, bornOn: null })
    const answer = await f.placeFor(await f.event(), { attendee: attendee_profile_id })
    expect(answer.status).toBe(422)
    expect(await refused(answer)).toMatchObject({
      type: 'attendee_fields_missing',
      param: 'date_of_birth',
      errors: [
        { type: 'required', param: 'date_of_birth' },
        { type: 'required', param: 'parent_name' },
      ],
    })
  })

  it('returns 409 for a second place of the same person in an option', async () => {
    const canoes = await f.event()
    const answers = await Promise.all(Array.from({ length: 20 }, () => f.placeFor(canoes)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect((await refused(answer)).type).toBe('already_registered')
    expect((await refused(await f.placeFor(canoes))).type).toBe('already_registered')
    expect((await optionRow(canoes.option_ids[0] as string))?.spots_taken).toBe(1)
  })

  it('returns 409 for overlapping bookings but not for consecutive ones', async () => {
    const startsAt = bench.now() + 30 * dayMs
    await f.placeFor(await f.event({}, { startsAt, endsAt: startsAt + 3_600_000 }))
    expect((await refused(await f.placeFor(await f.event({}, { startsAt: startsAt + 1_800_000 })))).type).toBe(
      'attendee_conflict',
    )
    expect((await f.placeFor(await f.event({}, { startsAt: startsAt + 3_600_000 }))).status).toBe(201)
  })

  it('a child can have two half-day camps and an evening event in one week', async () => {
    const morning = bench.now() + 30 * dayMs
    const daily = (from: number, hours: number) => ({ startsAt: from, endsAt: from + 4 * dayMs + hours * hourMs })
    const status = async (times: { startsAt: number; endsAt?: number }, overnight = false) => {
      const event = await f.event({}, times)
      if (overnight)
        await bench.env.DB.prepare('UPDATE events SET overnight = 1 WHERE id = ?').bind(event.event_id).run()
      return (await f.placeFor(event)).status
    }
    expect(await status(daily(morning, 3))).toBe(201)
    expect(await status(daily(morning + 4 * hourMs, 3))).toBe(201)
    const evening = morning + 2 * dayMs + 8 * hourMs
    expect(await status({ startsAt: evening, endsAt: evening + hourMs })).toBe(201)
    expect(await status(daily(morning + 2 * hourMs, 3))).toBe(409)
    expect(await status(daily(morning + 10 * hourMs, 1))).toBe(201)
    expect(await status(daily(morning + 12 * hourMs, 1), true)).toBe(409)
  })

  it('a program may allow overlapping bookings', async () => {
    f = await openFamily(bench, { preferences: { ignore_attendee_conflicts: true } })
    expect((await f.placeFor(await f.event())).status).toBe(201)
    expect((await f.placeFor(await f.event())).status).toBe(201)
  })

  it('returns 422 for a waitlist or credits that the event does not offer', async () => {
    const canoes = await f.event()
    expect((await refused(await f.placeFor(canoes, { body: { status: 'waitlisted' } }))).type).toBe(
      'option_not_on_sale',
    )
    expect((await refused(await f.placeFor(canoes, { body: { status: 'preregistered' } }))).type).toBe(
      'option_not_on_sale',
    )
    expect((await refused(await f.placeFor(canoes, { body: { session_credit_id: 'crd_1' } }))).type).toBe(
      'credit_not_available',
    )
    expect((await f.placeFor(canoes, { body: { status: 'confirmed' } })).status).toBe(400)
  })

  it('I-05, I-13: returns 404 for every id of another customer or program in the request', async () => {
    const canoes = await f.event()
    const theirs = await makeAttendee(bench, f.ben, { programId: f.programId })
    const elsewhere = await makeProgram(bench)
    const there = await makeEvent(bench, { programId: elsewhere })
    const mineElsewhere = await makeAttendee(bench, f.ada, { programId: elsewhere })
    const answers = await Promise.all([
      f.placeFor(canoes, { attendee: theirs.attendee_profile_id }),
      f.placeFor(canoes, { attendee: mineElsewhere.attendee_profile_id }),
      f.placeFor(canoes, { body: { customer_profile_id: f.ben.profileId(f.programId) } }),
      f.placeFor(canoes, { body: { option_id: there.option_ids[0] } }),
      f.placeFor(there),
      f.placeFor(canoes, { body: { event_id: 'evt_missing' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await optionRow(canoes.option_ids[0]))?.spots_taken).toBe(0)
  })

  it('returns 403 for an adult who may view a child but not register them', async () => {
    const friend = await makeAttendee(bench, f.ada, { programId: f.programId, relation: 'friend', rights: ['view'] })
    expect((await f.placeFor(await f.event(), { attendee: friend.attendee_profile_id })).status).toBe(403)
  })

  it('returns 401 without a log-in', async () => {
    expect(
      (
        await bench.call('/v1/profile/registrations', {
          ...f.ada.json({}),
          headers: { 'Content-Type': 'application/json' },
        })
      ).status,
    ).toBe(401)
    const answer = await bench.call('/v1/profile/registrations', f.ada.json({}))
    expect(answer.status).toBe(400)
    expect((await refused(answer)).errors.map(({ param }) => param)).toEqual([
      'event_id',
      'option_id',
      'customer_profile_id',
      'attendee_profile_id',
    ])
  })

  it('a repeated request with the same key takes one place', async () => {
    const canoes = await f.event()
    const [first, second] = [await f.placeFor(canoes, { key: 'once' }), await f.placeFor(canoes, { key: 'once' })]
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await second.json()).toEqual(await first.json())
  })

  it('returns 422 when the program accepts no orders', async () => {
    await database(bench.env.DB).update(programs).set({ billing_status: 'unpaid' }).where(eq(programs.id, f.programId))
    expect((await refused(await f.placeFor(await f.event()))).type).toBe('program_not_accepting_orders')
  })
})
