import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Event, EventOption } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import type { Program, ProgramFeatures } from '../../contract/offering/program.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { makeContext } from '../../platform/make-context.ts'
import { database } from '../../platform/database/database.ts'
import { events, programs } from '../../platform/database/tables.ts'
import { openBench } from '../../test-bench/bench.ts'
import { findProgram } from './find-program.ts'
import { makeEvent, makePool, makeProgram, makeQuestion, makeVenue, makeWaiver } from '../../test-bench/programs.ts'
import { putFile, shortestFile } from '../../test-bench/program-file.ts'

const read = async <Body>(path: string, headers: Record<string, string> = {}) => {
  const bench = await openBench()
  const answer = await bench.call(path, { headers })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (answer.status === 304 ? null : await answer.json()) as Body,
  }
}

describe('GET explore/programs/{program_id}', () => {
  it('returns 200 with the public settings of a program only', async () => {
    const bench = await openBench()
    const id = await makeProgram(bench, { selling: { hold_minutes: 20, embed_origins: ['https://secret.example'] } })
    const { body } = await read<Program & Record<string, unknown>>(`/v1/explore/programs/${id}`)
    expect(body).toMatchObject({ id, object: 'program', selling: { hold_minutes: 20 }, payment_provider: 'sandbox' })
    expect(JSON.stringify(body)).not.toMatch(/billing|first_applied|secret\.example/)
  })

  it('returns 200 with the publishable key of Stripe', async () => {
    const bench = await openBench()
    const id = await makeProgram(bench)
    const env = {
      ...bench.env,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_hidden',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
    }
    await database(bench.env.DB)
      .update(programs)
      .set({ payment_provider_id: 'acct_lakeside' })
      .where(eq(programs.id, id))
    const shown = await findProgram(makeContext({ env, now: bench.now() }), { program_id: id })
    expect(shown).toMatchObject({
      payment_provider: 'stripe',
      card_form: { publishable_key: 'pk_test_shown', account: 'acct_lakeside' },
    })
    expect(shown.card_form?.policy.script).toContain('https://js.stripe.com')
    expect(JSON.stringify(shown)).not.toContain('hidden')
  })

  it('returns 404 for a program whose contract has ended', async () => {
    const bench = await openBench()
    const id = await makeProgram(bench)
    await makeEvent(bench, { programId: id })
    await database(bench.env.DB).update(programs).set({ billing_status: 'cancelled' }).where(eq(programs.id, id))
    for (const path of [
      `/v1/explore/programs/${id}`,
      '/v1/explore/programs/never-was',
      `/v1/explore/programs/${id}/features`,
      `/v1/explore/programs/${id}/filters`,
      '/v1/explore/programs/Not%20an%20id',
    ]) {
      expect(await read(path)).toMatchObject({ status: 404, body: { type: 'not_found', param: null } })
    }
    expect((await read<List<Event>>(`/v1/explore/events?program_id=${id}`)).body.total).toBe(0)
  })

  it('the first and the last day of the filters are those of the program’s time zone', async () => {
    const bench = await openBench()
    const programId = await makeProgram(bench, { timezone: 'America/Toronto' })
    // Nine in the evening in Toronto is the next day in UTC.
    await makeEvent(bench, { programId, startsAt: Date.parse('2027-07-03T01:00:00Z') })
    await makeEvent(bench, { programId, startsAt: Date.parse('2027-08-10T01:00:00Z') })
    const { body } = await read<ProgramFilters>(`/v1/explore/programs/${programId}/filters`)
    expect(body.dates).toEqual({ first: '2027-07-02', last: '2027-08-09' })
  })

  it('returns 200 with features that are not built yet off', async () => {
    const bench = await openBench()
    const { body } = await read<ProgramFeatures>(`/v1/explore/programs/${await makeProgram(bench)}/features`)
    expect(body).toMatchObject({
      object: 'program_features',
      online_payments_enabled: true,
      discounts_enabled: true,
      sessions_enabled: false,
      products_enabled: false,
    })
  })

  it('programs are found by name, city, type and tag', async () => {
    const bench = await openBench()
    const file = {
      ...shortestFile(),
      name: 'Été à Gatineau',
      types: ['school' as const],
      tags: ['river'],
      featured: true,
      address: {
        address_line_1: '1 rue du Lac',
        city: 'Gatineau',
        region: 'CA-QC',
        postcode: 'J8X 1A1',
        country: 'CA',
      },
    }
    await putFile(bench, file)
    const total = async (query: string) =>
      (await read<List<Program>>(`/v1/explore/programs?limit=100&${query}`)).body.data.filter(
        ({ id }) => id === file.program,
      ).length
    expect(
      await Promise.all(
        [
          'search=ete',
          'search=gatineau%20river',
          'place_name=gatin',
          'place_name=quebec',
          'type=school',
          'tags=river',
          'featured=true',
          'search=river&type=school&featured=true',
        ].map(total),
      ),
    ).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
    expect(
      await Promise.all(['search=toronto', 'place_name=ete', 'type=camp', 'tags=lake', 'featured=false'].map(total)),
    ).toEqual([0, 0, 0, 0, 0])
  })
})

