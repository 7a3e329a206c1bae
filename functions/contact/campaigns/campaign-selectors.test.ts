import { beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { makeContext } from '../../platform/make-context.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Campaign, CampaignPreview } from '../../contract/contact/campaign.ts'
import { dayMs, hourMs } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeMembershipPackage, makeProgram, makeQuestion, makeWaiver } from '../../test-bench/programs.ts'
import { openShop } from '../../test-bench/shop.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { requireCampaign } from './read-campaign.ts'
import { queueCampaign } from './send-campaign.ts'

type Family = { person: Person; place: string }
const names = ['booked', 'signed', 'half', 'cart', 'waits', 'elsewhere', 'cancelled', 'member'] as const
let bench: Bench
let programId: string
let camp: { event_id: string; option_ids: [string, ...string[]]; key: string }
let other: typeof camp
let families: Record<(typeof names)[number], Family>
const startsAt = () => bench.now() + 30 * dayMs

const run = (statement: string, ...values: unknown[]) =>
  bench.env.DB.prepare(statement)
    .bind(...values)
    .run()
async function eventWithKey(more: Partial<Parameters<typeof makeEvent>[1]>): Promise<typeof camp> {
  const made = await makeEvent(bench, { programId, ...more })
  const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
    .bind(made.event_id)
    .first<{ key: string }>()
  return { ...made, key: row?.key ?? '' }
}
async function family(of: typeof camp, status: RegistrationStatus, option = 0): Promise<Family> {
  const person = await makeCustomer(bench, { programIds: [programId] })
  const child = await makeAttendee(bench, person, { programId })
  const { event_id } = of
  const place = { programId, event_id, option_id: of.option_ids[option] ?? '', ...child, status }
  return { person, place: await makePlace(bench, person, place) }
}

beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  const waiverId = await makeWaiver(bench, programId)
  const first = startsAt()
  camp = await eventWithKey({
    startsAt: first,
    endsAt: first + 2 * dayMs + 7 * hourMs,
    waiverId,
    options: [{}, { name: 'Half day' }],
  })
  other = await eventWithKey({ startsAt: first + 20 * dayMs })
  families = {
    booked: await family(camp, 'confirmed'),
    signed: await family(camp, 'attended'),
    half: await family(camp, 'confirmed', 1),
    cart: await family(camp, 'pending'),
    waits: await family(camp, 'waitlisted'),
    elsewhere: await family(other, 'confirmed'),
    cancelled: await family(camp, 'cancelled'),
    member: await family(other, 'cancelled'),
  }
  await run(
    `INSERT INTO waiver_acceptances (id, waiver_id, version, text_hash, registration_id, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at)
      SELECT 'wac_1', w.id, w.version, '', r.id, r.customer_id, r.attendee_id, 'parent', 0 FROM waivers AS w, registrations AS r WHERE w.id = ? AND r.id = ?`,
    waiverId,
    families.signed.place,
  )
  await run(
    `INSERT INTO event_groups SELECT 'grp_herons', event_id, 'herons', 0, 'Herons', NULL, NULL FROM registrations WHERE id = ?`,
    families.half.place,
  )
  await run(
    `INSERT INTO group_places SELECT id, event_id, 'grp_herons', NULL, 1 FROM registrations WHERE id = ?`,
    families.half.place,
  )
})

const post = async <Body>(path: string, body: object, headers: object = organiserHeaders) =>
  read<Body & ErrorBody>(
    bench.call(`/v1/organiser/programs/${programId}/campaigns${path}`, {
      method: 'POST',
      headers: { ...organiserHeaders, ...headers },
      body: JSON.stringify(body),
    }),
  )
const mail = { kind: 'announcement', subject: 'Towels', body: 'Bring **two** towels.' }
const write = (to: string[], more: object = {}, headers?: object) =>
  post<Campaign>('', { ...mail, to, ...more }, headers)
const preview = async (id: string) =>
  read<CampaignPreview>(
    bench.call(`/v1/organiser/programs/${programId}/campaigns/${id}/preview`, { headers: organiserHeaders }),
  )

/** The families that get a campaign to these selectors. */
async function reached(to: string[]): Promise<string[]> {
  const { id } = await write(to)
  const { sent_to } = (await preview(id)).recipients
  await post(`/${id}/send`, {})
  await bench.tick()
  const rows = await bench.env.DB.prepare(
    "SELECT customer_profile_id FROM campaign_recipients WHERE campaign_id = ? AND outcome = 'sent'",
  )
    .bind(id)
    .all<{ customer_profile_id: string }>()
  const profiles = rows.results.map(({ customer_profile_id }) => customer_profile_id)
  expect(profiles).toHaveLength(sent_to)
  return names.filter((name) => profiles.includes(families[name].person.profileId(programId)))
}

