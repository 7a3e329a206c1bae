import { pierProgram } from '../fixtures/pier-program.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { localSecrets, organiserClient } from '../../functions/local/secrets.ts'
import { call, made } from '../fixtures/call.ts'
import { newFamily } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { site } from '../playwright.config.ts'

const program = `after-${randomUUID().slice(0, 8)}`
const client = organiserClient(localSecrets().secrets)
const organiser = { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` }
const organise = (path: string, body?: unknown, method = 'POST') =>
  made(`/organiser/programs/${program}/${path}`, { method, body, headers: organiser })
const file = (coupons: object[] = []) => ({
  program,
  name: 'Aberdeen Rowing Club',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  country: 'CA',
  features: { online_payments: true, discounts: true },
  coupons,
  venues: pierProgram.venues,
  events: [
    {
      key: 'rowing',
      type: 'camp',
      name: 'Rowing week',
      summary: 'Five days',
      status: 'published',
      starts_at: '+90d mon 09:00',
      ends_at: '+94d fri 16:00',
      venues: ['pier'],
      options: [{ key: 'boat', name: 'Boat', cost: 100, spots_total: 4 }],
    },
  ],
})

type Answer = { status: number; text: string; isKept: boolean }
async function requestPage(path: string): Promise<Answer> {
  const answer = await fetch(site + path, { headers: { 'Accept-Language': 'en' } })
  return { status: answer.status, text: await answer.text(), isKept: !answer.headers.has('X-Request-Id') }
}

/**
 * Requests the page until the response comes from the cache. Nothing is cached while other tests write; `isFresh` marks
 * pages that never are.
 */
async function visitUntilKept({ path, isFresh }: Seen): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await requestPage(path)
    if (answer.isKept || isFresh || attempts > 40) return answer
  }
}

type Seen = { name: string; path: string; isFresh?: boolean }
type Change = {
  name: string
  /** A text, pattern or status that appears only after the change, by the name of the URL. */
  shows: Record<string, string | RegExp | number>
  hides?: Record<string, string | RegExp>
  make: (about: { event_id: string; option_id: string; event_url: string }) => Promise<unknown>
}

const changes: Change[] = [
  {
    name: 'a place is sold',
    make: ({ event_id, option_id }) => buy(event_id, option_id),
    shows: {
      explore: /3 (?:places|spots) left/,
      explore_fr: /3 places/,
      embedded: /3 (?:places|spots) left/,
      event: /3 (?:places|spots) left/,
      events: '"available_spots":3',
      event_call: '"available_spots":3',
      options: '"available_spots":3',
      option: '"available_spots":3',
    },
  },
  {
    name: 'an event is edited',
    make: () => organise('events/rowing', { name: 'Sculling week', tags: ['Sunrise'] }, 'PUT'),
    shows: {
      search: 'Aberdeen Rowing Club',
      explore: 'Sculling week',
      explore_fr: 'Sculling week',
      embedded: 'Sculling week',
      event: 'Sculling week',
      events: 'Sculling week',
      event_call: 'Sculling week',
      filters: 'Sunrise',
      calendar: 'Sculling week',
    },
    hides: { explore: 'Rowing week', event: 'Rowing week', events: 'Rowing week' },
  },
  {
    name: 'an event is unpublished',
    make: () => organise('events/rowing/unpublish'),
    shows: { event: 404, event_call: 404, options: 404, option: 404, calendar: 404 },
    hides: {
      search: 'Aberdeen Rowing Club',
      explore: 'Sculling week',
      explore_fr: 'Sculling week',
      embedded: 'Sculling week',
      events: 'Sculling week',
      filters: 'Sunrise',
      sitemap: /evt_/,
    },
  },
  {
    name: 'it is published again',
    make: () => organise('events/rowing/publish'),
    shows: {
      search: 'Aberdeen Rowing Club',
      explore: 'Sculling week',
      embedded: 'Sculling week',
      event: 'Sculling week',
      events: 'Sculling week',
      event_call: '"status":"published"',
      options: 'Boat',
      option: 'Boat',
      filters: 'Sunrise',
      sitemap: /evt_/,
      calendar: 'Sculling week',
    },
  },
  {
    name: 'the program is edited',
    make: () =>
      organise(
        'settings',
        { name: 'Headwater Club', preferences: { brand_accent_color: '#7a2b0b' }, features: { expanded_gender: true } },
        'PUT',
      ),
    shows: {
      home: 'Headwater Club',
      explore: 'Headwater Club',
      embedded: '7a2b0b',
      event: 'Headwater Club',
      promotions: 'Headwater Club',
      programs: 'Headwater Club',
      program: 'Headwater Club',
      features: '"expanded_gender_enabled":true',
      event_call: 'Headwater Club',
      manifest: 'Headwater Club',
    },
    hides: { home: 'Aberdeen Rowing Club', explore: 'Aberdeen Rowing Club' },
  },
  {
    name: 'an event is cancelled',
    make: () => organise('events/rowing/cancel', { text: 'The pier is gone.' }),
    shows: {
      event: /Cancelled by the organiser/,
      event_call: '"status":"cancelled"',
      options: '"sale_status":"event_cancelled"',
      option: '"sale_status":"event_cancelled"',
      calendar: 'STATUS:CANCELLED',
    },
    hides: { search: 'Headwater Club', explore: 'Sculling week', embedded: 'Sculling week' },
  },
]

async function buy(event_id: string, option_id: string): Promise<void> {
  const family = await newFamily()
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const child = await made(`/profile/programs/${program}/attendees`, {
    bearer,
    body: { program_id: program, attendee_id: family.children[0]?.attendee_id, primary_contact_id: profile.id },
  })
  const { id } = await made('/profile/registrations', {
    bearer,
    body: { event_id, option_id, customer_profile_id: profile.id, attendee_profile_id: child.id },
  })
  const order = await made('/profile/orders', {
    bearer,
    body: {
      program_id: program,
      customer_profile_id: profile.id,
      timezone: 'America/Toronto',
      items: [{ type: 'event_option', source: id, quantity: 1 }],
    },
  })
  const paid = await call(`/profile/orders/${order.id}/payments`, {
    bearer,
    body: {
      order_id: order.id,
      checkout_method: 'card',
      payment_source_id: 'pm_card_visa',
      use_account_balance: false,
      return_url: '/confirm-payment',
    },
  })
  expect(paid.status).toBe(201)
}

const holds = (answer: Answer, desired: string | RegExp | number) =>
  typeof desired === 'number'
    ? answer.status === desired
    : typeof desired === 'string'
      ? answer.text.includes(desired)
      : desired.test(answer.text)

test('a visitor sees a change at once on every page and in every call that shows it', async () => {
  test.setTimeout(240_000)
  const home: Seen = { name: 'home', path: '/' }
  await visitUntilKept(home)
  await applyProgram(file())
  expect((await requestPage('/')).text, 'a new program stands on the first page at once').toContain(
    'Aberdeen Rowing Club',
  )

  const { data } = await made<{ data: { id: string; url: string }[] }>(`/explore/events?program_id=${program}`)
  const [event] = data
  const options = await made<{ data: { id: string }[] }>(`/explore/events/${event?.id}/options`)
  const about = { event_id: event?.id ?? '', option_id: options.data[0]?.id ?? '', event_url: event?.url ?? '' }
  const api = '/api/v1/explore'
  const addresses: Seen[] = [
    home,
    { name: 'search', path: '/?search=Sculling' },
    { name: 'explore', path: `/pg/${program}` },
    { name: 'explore_fr', path: `/pg/${program}?lang=fr` },
    { name: 'embedded', path: `/embed/${program}` },
    { name: 'event', path: `/pg/${program}/evt/${about.event_id}` },
    { name: 'promotions', path: `/pg/${program}/promotions` },
    { name: 'program', path: `${api}/programs/${program}` },
    { name: 'features', path: `${api}/programs/${program}/features` },
    { name: 'filters', path: `${api}/programs/${program}/filters` },
    { name: 'events', path: `${api}/events?program_id=${program}` },
    { name: 'event_call', path: `${api}/events/${about.event_id}` },
    { name: 'options', path: `${api}/events/${about.event_id}/options` },
    { name: 'option', path: `${api}/events/${about.event_id}/options/${about.option_id}` },
    { name: 'programs', path: `${api}/programs?limit=100`, isFresh: true },
    { name: 'promotions_call', path: `${api}/programs/${program}/promotions`, isFresh: true },
    { name: 'sitemap', path: '/sitemap.xml', isFresh: true },
    { name: 'calendar', path: `/calendar/event/${about.event_id}.ics`, isFresh: true },
    { name: 'manifest', path: `/pg/${program}/manifest.webmanifest`, isFresh: true },
  ]
  const own = (answer: Answer, name: string): Answer =>
    name === 'sitemap'
      ? {
          ...answer,
          text: answer.text
            .split('<url>')
            .filter((part) => part.includes(program))
            .join(''),
        }
      : answer

  const coupons = {
    name: 'a coupon is added',
    make: () =>
      applyProgram({
        ...file([{ key: 'early', name: 'Early bird', code: 'EARLY', percent_off: 10 }]),
        events: file().events.map((each) => ({ ...each, status: 'published' })),
      }),
    shows: { promotions: 'Early bird', promotions_call: 'Early bird' },
  }
  for (const { name, make, shows, hides = {} } of [coupons as Change, ...changes]) {
    const seen = addresses.filter((each) => each.name in shows || each.name in hides)
    for (const address of seen) {
      const before = own(await visitUntilKept(address), address.name)
      if (!address.isFresh && before.status === 200)
        expect(before.isKept, `${address.path} is kept before ${name}`).toBe(true)
      if (address.name in shows)
        expect(holds(before, shows[address.name] as string), `${address.path} before ${name}`).toBe(false)
      if (address.name in hides)
        expect(holds(before, hides[address.name] as string), `${address.path} before ${name}`).toBe(true)
    }

    await make(about)

    for (const address of seen) {
      const after = own(await requestPage(address.path), address.name)
      if (address.name in shows)
        expect(holds(after, shows[address.name] as string), `${address.path} after ${name} (${after.status})`).toBe(
          true,
        )
      if (address.name in hides)
        expect(holds(after, hides[address.name] as string), `${address.path} no longer has it after ${name}`).toBe(
          false,
        )
    }
  }
})
