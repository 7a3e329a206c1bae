import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../contract/api-error.ts'
import type { List } from '../contract/paging.ts'
import type { Registration } from '../contract/registration.ts'
import { database } from '../database/database.ts'
import { eventOptions, programs, registrations, statusHistory, waiverAcceptances, waivers, waiverVersions } from '../database/tables.ts'
import { type Bench, bench } from '../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../test-bench/people.ts'
import { type EventAsked, makeEvent, makeProgram, makeQuestion, makeWaiver, type OptionAsked } from '../test-bench/programs.ts'

const dayMs = 86_400_000
let b: Bench
let programId: string
let ada: Person
let ben: Person
let maya: string

beforeAll(async () => {
  b = await bench()
})
beforeEach(async () => {
  programId = await makeProgram(b)
  ada = await makeCustomer(b, { programIds: [programId] })
  ben = await makeCustomer(b, { programIds: [programId] })
  maya = (await makeAttendee(b, ada, { programId })).attendee_profile_id
})

type Asked = { person?: Person; attendee?: string; body?: Record<string, unknown>; key?: string }
async function placeFor(event: { event_id: string; option_ids: string[] }, { person = ada, attendee = maya, body = {}, key }: Asked = {}): Promise<Response> {
  const ask = { event_id: event.event_id, option_id: event.option_ids[0], customer_profile_id: person.profileId(programId), attendee_profile_id: attendee, ...body }
  return b.call('/v1/profile/registrations', person.json(ask, key ? { 'Idempotency-Key': key } : {}))
}
const event = (option: OptionAsked = {}, asked: Partial<EventAsked> = {}) => makeEvent(b, { programId, options: [option], ...asked })
const made = async (answer: Response) => (await answer.json()) as Registration
const refused = async (answer: Response) => (await answer.json()) as ErrorBody
const get = (person: Person, path: string) => b.call(path, { headers: person.headers })
const put = (person: Person, id: string, body: unknown) => b.call(`/v1/profile/registrations/${id}`, { ...person.json(body), method: 'PUT' })
const optionRow = async (id: string) => (await database(b.env.DB).select().from(eventOptions).where(eq(eventOptions.id, id)))[0]
const bornOn = (date: string | null, rest: { gender?: 'female' | 'male' } = {}) => makeAttendee(b, ada, { programId, bornOn: date, ...rest })

