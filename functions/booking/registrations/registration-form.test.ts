import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { registrationStatuses } from '../../contract/states/registration-states.ts'
import { database } from '../../platform/database/database.ts'
import {
  registrations,
  waitlistEntries,
  waiverAcceptances,
  waivers,
  waiverVersions,
} from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeQuestion, makeWaiver } from '../../test-bench/programs.ts'
import { type Family, made, openFamily, refused } from '../../test-bench/registering.ts'

let bench: Bench
let f: Family

beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench)
})

describe('the answers of a registration', () => {
  it('each invalid answer is rejected separately', async () => {
    const name = await makeQuestion(bench, f.programId, { title: 'Cabin friend', max_length: 5 })
    const swims = await makeQuestion(bench, f.programId, { title: 'Swims?', type: 'yes_no' })
    const badge = await makeQuestion(bench, f.programId, { title: 'Badge', show_if: { field: swims, equals: true } })
    const camp = await f.event({}, { questionIds: [name, swims, badge] })
    const answer = await f.placeFor(camp)
    expect(answer.status).toBe(400)
    expect((await refused(answer)).errors.map(({ type, param }) => `${type} ${param}`)).toEqual([
      `required form_response.answers[${name}]`,
      `required form_response.answers[${swims}]`,
    ])
    const long = await f.placeFor(camp, {
      body: {
        form_response: {
          answers: [
            { field_id: name, value: 'Samuel' },
            { field_id: swims, value: false },
          ],
        },
      },
    })
    expect(await refused(long)).toMatchObject({ code: 400, type: 'too_long', param: `form_response.answers[${name}]` })
    const good = await made(
      await f.placeFor(camp, {
        body: {
          form_response: {
            landed_at: '2027-01-04T11:59:00Z',
            answers: [
              { field_id: badge, value: 'Silver' },
              { field_id: name, value: ' Sam ' },
              { field_id: swims, value: false },
            ],
          },
        },
      }),
    )
    expect(good.form_response).toEqual({
      landed_at: '2027-01-04T11:59:00.000Z',
      submitted_at: new Date(bench.now()).toISOString(),
      answers: [
        { field_id: name, value: 'Sam' },
        { field_id: swims, value: false },
      ],
    })
  })

  it('a consent answer is stored with the text that was agreed to', async () => {
    const consent = await makeQuestion(bench, f.programId, { title: 'Photos?', type: 'consent' })
    const camp = await f.event({}, { questionIds: [consent] })
    const registration = await made(
      await f.placeFor(camp, { body: { form_response: { answers: [{ field_id: consent, value: true }] } } }),
    )
    expect(registration.form_response.answers).toEqual([{ field_id: consent, value: true }])
    const [row] = await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, registration.id))
    expect(row?.form_response.answers).toMatchObject([
      { text_hash: expect.stringMatching(/^[0-9a-f]{64}$/), at: bench.now() },
    ])
  })

  it('answers can be changed by PUT while the place is held', async () => {
    const name = await makeQuestion(bench, f.programId)
    const camp = await f.event({}, { questionIds: [name] })
    const { id } = await made(
      await f.placeFor(camp, { body: { form_response: { answers: [{ field_id: name, value: 'one' }] } } }),
    )
    const changed = await f.put(f.ada, id, { form_response: { answers: [{ field_id: name, value: 'two' }] } })
    expect(changed.status).toBe(200)
    expect((await made(changed)).form_response.answers).toEqual([{ field_id: name, value: 'two' }])
    expect((await f.put(f.ada, id, { form_response: { answers: [] } })).status).toBe(400)
    expect((await f.put(f.ben, id, { form_response: { answers: [] } })).status).toBe(404)
  })
})

describe('PUT registrations/{id}', () => {
  it('PUT rejects another status, option or person before the place is booked', async () => {
    const canoes = await makeEvent(bench, { programId: f.programId, options: [{}, {}] })
    const shown = await made(await f.placeFor(canoes))
    expect((await f.put(f.ada, shown.id, { status: 'confirmed' })).status).toBe(403)
    expect((await refused(await f.put(f.ada, shown.id, { option_id: canoes.option_ids[1] }))).type).toBe(
      'state_conflict',
    )
    expect((await f.put(f.ada, shown.id, { attendee_profile_id: 'pap_other' })).status).toBe(409)
    const { status: _, form_response: __, waiver: ___, customer_profile: ____, ...same } = shown
    expect((await f.put(f.ada, shown.id, { ...same, customer_profile: shown.customer_profile })).status).toBe(200)
    expect((await f.put(f.ada, shown.id, { colour: 'red' })).status).toBe(400)
  })
})

