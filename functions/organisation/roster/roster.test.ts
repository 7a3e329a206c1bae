import { hourMs } from '../../contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { OrganiserRegistration, Roster, RosterEntry, RosterLink } from '../../contract/organisation/roster.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'
import { sealHealth } from '../../platform/sealing/health-seal.ts'
import { attendeeProfiles, registrations, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeEvent, makeWaiver } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

const zone = 'America/Toronto'
const organiser = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
let bench: Bench
let shop: Shop
/** A camp of three days that starts at nine; the current time is eight. */
let camp: { event_id: string; option_ids: [string, ...string[]]; key: string; days: string[]; waiver: string }
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  const clock = wallClock(bench.now(), zone)
  const at = (day: number, hour: number) => instantOf({ ...clock, day: clock.day + day, hour, minute: 0 }, zone)
  bench.pass(at(1, 8) - bench.now())
  const event = await makeEvent(bench, {
    programId: shop.programId,
    startsAt: at(1, 9),
    endsAt: at(3, 16),
    options: [{ name: '=Herons' }],
  })
  const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
    .bind(event.event_id)
    .first<{ key: string }>()
  camp = {
    ...event,
    key: row?.key ?? '',
    days: [1, 2, 3].map((day) => dayInZone(at(day, 9), zone)),
    waiver: await makeWaiver(bench, shop.programId),
  }
})

const post = async <Answer>(path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await bench.call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const read = async <Answer>(path: string, headers: Record<string, string> = organiser) => {
  const answer = await bench.call(path, { headers })
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const programPath = () => `/v1/organiser/programs/${shop.programId}`

/** Changes the waiver of the camp after the sale, so that its acceptance is missing. */
const setWaiver = (waiver: string | null) =>
  bench.env.DB.prepare('UPDATE events SET waiver_id = ?1 WHERE id = ?2').bind(waiver, camp.event_id).run()

/** A child with a paid place in the camp. */
async function booked(input: { firstName?: string; person?: Person; bornOn?: string } = {}) {
  const person = input.person ?? (await shop.customer({ firstName: 'Nadia' }))
  const child = await makeAttendee(bench, person, {
    programId: shop.programId,
    firstName: input.firstName ?? 'Maya',
    bornOn: input.bornOn ?? '2017-05-31',
  })
  const cart = await shop.cart(person, {
    eventId: camp.event_id,
    optionId: camp.option_ids[0],
    attendeeIds: [child],
  })
  await setWaiver(null)
  await shop.pay(person, cart)
  await setWaiver(camp.waiver)
  return { person, child, id: cart.registration_ids[0] }
}
const link = async (body: object = {}) =>
  (await post<RosterLink>(`${programPath()}/roster_links`, { day: camp.days[0], ...body }, organiser)).body
const tokenOf = ({ url }: RosterLink) => new URL(url).searchParams.get('token') ?? ''
const show = (token: string, program_id = shop.programId) =>
  read<Roster & { type: string }>(`/v1/roster?${new URLSearchParams({ program_id, token })}`, {})
const mark = (token: string, body: object, headers: Record<string, string> = {}) =>
  post<RosterEntry & { type: string; param: string }>(
    '/v1/roster',
    { program_id: shop.programId, token, marked_by: 'Jo', ...body },
    headers,
  )
const statusOf = async (id: string) =>
  (await shop.db.select().from(registrations).where(eq(registrations.id, id)))[0]?.status
const historyOf = (object: string, id: string) =>
  shop.db
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.object, object), eq(statusHistory.object_id, id)))
    .orderBy(statusHistory.step)
const entryOf = (roster: Roster, id: string) =>
  roster.events.flatMap(({ entries }) => entries).find(({ registration_id }) => registration_id === id)