describe('a campaign to a group', () => {
  it('an event, option, group, day or waitlist reaches those with a place in it, and no cart', async () => {
    const day = (at: number) => `day:${dayInZone(at, 'America/Toronto')}`
    expect(await reached([`event:${camp.key}`])).toEqual(['booked', 'signed', 'half'])
    expect(await reached([`option:${camp.key}/option-1`])).toEqual(['half'])
    expect(await reached([`group:${camp.key}/herons`])).toEqual(['half'])
    expect(await reached([`waitlist:${camp.key}`])).toEqual(['waits'])
    expect(await reached([day(startsAt() + dayMs)])).toEqual(['booked', 'signed', 'half'])
    expect(await reached([day(startsAt() + 20 * dayMs)])).toEqual(['elsewhere'])
    expect(await reached([day(startsAt() + 9 * dayMs)])).toEqual([])
  })

  it('one of several days is enough, except a day that is called off, and they are one condition', async () => {
    const on = (after: number) => dayInZone(startsAt() + after * dayMs, 'America/Toronto')
    expect(await reached([`day:${on(1)},${on(20)},${on(1)}`])).toEqual(['booked', 'signed', 'half', 'elsewhere'])
    expect(await reached([`day:${on(9)},${on(20)}`, `event:${camp.key}`])).toEqual([])
    const [off] = [JSON.stringify([{ date: on(1) }])]
    await run('UPDATE events SET days_off = ? WHERE id = ?', off, camp.event_id)
    expect(await reached([`day:${on(1)}`])).toEqual([])
    expect(await reached([`day:${on(1)},${on(2)}`])).toEqual(['booked', 'signed', 'half'])
    await run("UPDATE events SET days_off = '[]' WHERE id = ?", camp.event_id)
    const month = Array.from({ length: 31 }, (_, day) => on(day)).join()
    expect((await write([`day:${month}`])).to).toEqual([`day:${month}`])
    expect(await write([`day:${month},${on(31)}`])).toMatchObject({ type: 'invalid_option' })
  })

  it('a campaign from before several days could be chosen keeps its one day', async () => {
    const { id } = await write([`day:${dayInZone(startsAt() + dayMs, 'America/Toronto')}`])
    await run(
      "UPDATE campaigns SET selectors = json_array(json_patch(json_remove(selectors ->> '$[0]', '$.days'), selectors -> '$[0].days[0]')) WHERE id = ?",
      id,
    )
    expect((await preview(id)).recipients.sent_to).toBe(3)
  })

  it('all conditions hold, also when the mail leaves', async () => {
    expect(await reached(['waiver_missing'])).toEqual(['booked', 'half'])
    expect(await reached([`option:${camp.key}/option-0`, 'waiver_missing'])).toEqual(['booked'])
    const { id } = await write(['waiver_missing', `event:${camp.key}`])
    const ctx = makeContext({ env: bench.env, now: bench.now(), actor: system })
    const { campaign } = await requireCampaign(ctx, { program_id: programId, campaign_id: id })
    await commit(ctx, queueCampaign(ctx, campaign, system))
    await run(
      `INSERT INTO waiver_acceptances (id, waiver_id, version, text_hash, registration_id, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at)
        SELECT 'wac_2', a.waiver_id, a.version, '', r.id, r.customer_id, r.attendee_id, 'parent', 0 FROM waiver_acceptances AS a, registrations AS r WHERE a.id = 'wac_1' AND r.id = ?`,
      families.booked.place,
    )
    await bench.tick()
    const { recipients } = await read<Campaign>(
      bench.call(`/v1/organiser/programs/${programId}/campaigns/${id}`, { headers: organiserHeaders }),
    )
    expect(recipients).toMatchObject({ waiting: 0, sent: 1, no_place: 1 })
  })

  it('missing answers are those to required questions of the event', async () => {
    const question = await makeQuestion(bench, programId)
    await run(
      'INSERT INTO event_questions (event_id, question_id, position) VALUES (?, ?, 0)',
      other.event_id,
      question,
    )
    expect(await reached(['answers_missing'])).toEqual(['elsewhere'])
    await run(
      `UPDATE registrations SET form_response = json_object('answers', json_array(json_object('field_id', ?, 'value', 'M'))) WHERE id = ?`,
      question,
      families.elsewhere.place,
    )
    expect(await reached(['answers_missing'])).toEqual([])
  })

  it('a membership reaches its members', async () => {
    const package_id = await makeMembershipPackage(bench, programId)
    const { person } = families.member
    await run(
      `INSERT INTO memberships (id, program_id, customer_id, customer_profile_id, package_id, status, is_usable, timezone, terms, cost, start_on, anchor_on, anchor_day, created, updated)
        VALUES ('mem_1', ?, ?, ?, ?, 'active', 1, 'America/Toronto', '{}', 4500, '2027-01-01', '2027-01-01', 1, 0, 0)`,
      programId,
      person.identity.customer_id,
      person.profileId(programId),
      package_id,
    )
    const row = await bench.env.DB.prepare('SELECT key FROM membership_packages WHERE id = ?')
      .bind(package_id)
      .first<{ key: string }>()
    expect(await reached([`membership:${row?.key}`])).toEqual(['member'])
  })

  it('a search reaches whom it finds, by their own name or a child’s, and who has a place', async () => {
    const { booked, half, elsewhere } = families
    const rename = (person: Person, first: string) =>
      run('UPDATE users SET first_name = ? WHERE id = ?', first, person.identity.user_id)
    await rename(booked.person, 'Zéphyrine')
    await rename(families.member.person, 'Zéphyrine')
    await run(
      "UPDATE attendees SET first_name = 'Quillon' WHERE id = (SELECT attendee_id FROM registrations WHERE id = ?)",
      half.place,
    )
    await rename(elsewhere.person, 'Quillon')
    expect(await reached(['search:zephyrine'])).toEqual(['booked'])
    expect(await reached(['search:quil'])).toEqual(['half', 'elsewhere'])
    expect(await reached(['search:quil', `event:${camp.key}`])).toEqual(['half'])
    expect(await reached(['search:nobody at all'])).toEqual([])
    const refused = await write(['search:--'])
    expect([refused.type, refused.param]).toEqual(['invalid_option', 'to'])
  })

  it('an unpaid order is one with an amount due', async () => {
    const shop = await openShop(bench, { program: { selling: { offline: true } } })
    const [promised, paid, cart] = [await shop.customer(), await shop.customer(), await shop.customer()]
    const later = { checkout_method: 'offline', payment_source_id: undefined }
    await shop.pay(promised, await shop.cart(promised), '', later)
    await shop.pay(paid, await shop.cart(paid))
    await shop.cart(cart)
    programId = shop.programId
    const { id } = await write(['unpaid'])
    expect((await preview(id)).recipients).toMatchObject({ sent_to: 1, never_asked: 0 })
    await post(`/${id}/send`, {})
    await bench.tick()
    const got = await Promise.all(
      [promised, paid, cart].map(async ({ email }) =>
        (await mailsTo(bench, email)).some(({ subject }) => subject === 'Towels'),
      ),
    )
    expect(got).toEqual([true, false, false])
    const [sent] = (await mailsTo(bench, promised.email)).filter(({ subject }) => subject === 'Towels')
    expect(sent?.headers).not.toHaveProperty('List-Unsubscribe')
  })

  it.each([
    [{ to: ['event:none-such'] }, 'not_found', 'to'],
    [{ to: ['weather:rain'] }, 'invalid_option', 'to'],
    [{ to: [] }, 'invalid_parameter', 'to'],
    [{ to: ['unpaid'], kind: 'promotion' }, 'invalid_option', 'kind'],
    [{ to: ['unpaid'], audience: 'subscribers' }, 'invalid_option', 'to'],
    [{}, 'required', 'audience'],
  ])('%j is refused with %s', async (body, type, param) => {
    const answer = await post<Campaign>('', { ...mail, ...body })
    const refused = answer.errors?.[0] ?? answer
    expect([refused.type, String(refused.param).split('.')[0]?.split('[')[0]]).toEqual([type, param])
  })

  it('a coach writes to their own events and sees no other campaign', async () => {
    const event = await eventWithKey({})
    const foreign = await eventWithKey({})
    const coach = await makeStaff(bench, { programId, role: 'coach', event_ids: [event.event_id] })
    const own = await write([`event:${event.key}`], {}, coach.headers)
    expect(own).toMatchObject({ audience: 'group', to: [`event:${event.key}`] })
    for (const to of [[`event:${foreign.key}`], ['unpaid']])
      expect(await write(to, {}, coach.headers)).toMatchObject({ type: 'not_allowed' })
    expect(await post('', { ...mail, kind: 'newsletter', audience: 'subscribers' }, coach.headers)).toMatchObject({
      type: 'not_allowed',
    })
    const others = await write([`event:${foreign.key}`])
    const list = await read<List<Campaign>>(
      bench.call(`/v1/organiser/programs/${programId}/campaigns`, { headers: coach.headers }),
    )
    expect([list.total, list.data.map(({ id }) => id)]).toEqual([1, [own.id]])
    expect(await post(`/${others.id}/send`, {}, coach.headers)).toMatchObject({ type: 'not_found' })
  })
})