describe('POST registrations', () => {
  it('201 with a place that is held for fifteen minutes, with all that is shown of it', async () => {
    const canoes = await event({ cost: 10_000 })
    const answer = await placeFor(canoes)
    expect(answer.status).toBe(201)
    const registration = await made(answer)
    expect(registration).toMatchObject({
      object: 'registration', status: 'pending', sequence: 0, program_id: programId, event_id: canoes.event_id, option_id: canoes.option_ids[0], order_id: null, order: null, waiver: null, online_event_url: null,
      hold_expires_at: new Date(b.now() + 15 * 60_000).toISOString(), event: { id: canoes.event_id, object: 'event' }, option: { id: canoes.option_ids[0] }, attendee_profile: { id: maya, first_name: 'Maya' },
      customer_profile: { id: ada.profileId(programId), customer_id: ada.identity.customer_id }, cancellation: { result: 'no_refund', sentence: 'Give this place back' },
    })
    expect((await optionRow(canoes.option_ids[0]))?.spots_taken).toBe(1)
    expect(await database(b.env.DB).select().from(statusHistory).where(eq(statusHistory.object_id, registration.id))).toMatchObject([{ step: 0, from_status: null, to_status: 'pending', actor_type: 'customer', actor_id: ada.identity.customer_id }])
    expect(b.purged).toEqual(expect.arrayContaining([`program:${programId}`, `event:${canoes.event_id}`]))
  })

  it('holds for as long as the program says', async () => {
    await database(b.env.DB).update(programs).set({ selling: { hold_minutes: 30, offline: false, fee: { percent: 0, fixed: 0, included: false }, taxes: [], balance_due_blocks_checkout: false, embed_origins: [] } }).where(eq(programs.id, programId))
    expect((await made(await placeFor(await event()))).hold_expires_at).toBe(new Date(b.now() + 30 * 60_000).toISOString())
  })

  it.each<[string, () => Promise<{ event_id: string; option_ids: string[] }>, number, string]>([
    ['an option that is sold out', () => event({ spots: 0 }), 409, 'sold_out'],
    ['an option whose sale opens tomorrow', () => event({ saleStartsAt: b.now() + dayMs }), 422, 'sale_not_started'],
    ['an option whose sale is over', () => event({ saleEndsAt: b.now() - 1 }), 422, 'sale_ended'],
    ['an option the staff closed', () => event({ isClosed: true }), 422, 'option_not_on_sale'],
    ['an event that was cancelled', () => event({}, { status: 'cancelled' }), 422, 'option_not_on_sale'],
    ['an event that is not published', () => event({}, { status: 'draft' }), 404, 'not_found'],
    ['an event that was taken back', () => event({}, { status: 'unpublished' }), 404, 'not_found'],
    ['an event that has started', () => event({}, { startsAt: b.now() }), 409, 'already_started'],
    ['an option for older children', () => event({ minimumAge: 15 }), 422, 'attendee_too_young'],
    ['an option for younger children', () => event({ maximumAge: 5 }), 422, 'attendee_too_old'],
    ['an option for boys', () => event({ gender: 'male' }), 422, 'gender_not_eligible'],
  ])('refuses %s', async (_, make, status, type) => {
    const answer = await placeFor(await make())
    expect(answer.status).toBe(status)
    expect((await refused(answer)).type).toBe(type)
  })

  it('counts the years on the first day where the event is', async () => {
    const startsAt = Date.parse('2027-07-05T02:00:00Z')
    const ten = await event({ minimumAge: 10 }, { startsAt })
    expect((await placeFor(ten, { attendee: (await bornOn('2017-07-04')).attendee_profile_id })).status).toBe(201)
    expect((await refused(await placeFor(ten, { attendee: (await bornOn('2017-07-05')).attendee_profile_id }))).type).toBe('attendee_too_young')
    expect((await refused(await placeFor(ten, { attendee: (await bornOn(null)).attendee_profile_id }))).type).toBe('attendee_dob_required')
  })

  it('422 with the fields the program requires and does not know', async () => {
    programId = await makeProgram(b, { preferences: { required_attendee_fields: ['date_of_birth', 'emergency_contact_phone', 'parent_name'] } })
    ada = await makeCustomer(b, { programIds: [programId] })
    const { attendee_profile_id } = await makeAttendee(b, ada, { programId, bornOn: null })
    const answer = await placeFor(await event(), { attendee: attendee_profile_id })
    expect(answer.status).toBe(422)
    expect(await refused(answer)).toMatchObject({ type: 'attendee_fields_missing', param: 'date_of_birth', errors: [{ type: 'required', param: 'date_of_birth' }, { type: 'required', param: 'parent_name' }] })
  })

  it('409 for a second place of the same person in the same option, and one of twenty asked for at once', async () => {
    const canoes = await event()
    const answers = await Promise.all(Array.from({ length: 20 }, () => placeFor(canoes)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expect((await refused(answer)).type).toBe('already_registered')
    expect((await refused(await placeFor(canoes))).type).toBe('already_registered')
    expect((await optionRow(canoes.option_ids[0] as string))?.spots_taken).toBe(1)
  })

  it('409 for two things at the same time, but not one after the other', async () => {
    const startsAt = b.now() + 30 * dayMs
    await placeFor(await event({}, { startsAt, endsAt: startsAt + 3_600_000 }))
    expect((await refused(await placeFor(await event({}, { startsAt: startsAt + 1_800_000 })))).type).toBe('attendee_conflict')
    expect((await placeFor(await event({}, { startsAt: startsAt + 3_600_000 }))).status).toBe(201)
  })

  it('does not mind two things at the same time where the program does not', async () => {
    programId = await makeProgram(b, { preferences: { ignore_attendee_conflicts: true } })
    ada = await makeCustomer(b, { programIds: [programId] })
    maya = (await makeAttendee(b, ada, { programId })).attendee_profile_id
    expect((await placeFor(await event())).status).toBe(201)
    expect((await placeFor(await event())).status).toBe(201)
  })

  it('422 for what is not offered yet: lists and credits', async () => {
    const canoes = await event()
    expect((await refused(await placeFor(canoes, { body: { status: 'waitlisted' } }))).type).toBe('option_not_on_sale')
    expect((await refused(await placeFor(canoes, { body: { status: 'preregistered' } }))).type).toBe('option_not_on_sale')
    expect((await refused(await placeFor(canoes, { body: { session_credit_id: 'crd_1' } }))).type).toBe('credit_not_available')
    expect((await placeFor(canoes, { body: { status: 'confirmed' } })).status).toBe(400)
  })

  it('404 for every id in the body that is somebody else’s or of another program (I-05)', async () => {
    const canoes = await event()
    const theirs = await makeAttendee(b, ben, { programId })
    const elsewhere = await makeProgram(b)
    const there = await makeEvent(b, { programId: elsewhere })
    const mineElsewhere = await makeAttendee(b, ada, { programId: elsewhere })
    const answers = await Promise.all([
      placeFor(canoes, { attendee: theirs.attendee_profile_id }),
      placeFor(canoes, { attendee: mineElsewhere.attendee_profile_id }),
      placeFor(canoes, { body: { customer_profile_id: ben.profileId(programId) } }),
      placeFor(canoes, { body: { option_id: there.option_ids[0] } }),
      placeFor(there),
      placeFor(canoes, { body: { event_id: 'evt_missing' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await optionRow(canoes.option_ids[0]))?.spots_taken).toBe(0)
  })

  it('403 for somebody who may look but not register', async () => {
    const friend = await makeAttendee(b, ada, { programId, relation: 'friend', rights: ['view'] })
    expect((await placeFor(await event(), { attendee: friend.attendee_profile_id })).status).toBe(403)
  })

  it('401 for nobody, 400 for a body that lacks something', async () => {
    expect((await b.call('/v1/profile/registrations', { ...ada.json({}), headers: { 'Content-Type': 'application/json' } })).status).toBe(401)
    const answer = await b.call('/v1/profile/registrations', ada.json({}))
    expect(answer.status).toBe(400)
    expect((await refused(answer)).errors.map(({ param }) => param)).toEqual(['event_id', 'option_id', 'customer_profile_id', 'attendee_profile_id'])
  })

  it('takes one place when the same request comes twice with its key', async () => {
    const canoes = await event()
    const [first, second] = [await placeFor(canoes, { key: 'once' }), await placeFor(canoes, { key: 'once' })]
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await second.json()).toEqual(await first.json())
  })

  it('422 where the program takes no orders', async () => {
    await database(b.env.DB).update(programs).set({ billing_status: 'unpaid' }).where(eq(programs.id, programId))
    expect((await refused(await placeFor(await event()))).type).toBe('program_not_accepting_orders')
  })
})

describe('answers of the form', () => {
  it('are checked by their questions, refused one by one and kept without the hidden ones', async () => {
    const name = await makeQuestion(b, programId, { title: 'Cabin friend', max_length: 5 })
    const swims = await makeQuestion(b, programId, { title: 'Swims?', type: 'yes_no' })
    const badge = await makeQuestion(b, programId, { title: 'Badge', show_if: { field: swims, equals: true } })
    const camp = await event({}, { questionIds: [name, swims, badge] })
    const answer = await placeFor(camp)
    expect(answer.status).toBe(400)
    expect((await refused(answer)).errors.map(({ type, param }) => `${type} ${param}`)).toEqual([`required form_response.answers[${name}]`, `required form_response.answers[${swims}]`])
    const long = await placeFor(camp, { body: { form_response: { answers: [{ field_id: name, value: 'Samuel' }, { field_id: swims, value: false }] } } })
    expect(await refused(long)).toMatchObject({ code: 400, type: 'too_long', param: `form_response.answers[${name}]` })
    const good = await made(await placeFor(camp, { body: { form_response: { landed_at: '2027-01-04T11:59:00Z', answers: [{ field_id: badge, value: 'Silver' }, { field_id: name, value: ' Sam ' }, { field_id: swims, value: false }] } } }))
    expect(good.form_response).toEqual({ landed_at: '2027-01-04T11:59:00.000Z', submitted_at: new Date(b.now()).toISOString(), answers: [{ field_id: name, value: 'Sam' }, { field_id: swims, value: false }] })
  })

  it('keep which text was agreed to, and never show it as part of the answer', async () => {
    const consent = await makeQuestion(b, programId, { title: 'Photos?', type: 'consent' })
    const camp = await event({}, { questionIds: [consent] })
    const registration = await made(await placeFor(camp, { body: { form_response: { answers: [{ field_id: consent, value: true }] } } }))
    expect(registration.form_response.answers).toEqual([{ field_id: consent, value: true }])
    const [row] = await database(b.env.DB).select().from(registrations).where(eq(registrations.id, registration.id))
    expect(row?.form_response.answers).toMatchObject([{ text_hash: expect.stringMatching(/^[0-9a-f]{64}$/), at: b.now() }])
  })

  it('change by PUT while the place is held, and not by anybody else', async () => {
    const name = await makeQuestion(b, programId)
    const camp = await event({}, { questionIds: [name] })
    const { id } = await made(await placeFor(camp, { body: { form_response: { answers: [{ field_id: name, value: 'one' }] } } }))
    const changed = await put(ada, id, { form_response: { answers: [{ field_id: name, value: 'two' }] } })
    expect(changed.status).toBe(200)
    expect((await made(changed)).form_response.answers).toEqual([{ field_id: name, value: 'two' }])
    expect((await put(ada, id, { form_response: { answers: [] } })).status).toBe(400)
    expect((await put(ben, id, { form_response: { answers: [] } })).status).toBe(404)
  })
})

describe('PUT registrations/{id}', () => {
  it('403 for another status, option or person; the same ones may come back', async () => {
    const canoes = await makeEvent(b, { programId, options: [{}, {}] })
    const shown = await made(await placeFor(canoes))
    expect((await put(ada, shown.id, { status: 'confirmed' })).status).toBe(403)
    expect((await refused(await put(ada, shown.id, { option_id: canoes.option_ids[1] }))).type).toBe('transition_not_allowed')
    expect((await put(ada, shown.id, { attendee_profile_id: 'pap_other' })).status).toBe(403)
    const { status: _, form_response: __, waiver: ___, customer_profile: ____, ...same } = shown
    expect((await put(ada, shown.id, { ...same, customer_profile: shown.customer_profile })).status).toBe(200)
    expect((await put(ada, shown.id, { colour: 'red' })).status).toBe(400)
  })
})

describe('a waiver', () => {
  it('is kept with its text, by whom and for whom, and can be accepted later', async () => {
    const waiverId = await makeWaiver(b, programId)
    const camp = await event({}, { waiverId })
    const open = await made(await placeFor(camp))
    expect(open.waiver).toBeNull()
    expect(open.event.waiver).toMatchObject({ waiver_id: waiverId, version: 1 })
    const signed = await made(await put(ada, open.id, { waiver: { waiver_id: waiverId, version: 1 } }))
    expect(signed.waiver).toEqual({ waiver_id: waiverId, version: 1, accepted_at: new Date(b.now()).toISOString() })
    await put(ada, open.id, { waiver: { waiver_id: waiverId, version: 1 } })
    const rows = await database(b.env.DB).select().from(waiverAcceptances).where(eq(waiverAcceptances.registration_id, open.id))
    expect(rows).toMatchObject([{ text_hash: 'hash-of-the-text', accepted_by_customer_id: ada.identity.customer_id, relation: 'parent' }])
  })

  it('422 in an old version, and for a minor by somebody who is no guardian', async () => {
    const waiverId = await makeWaiver(b, programId)
    const camp = await event({}, { waiverId })
    const db = database(b.env.DB)
    await db.batch([
      db.insert(waiverVersions).values({ waiver_id: waiverId, version: 2, title: 'Water safety', text: 'More risks.', text_hash: 'second-hash', created: b.now() }),
      db.update(waivers).set({ version: 2 }).where(eq(waivers.id, waiverId)),
    ])
    expect((await refused(await placeFor(camp, { body: { waiver: { waiver_id: waiverId, version: 1 } } }))).type).toBe('waiver_required')
    const grandchild = await makeAttendee(b, ada, { programId, relation: 'grandparent', rights: ['view', 'register', 'pickup'] })
    expect((await refused(await placeFor(camp, { attendee: grandchild.attendee_profile_id, body: { waiver: { waiver_id: waiverId, version: 2 } } }))).type).toBe('waiver_required')
    expect((await placeFor(camp, { body: { waiver: { waiver_id: waiverId, version: 2 } } })).status).toBe(201)
  })
})

describe('GET registrations', () => {
  it('shows nobody the registration of another', async () => {
    const { id } = await made(await placeFor(await event()))
    expect((await get(ada, `/v1/profile/registrations/${id}`)).status).toBe(200)
    const [other, missing] = await Promise.all([get(ben, `/v1/profile/registrations/${id}`), get(ben, '/v1/profile/registrations/reg_missing')])
    expect([other.status, missing.status]).toEqual([404, 404])
    expect({ ...(await refused(other)), path: '' }).toEqual({ ...(await refused(missing)), path: '' })
    expect(((await (await get(ben, '/v1/profile/registrations')).json()) as List<Registration>).total).toBe(0)
  })

  it('narrows, sorts and pages', async () => {
    const [one, two, three] = [10, 20, 30].map((days) => b.now() + days * dayMs) as [number, number, number]
    const sailing = await event({ name: 'Dinghy' }, { name: 'Été à la voile', startsAt: two })
    const canoes = await event({}, { name: 'Canoe', startsAt: three })
    const swimming = await event({}, { name: 'Swim', startsAt: one })
    for (const each of [sailing, canoes, swimming]) expect((await placeFor(each)).status).toBe(201)
    const names = async (query: string) => ((await (await get(ada, `/v1/profile/registrations?${query}`)).json()) as List<Registration>).data.map(({ event: { name } }) => name)
    expect(await names('sort=event_starts_at')).toEqual(['Swim', 'Été à la voile', 'Canoe'])
    expect(await names('sort=event_starts_at&order=desc&skip=1&limit=1')).toEqual(['Été à la voile'])
    expect(await names('search=ete+dinghy')).toEqual(['Été à la voile'])
    expect(await names(`event_id=${canoes.event_id}`)).toEqual(['Canoe'])
    expect(await names(`sort=event_starts_at&event_scheduled_gte=${new Date(two).toISOString()}`)).toEqual(['Été à la voile', 'Canoe'])
    expect(await names(`event_scheduled_lt=${new Date(two).toISOString()}`)).toEqual(['Swim'])
    expect(await names('status=confirmed&status=cancelled')).toEqual([])
    expect(await names('status=pending&program_id=other-program')).toEqual([])
    expect(await names('is_preregistration_enabled=true')).toEqual([])
    expect(await names('appointment_type_id=apt_1')).toEqual([])
    const counted = (await (await get(ada, '/v1/profile/registrations?limit=0')).json()) as List<Registration>
    expect(counted).toMatchObject({ count: 0, total: 3, page: 0, page_count: 0, data: [] })
    expect((await get(ada, '/v1/profile/registrations?status=maybe')).status).toBe(400)
    expect((await get(ada, '/v1/profile/registrations?colour=red')).status).toBe(400)
  })

  it('tells the address of an online event to who has a place, half an hour before and after', async () => {
    const startsAt = b.now() + 2 * 3_600_000
    const talk = await event({ cost: 0 }, { startsAt, endsAt: startsAt + 3_600_000, onlineEventUrl: 'https://meet.example/abc' })
    const { id } = await made(await placeFor(talk))
    const url = async (at: number) => {
      b.setNow(at)
      await ada.renew()
      return (await made(await get(ada, `/v1/profile/registrations/${id}`))).online_event_url
    }
    const before = b.now()
    expect(await url(startsAt)).toBeNull()
    await database(b.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
    expect(await url(startsAt - 30 * 60_000 - 1)).toBeNull()
    expect(await url(startsAt - 30 * 60_000)).toBe('https://meet.example/abc')
    expect(await url(startsAt + 90 * 60_000)).toBe('https://meet.example/abc')
    expect(await url(startsAt + 90 * 60_000 + 1)).toBeNull()
    b.setNow(before)
    await ada.renew()
  })
})