describe('GET explore/events/{event_id}', () => {
  it('returns 200 without the link of an online event', async () => {
    const bench = await openBench()
    const program = await makeProgram(bench, {
      selling: {
        fee: { percent: 250, fixed: 50, included: false },
        taxes: [{ name: 'HST', percent: 1300, included: false }],
      },
    })
    const [venue, question, waiver] = await Promise.all([
      makeVenue(bench, program),
      makeQuestion(bench, program),
      makeWaiver(bench, program),
    ])
    const { event_id } = await makeEvent(bench, {
      programId: program,
      venueIds: [venue],
      questionIds: [question],
      waiverId: waiver,
      onlineEventUrl: 'https://meet.example/room',
      options: [
        { cost: 32_000, spots: 50 },
        { cost: 20_000, spots: 4 },
      ],
    })
    const { body } = await read<Event>(`/v1/explore/events/${event_id}`)
    expect(body).toMatchObject({
      online_event: true,
      lifecycle: 'upcoming',
      url: `http://localhost:8787/pg/${program}/evt/${event_id}`,
      waiver: { waiver_id: waiver, version: 1 },
      order_availability: {
        available_spots: 54,
        is_sold_out: false,
        minimum_option_price: { cost: { value: 20_000 } },
        maximum_option_price: { cost: { value: 32_000 }, fee: { value: 850 }, tax: { value: 4271, display: '$42.71' } },
      },
    })
    expect([body.venues.map(({ id }) => id), body.fields.map(({ id }) => id)]).toEqual([[venue], [question]])
    expect(JSON.stringify(body)).not.toContain('meet.example')
  })

  it.each([
    ['published', 200],
    ['cancelled', 200],
    ['draft', 404],
    ['unpublished', 404],
    ['archived', 404],
  ] as const)('I-12: the calls for an event that is %s and for its options return %i', async (status, number) => {
    const bench = await openBench()
    const { event_id, option_ids } = await makeEvent(bench, { programId: await makeProgram(bench), status })
    expect((await read(`/v1/explore/events/${event_id}`)).status).toBe(number)
    expect((await read(`/v1/explore/events/${event_id}/options`)).status).toBe(number)
    expect((await read(`/v1/explore/events/${event_id}/options/${option_ids[0]}`)).status).toBe(number)
  })

  it('an event is sold out when every open option is', async () => {
    const bench = await openBench()
    const program = await makeProgram(bench)
    const pool = await makePool(bench, program, 3)
    const shared = await makeEvent(bench, {
      programId: program,
      options: [
        { spots: 5, poolIds: [pool] },
        { spots: 5, poolIds: [pool] },
      ],
    })
    const full = await makeEvent(bench, {
      programId: program,
      options: [{ spots: 0 }, { spots: 5, saleStartsAt: bench.now() + dayMs }],
    })
    expect((await read<Event>(`/v1/explore/events/${shared.event_id}`)).body.order_availability).toMatchObject({
      available_spots: 3,
      is_sold_out: false,
    })
    expect((await read<Event>(`/v1/explore/events/${full.event_id}`)).body.order_availability).toMatchObject({
      available_spots: 0,
      is_sold_out: true,
    })
  })
})

describe('GET explore/events/{event_id}/options', () => {
  it('returns 200 with sorted and paged options', async () => {
    const bench = await openBench()
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: await makeProgram(bench),
      options: [
        { name: 'B', cost: 300 },
        { name: 'A', cost: 100 },
        { name: 'C', cost: 200 },
      ],
    })
    const names = async (query: string) =>
      (await read<List<EventOption>>(`/v1/explore/events/${event_id}/options?${query}`)).body.data
        .map(({ name }) => name)
        .join('')
    expect([
      await names(''),
      await names('sort=name'),
      await names('sort=cost&order=desc'),
      await names('limit=1&skip=1'),
      await names('limit=0'),
    ]).toEqual(['BAC', 'ABC', 'BCA', 'A', ''])
    expect((await read<EventOption>(`/v1/explore/events/${event_id}/options/${option_ids[1]}`)).body).toMatchObject({
      id: option_ids[1],
      object: 'event_option',
      event_id,
      name: 'A',
      sale_status: 'on_sale',
    })
  })

  it('I-13: returns 404 for the option of another event', async () => {
    const bench = await openBench()
    const program = await makeProgram(bench)
    const [one, other] = [
      await makeEvent(bench, { programId: program }),
      await makeEvent(bench, { programId: program }),
    ]
    expect((await read(`/v1/explore/events/${one.event_id}/options/${other.option_ids[0]}`)).status).toBe(404)
  })
})

it('an event has the address of its picture as this site serves it', async () => {
  const bench = await openBench()
  const { event_id } = await makeEvent(bench, { programId: await makeProgram(bench) })
  const picture_url = 'https://camps.example/canoe.jpg'
  await database(bench.env.DB).update(events).set({ picture_url }).where(eq(events.id, event_id))
  const { body } = await read<Event>(`/v1/explore/events/${event_id}`)
  expect(body.picture_url).toBe(picture_url)
  expect(body.picture).toMatch(new RegExp(`/picture/event/${event_id}/1200-[0-9a-f]{8}$`))
})

describe('a public response', () => {
  it('returns 304 when nothing changed', async () => {
    const bench = await openBench()
    const { event_id } = await makeEvent(bench, { programId: await makeProgram(bench) })
    const first = await read<Event>(`/v1/explore/events/${event_id}`)
    const etag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('Vary')).toContain('Accept-Language')
    expect((await read(`/v1/explore/events/${event_id}`, { 'If-None-Match': etag })).status).toBe(304)
    const french = await read<Event>(`/v1/explore/events/${event_id}`, {
      'If-None-Match': etag,
      'Accept-Language': 'fr',
    })
    expect([french.status, french.body.order_availability.minimum_option_price?.cost.display]).toEqual([
      200,
      '100,00\u00a0$',
    ])
  })

  it('an error response is not cached', async () => {
    const { headers } = await read('/v1/explore/events/evt_none')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})