describe('the roster of a day', () => {
  it('the roster shows age, waiver and pick-up contacts but no health data', async () => {
    const { id, child } = await booked({ firstName: 'Ella' })
    const sealed = await sealHealth(bench.env.HEALTH_KEY, child.attendee_id, 'Allergic to QXPEANUTS')
    await bench.env.DB.prepare('UPDATE attendees SET medical_history_sealed = ?1 WHERE id = ?2')
      .bind(sealed, child.attendee_id)
      .run()
    const { body } = await show(tokenOf(await link()))
    expect(body).toMatchObject({ day: camp.days[0], counts: { here: expect.any(Number) } })
    expect(entryOf(body, id)).toMatchObject({
      status: 'confirmed',
      attendee_profile: { first_name: 'Ella', age: expect.any(Number) },
      check_in: { status: 'expected', marked_by: null },
      waiver: 'missing',
      contacts: [
        { name: 'Nadia Roy', relation: 'parent', phone: '+14165550123', may_pick_up: true },
        { relation: null, phone: '+14165550199', may_pick_up: false },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('QXPEANUTS')
    expect((await read<Roster>(`${programPath()}/roster?day=2020-01-01`)).body.events).toEqual([])
  })

  it('the roster names the earlier version of a waiver that was signed', async () => {
    const { id } = await booked()
    const acceptance = [`wac_${id}`, id, bench.now()]
    await bench.env.DB.prepare(
      "INSERT INTO waiver_acceptances (id, waiver_id, version, text_hash, registration_id, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at) SELECT ?1, coalesce(e.waiver_id, p.preferences ->> '$.default_event_waiver'), 0, 'x', r.id, r.customer_id, r.attendee_id, 'parent', ?3 FROM registrations AS r JOIN events AS e ON e.id = r.event_id JOIN programs AS p ON p.id = r.program_id WHERE r.id = ?2",
    )
      .bind(...acceptance)
      .run()
    const { body } = await show(tokenOf(await link()))
    expect(entryOf(body, id)).toMatchObject({
      waiver: 'missing',
      waiver_signed: { version: 0, signed_at: new Date(bench.now()).toISOString() },
    })
    const csv = await bench.call(`${programPath()}/registrations/export`, { headers: organiser })
    expect(await csv.text()).toContain('Signed version 0 on ')
  })

  it('opening a roster link changes nothing', async () => {
    const { id } = await booked()
    const token = tokenOf(await link())
    for (let time = 0; time < 3; time += 1) expect((await show(token)).status).toBe(200)
    expect(await statusOf(id)).toBe('confirmed')
    expect((await show(`${token.slice(0, -3)}abc`)).status).toBe(404)
    const elsewhere = await openShop(bench)
    expect((await show(token, elsewhere.programId)).status).toBe(404)
    const rolled = tokenOf(await link({ roll: true }))
    expect((await show(token)).body).toMatchObject({ type: 'link_expired' })
    expect((await mark(token, { registration_id: id, status: 'here' })).status).toBe(410)
    expect((await show(rolled)).status).toBe(200)
    const past = await post<{ type: string }>(`${programPath()}/roster_links`, { day: '2020-01-01' }, organiser)
    expect(past).toMatchObject({ status: 400, body: { type: 'date_in_past' } })
  })

  it('the link of one event shows no one else', async () => {
    const { id } = await booked()
    const other = await makeEvent(bench, { programId: shop.programId, startsAt: bench.now() + hourMs })
    const key = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
      .bind(other.event_id)
      .first<{ key: string }>()
    const token = tokenOf(await link({ event: key?.key }))
    expect((await show(token)).body.events).toEqual([])
    expect((await mark(token, { registration_id: id, status: 'here' })).status).toBe(404)
  })
})

describe('check-in', () => {
  it('a repeated check-in under one key counts once', async () => {
    const { id, child } = await booked()
    const token = tokenOf(await link())
    const headers = { 'Idempotency-Key': `gate-${id}` }
    const body = { registration_id: id, status: 'here' }
    const answers = [await mark(token, body, headers), await mark(token, body, headers)]
    expect(answers.map(({ body }) => body.check_in)).toEqual([
      expect.objectContaining({ status: 'here', marked_by: 'Jo' }),
      expect.objectContaining({ status: 'here', marked_by: 'Jo' }),
    ])
    await mark(token, { registration_id: id, status: 'picked_up', marked_by: 'Sam' })
    expect(await statusOf(id)).toBe('attended')
    const rows = await historyOf('check_in', `${id}:${camp.days[0]}`)
    expect(rows.map(({ from_status, to_status, actor_id }) => [from_status, to_status, actor_id])).toEqual([
      [null, 'here', 'gate'],
      ['here', 'picked_up', 'gate'],
    ])
    const moves = await historyOf('registration', id)
    expect(moves.at(-1)).toMatchObject({ from_status: 'confirmed', to_status: 'attended', actor_type: 'organiser' })
    const [profile] = await shop.db
      .select()
      .from(attendeeProfiles)
      .where(eq(attendeeProfiles.id, child.attendee_profile_id))
    expect([profile?.first_attended, profile?.last_attended]).toEqual([bench.now() + hourMs, bench.now() + hourMs])
  })

  it('the later of two check-in marks wins, in any order of arrival', async () => {
    const { id } = await booked()
    const token = tokenOf(await link())
    const at = (minutes: number) => new Date(bench.now() - minutes * 60_000).toISOString()
    await mark(token, { registration_id: id, status: 'here', marked_at: at(5) })
    const late = await mark(token, { registration_id: id, status: 'absent', marked_at: at(9), marked_by: 'Sam' })
    expect(late.body.check_in).toMatchObject({ status: 'here', marked_by: 'Jo' })
    const racing = await Promise.all(
      ['picked_up', 'here', 'picked_up'].map((status) => mark(token, { registration_id: id, status })),
    )
    expect(racing.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await historyOf('check_in', `${id}:${camp.days[0]}`)
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatchObject({ to_status: 'here', reason: 'late_mark:absent' })
  })

  it('a check-in mark can be undone for seven days', async () => {
    const { id, child } = await booked()
    const path = `${programPath()}/registrations/${id}/check_in`
    const day = camp.days[0]
    const by = (body: object) => post<RosterEntry & { type: string }>(path, { day, ...body }, organiser)
    await by({ status: 'here' })
    await by({ status: 'expected' })
    expect(await statusOf(id)).toBe('confirmed')
    expect(
      (await shop.db.select().from(attendeeProfiles).where(eq(attendeeProfiles.id, child.attendee_profile_id)))[0],
    ).toMatchObject({ first_attended: null, last_attended: null })
    expect(await by({ status: 'here', day: camp.days[2] })).toMatchObject({
      status: 409,
      body: { type: 'check_in_not_open' },
    })
    expect((await by({ status: 'here', day: '2020-01-01' })).status).toBe(404)
    await by({ status: 'absent' })
    expect(await statusOf(id)).toBe('confirmed')
    bench.pass(3 * 24 * hourMs)
    await by({ status: 'absent' })
    expect(await statusOf(id)).toBe('no_show')
    await by({ status: 'here' })
    expect(await statusOf(id)).toBe('attended')
    bench.pass(8 * 24 * hourMs)
    expect(await by({ status: 'expected' })).toMatchObject({ status: 409, body: { type: 'check_in_closed' } })
    bench.pass(-11 * 24 * hourMs)
  })

  it('returns 400 with the field of an invalid mark', async () => {
    const { id } = await booked()
    const token = tokenOf(await link())
    expect(await mark(token, { registration_id: id })).toMatchObject({ status: 400, body: { param: 'status' } })
    expect(await mark(token, { registration_id: id, status: 'gone' })).toMatchObject({ body: { param: 'status' } })
    expect(await mark(token, { registration_id: 'reg_none', status: 'here' })).toMatchObject({ status: 404 })
    const elsewhere = await openShop(bench)
    const path = `/v1/organiser/programs/${elsewhere.programId}/registrations/${id}/check_in`
    expect((await post(path, { status: 'here' }, organiser)).status).toBe(404)
    expect(await statusOf(id)).toBe('confirmed')
  })
})

describe('the registrations of an event', () => {
  it('the exported file has no formulas', async () => {
    const { person } = await booked({ firstName: '=HYPERLINK("x")' })
    const path = `${programPath()}/events/${camp.key}/registrations`
    const { body } = await read<List<OrganiserRegistration>>(`${path}?limit=100`)
    expect(body.data.length).toBe(body.total)
    const listed = body.data.find(({ customer_profile }) => customer_profile.email === person.email)
    expect(listed).toMatchObject({ status: 'confirmed', waiver: 'missing', days_attended: 0, option: '=Herons' })
    expect((await read<List<OrganiserRegistration>>(`${path}?status=cancelled`)).body.total).toBe(0)
    expect((await read(`${programPath()}/events/unknown/registrations`)).status).toBe(404)
    const file = await bench.call(`${path}/export`, { headers: organiser })
    const text = await file.text()
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain(`"'=Herons"`)
    expect(text.split('\r\n')).toHaveLength(body.total + 2)
  })
})