describe('the waiver of a registration', () => {
  it('an accepted waiver is stored with its text and its signer', async () => {
    const waiverId = await makeWaiver(bench, f.programId)
    const camp = await f.event({}, { waiverId })
    const open = await made(await f.placeFor(camp))
    expect(open.waiver).toBeNull()
    expect(open.event.waiver).toMatchObject({ waiver_id: waiverId, version: 1 })
    const signed = await made(await f.put(f.ada, open.id, { waiver: { waiver_id: waiverId, version: 1 } }))
    expect(signed.waiver).toEqual({ waiver_id: waiverId, version: 1, accepted_at: new Date(bench.now()).toISOString() })
    await f.put(f.ada, open.id, { waiver: { waiver_id: waiverId, version: 1 } })
    const rows = await database(bench.env.DB)
      .select()
      .from(waiverAcceptances)
      .where(eq(waiverAcceptances.registration_id, open.id))
    expect(rows).toMatchObject([
      { text_hash: 'hash-of-the-text', accepted_by_customer_id: f.ada.identity.customer_id, relation: 'parent' },
    ])
  })

  it('a signed waiver stays readable after a new version', async () => {
    const waiverId = await makeWaiver(bench, f.programId)
    const camp = await f.event({}, { waiverId })
    const place = await made(await f.placeFor(camp, { body: { waiver: { waiver_id: waiverId, version: 1 } } }))
    const db = database(bench.env.DB)
    await db.batch([
      db.insert(waiverVersions).values({
        waiver_id: waiverId,
        version: 2,
        title: 'Water safety',
        text: 'Another text.',
        text_hash: 'another-hash',
        created: bench.now(),
      }),
      db.update(waivers).set({ version: 2 }).where(eq(waivers.id, waiverId)),
    ])
    const path = `/v1/profile/registrations/${place.id}/waiver`
    expect(await (await f.get(f.ada, path)).json()).toEqual({
      object: 'signed_waiver',
      registration_id: place.id,
      waiver_id: waiverId,
      version: 1,
      title: 'Water safety',
      text: 'Canoeing has risks.',
      accepted_at: new Date(bench.now()).toISOString(),
      accepted_by: { first_name: 'Nadia', last_name: 'Roy' },
      relation: 'parent',
    })
    expect((await f.get(f.ben, path)).status).toBe(404)
    const unsigned = await made(await f.placeFor(await f.event({}, { waiverId })))
    expect((await f.get(f.ada, `/v1/profile/registrations/${unsigned.id}/waiver`)).status).toBe(404)
  })

  it('returns 422 for an outdated version of the waiver', async () => {
    const waiverId = await makeWaiver(bench, f.programId)
    const camp = await f.event({}, { waiverId })
    const db = database(bench.env.DB)
    await db.batch([
      db.insert(waiverVersions).values({
        waiver_id: waiverId,
        version: 2,
        title: 'Water safety',
        text: 'More risks.',
        text_hash: 'second-hash',
        created: bench.now(),
      }),
      db.update(waivers).set({ version: 2 }).where(eq(waivers.id, waiverId)),
    ])
    expect(
      (await refused(await f.placeFor(camp, { body: { waiver: { waiver_id: waiverId, version: 1 } } }))).type,
    ).toBe('waiver_required')
    const grandchild = await makeAttendee(bench, f.ada, {
      programId: f.programId,
      relation: 'grandparent',
      rights: ['view', 'register', 'pickup'],
    })
    expect(
      (
        await refused(
          await f.placeFor(camp, {
            attendee: grandchild.attendee_profile_id,
            body: { waiver: { waiver_id: waiverId, version: 2 } },
          }),
        )
      ).type,
    ).toBe('waiver_required')
    expect((await f.placeFor(camp, { body: { waiver: { waiver_id: waiverId, version: 2 } } })).status).toBe(201)
  })
})

describe('GET registrations', () => {
  it('a registration is hidden from other customers', async () => {
    const { id } = await made(await f.placeFor(await f.event()))
    expect((await f.get(f.ada, `/v1/profile/registrations/${id}`)).status).toBe(200)
    const [other, missing] = await Promise.all([
      f.get(f.ben, `/v1/profile/registrations/${id}`),
      f.get(f.ben, '/v1/profile/registrations/reg_missing'),
    ])
    expect([other.status, missing.status]).toEqual([404, 404])
    expect({ ...(await refused(other)), path: '' }).toEqual({ ...(await refused(missing)), path: '' })
    expect(((await (await f.get(f.ben, '/v1/profile/registrations')).json()) as List<Registration>).total).toBe(0)
  })

  it('the list can be filtered, sorted and paged', async () => {
    const [one, two, three] = [10, 20, 30].map((days) => bench.now() + days * dayMs) as [number, number, number]
    const sailing = await f.event({ name: 'Dinghy' }, { name: 'Été à la voile', startsAt: two })
    const canoes = await f.event({}, { name: 'Canoe', startsAt: three })
    const swimming = await f.event({}, { name: 'Swim', startsAt: one })
    for (const each of [sailing, canoes, swimming]) expect((await f.placeFor(each)).status).toBe(201)
    const names = async (query: string) =>
      ((await (await f.get(f.ada, `/v1/profile/registrations?${query}`)).json()) as List<Registration>).data.map(
        ({ event: { name } }) => name,
      )
    expect(await names('sort=event_starts_at')).toEqual(['Swim', 'Été à la voile', 'Canoe'])
    expect(await names('sort=event_starts_at&order=desc&skip=1&limit=1')).toEqual(['Été à la voile'])
    expect(await names('search=ete+dinghy')).toEqual(['Été à la voile'])
    expect(await names(`event_id=${canoes.event_id}`)).toEqual(['Canoe'])
    expect(await names(`sort=event_starts_at&event_scheduled_gte=${new Date(two).toISOString()}`)).toEqual([
      'Été à la voile',
      'Canoe',
    ])
    expect(await names(`event_scheduled_lt=${new Date(two).toISOString()}`)).toEqual(['Swim'])
    // C5: an event that has started and is not over counts as upcoming; each of these takes at least an hour.
    const duringSwim = new Date(one + 60_000).toISOString()
    expect(await names(`sort=event_starts_at&event_ends_gt=${duringSwim}`)).toEqual(['Swim', 'Été à la voile', 'Canoe'])
    expect(await names(`sort=event_starts_at&event_ends_lte=${new Date(two).toISOString()}`)).toEqual(['Swim'])
    expect(await names('status=confirmed&status=cancelled')).toEqual([])
    expect(await names('status=pending&program_id=other-program')).toEqual([])
    expect(await names('is_preregistration_enabled=true')).toEqual([])
    expect(await names('appointment_type_id=apt_1')).toEqual([])
    const [{ attendee_profile: someone }] = (
      (await (await f.get(f.ada, '/v1/profile/registrations')).json()) as { data: [Registration] }
    ).data
    expect(await names(`attendee_id=${someone.attendee_id}`)).toHaveLength(3)
    expect(await names('attendee_id=att_other')).toEqual([])
    const counted = (await (await f.get(f.ada, '/v1/profile/registrations?limit=0')).json()) as List<Registration>
    expect(counted).toMatchObject({ count: 0, total: 3, page: 0, page_count: 0, data: [] })
    expect((await f.get(f.ada, '/v1/profile/registrations?status=maybe')).status).toBe(400)
    expect((await f.get(f.ada, '/v1/profile/registrations?colour=red')).status).toBe(400)
  })

  it('I-10: the link of an online event is shown from half an hour before it until half an hour after it', async () => {
    const startsAt = bench.now() + 2 * 3_600_000
    const talk = await f.event(
      { cost: 0 },
      { startsAt, endsAt: startsAt + 3_600_000, onlineEventUrl: 'https://meet.example/abc' },
    )
    const { id } = await made(await f.placeFor(talk))
    const url = async (at: number) => {
      bench.setNow(at)
      await f.ada.renew()
      return (await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))).online_event_url
    }
    const before = bench.now()
    expect(await url(startsAt)).toBeNull()
    await database(bench.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
    expect(await url(startsAt - 30 * 60_000 - 1)).toBeNull()
    expect(await url(startsAt - 30 * 60_000)).toBe('https://meet.example/abc')
    expect(await url(startsAt + 90 * 60_000)).toBe('https://meet.example/abc')
    expect(await url(startsAt + 90 * 60_000 + 1)).toBeNull()
    bench.setNow(before)
    await f.ada.renew()
  })

  it.each(registrationStatuses)(
    'I-10: the link of an online event is shown for a %s place only to its owner at its time',
    async (status) => {
      const startsAt = bench.now() + 60_000
      const when = { startsAt, endsAt: startsAt + 3_600_000, onlineEventUrl: 'https://meet.example/abc' }
      const talk = await f.event({ cost: 0 }, when)
      const { id } = await made(await f.placeFor(talk))
      const db = database(bench.env.DB)
      const entry = { id: `wle_${id}`, program_id: f.programId, event_id: talk.event_id, joined_at: bench.now() }
      const { customer_id } = f.ada.identity
      const items = [{ type: 'event_option', source: id, quantity: 1 }]
      const cart = { program_id: f.programId, customer_profile_id: f.ada.profileId(f.programId), items }
      const { id: order } = await made(await bench.call('/v1/profile/orders', f.ada.json(cart)))
      await db.insert(waitlistEntries).values({ ...entry, customer_id, created: bench.now() })
      await db.update(registrations).set({ status, waitlist_entry_id: entry.id }).where(eq(registrations.id, id))
      const own = await made(await f.get(f.ada, `/v1/profile/registrations/${id}`))
      const isOpen = status === 'confirmed' || status === 'attended'
      expect([own.status, own.online_event_url]).toEqual([status, isOpen ? 'https://meet.example/abc' : null])
      for (const path of [
        'registrations',
        'registrations?search=camp',
        'orders?expand=registrations',
        `orders/${order}`,
        `orders/${order}/items?expand=registration`,
      ]) {
        const text = await (await f.get(f.ada, `/v1/profile/${path}`)).text()
        // Each response shows the booking without the link to the online event.
        expect([path, text.includes(id), text.includes('meet.example')]).toEqual([path, true, false])
      }
      const others = [{ headers: f.ben.headers }, {}, { headers: organiserHeaders }]
      const answers = await Promise.all(others.map((init) => bench.call(`/v1/profile/registrations/${id}`, init)))
      expect(answers.map((answer) => answer.status)).toEqual([404, 401, 401])
      for (const answer of answers) expect(await answer.text()).not.toContain('meet.example')
    },
  )
})
