import { dayMs } from '#contract/limits'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Event, EventOption } from '#contract/offering/event'
import { allInPrice } from '#pricing/all-in-price'
import { database } from '../../../../functions/platform/database/database.ts'
import { eventOptions, events } from '../../../../functions/platform/database/tables.ts'
import { type Bench, openBench } from '../../../../functions/test-bench/bench.ts'
import { type EventInput, makeEvent, makeProgram, makeVenue } from '../../../../functions/test-bench/programs.ts'
import { safeJson } from '../../../layouts/json-ld.ts'
import { withOffset } from '#contract/wall-clock'
import { exampleProgram } from '../../example-program.ts'
import { eventData } from './event-data.ts'

const instant = z.string().check(z.refine((text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))))
const address = z.string().check(z.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text)))
const ofSchema = (...words: string[]) => z.enum(words.map((word) => `https://schema.org/${word}`))

/** The parts of schema.org that search engines read for an event. They ignore or report everything else. */
const Place = z.union([
  z.strictObject({
    '@type': z.literal('Place'),
    name: z.string(),
    address: z.strictObject({
      '@type': z.literal('PostalAddress'),
      streetAddress: z.optional(z.string()),
      addressLocality: z.optional(z.string()),
      addressRegion: z.optional(z.string()),
      postalCode: z.optional(z.string()),
      addressCountry: z.optional(z.string().check(z.length(2))),
    }),
  }),
  z.strictObject({ '@type': z.literal('VirtualLocation'), url: address }),
])
const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  name: z.string(),
  url: address,
  price: z.number().check(z.nonnegative()),
  priceCurrency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  availability: ofSchema('InStock', 'SoldOut', 'PreOrder', 'LimitedAvailability', 'Discontinued'),
  validFrom: instant,
  validThrough: z.optional(instant),
})
const Organization = z.strictObject({ '@type': z.literal('Organization'), name: z.string(), url: address })
const happening = {
  '@type': z.literal('Event'),
  name: z.string().check(z.minLength(1)),
  startDate: instant,
  endDate: instant,
  eventStatus: ofSchema('EventScheduled', 'EventCancelled'),
  eventAttendanceMode: ofSchema('OfflineEventAttendanceMode', 'OnlineEventAttendanceMode', 'MixedEventAttendanceMode'),
  location: z.array(Place).check(z.minLength(1)),
}
const Data = z.strictObject({
  ...happening,
  eventStatus: ofSchema('EventScheduled', 'EventRescheduled', 'EventCancelled'),
  previousStartDate: z.optional(instant),
  description: z.optional(z.string()),
  url: address,
  image: z.array(address),
  organizer: Organization,
  performer: Organization,
  typicalAgeRange: z.optional(z.string().check(z.regex(/^\d+-\d*$/))),
  isAccessibleForFree: z.optional(z.literal(true)),
  offers: z.optional(z.array(Offer).check(z.minLength(1))),
  subEvent: z.optional(z.array(z.strictObject(happening)).check(z.minLength(2))),
})
type Data = z.infer<typeof Data>

let bench: Bench
let programId: string
let venueId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  venueId = await makeVenue(bench, programId)
})

/** The event of the API, and the structured data parsed from its page. */
async function readEventData(
  input: Partial<EventInput>,
  change: Partial<typeof events.$inferInsert> = {},
): Promise<{ event: Event; options: EventOption[]; data: Data }> {
  const { event_id } = await makeEvent(bench, { programId, venueIds: [venueId], ...input })
  if (Object.keys(change).length > 0)
    await database(bench.env.DB).update(events).set(change).where(eq(events.id, event_id))
  const read = async (path: string) => (await bench.call(`/v1/explore/events/${event_id}${path}`)).json()
  const [event, options] = [
    (await read('')) as Event,
    ((await read('/options?limit=100')) as { data: EventOption[] }).data,
  ]
  const page = {
    selling: exampleProgram.selling,
    url: event.url,
    image: 'https://camps.example/pictures/tent.svg',
    organizer: `https://camps.example/pg/${programId}`,
  }
  return { event, options, data: z.parse(Data, JSON.parse(safeJson(eventData(event, options, page)))) }
}

const availabilities: Record<string, string> = {
  on_sale: 'InStock',
  sold_out: 'SoldOut',
  waitlist: 'SoldOut',
  not_started: 'PreOrder',
  restricted: 'LimitedAvailability',
  ended: 'Discontinued',
  closed: 'Discontinued',
  event_cancelled: 'Discontinued',
}
const start = () => bench.now() + 30 * dayMs
const states: {
  state: string
  input?: () => Partial<EventInput>
  change?: () => Partial<typeof events.$inferInsert>
  sale: string[]
  expected: Partial<Data>
}[] = [
  {
    state: 'scheduled',
    sale: ['on_sale'],
    expected: {
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    },
  },
  {
    state: 'cancelled',
    input: () => ({ status: 'cancelled' }),
    sale: ['event_cancelled'],
    expected: { eventStatus: 'https://schema.org/EventCancelled' },
  },
  {
    state: 'rescheduled',
    change: () => ({ previous_starts_at: Date.UTC(2027, 0, 3, 14) }),
    sale: ['on_sale'],
    expected: {
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2027-01-03T09:00:00-05:00',
    },
  },
  {
    state: 'cancelled after it was rescheduled',
    change: () => ({ status: 'cancelled', previous_starts_at: Date.UTC(2027, 0, 3, 14) }),
    sale: ['event_cancelled'],
    expected: { eventStatus: 'https://schema.org/EventCancelled' },
  },
  { state: 'sold out', input: () => ({ options: [{ spots: 0 }] }), sale: ['sold_out'], expected: {} },
  {
    state: 'sold out with a waitlist',
    input: () => ({ options: [{ spots: 0 }], waitlist: true }),
    sale: ['sold_out', 'waitlist'],
    expected: {},
  },
  {
    state: 'with one option left',
    input: () => ({ options: [{ spots: 0 }, { cost: 2500, name: 'Half day' }] }),
    sale: ['sold_out', 'on_sale'],
    expected: {},
  },
  {
    state: 'not open yet',
    input: () => ({ options: [{ saleStartsAt: bench.now() + dayMs }] }),
    sale: ['not_started'],
    expected: {},
  },
  {
    state: 'closed by the organisation',
    input: () => ({ options: [{ isClosed: true }] }),
    sale: ['closed'],
    expected: {},
  },
  {
    state: 'after its sale',
    input: () => ({ options: [{ saleEndsAt: bench.now() - dayMs }] }),
    sale: ['ended'],
    expected: {},
  },
  {
    state: 'over',
    input: () => ({ startsAt: bench.now() - 3 * dayMs, endsAt: bench.now() - 2 * dayMs }),
    sale: ['ended'],
    expected: { eventStatus: 'https://schema.org/EventScheduled' },
  },
  {
    state: 'free',
    input: () => ({ options: [{ cost: 0 }] }),
    sale: ['on_sale'],
    expected: { isAccessibleForFree: true },
  },
  {
    state: 'online',
    input: () => ({ venueIds: [], onlineEventUrl: 'https://meet.camps.example/secret' }),
    sale: ['on_sale'],
    expected: { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' },
  },
  {
    state: 'online and in a place',
    input: () => ({ onlineEventUrl: 'https://meet.camps.example/secret' }),
    sale: ['on_sale'],
    expected: { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' },
  },
  {
    state: 'for some ages',
    input: () => ({ options: [{ minimumAge: 8, maximumAge: 12 }] }),
    sale: ['on_sale'],
    expected: { typicalAgeRange: '8-12' },
  },
  {
    state: 'a series',
    change: () => ({
      is_series: true,
      ends_at: start() + 15 * dayMs,
      series_dates: [0, 7, 14].map((day) => ({
        starts_at: start() + day * dayMs,
        ends_at: start() + day * dayMs + 3_600_000,
      })),
    }),
    sale: ['on_sale'],
    expected: {},
  },
  {
    state: 'registered elsewhere',
    change: () => ({ external_registration_url: 'https://partner.example/trip' }),
    sale: ['on_sale'],
    expected: {},
  },
]

describe('structured data of an event', () => {
  it.each(states)(
    'structured data fits schema.org when the event is $state',
    async ({ input, change, sale, expected: says }) => {
      const { event, options, data } = await readEventData(input?.() ?? {}, change?.())
      expect(data).toMatchObject({
        name: event.name,
        description: event.summary,
        startDate: withOffset(event.starts_at, event.timezone),
        endDate: withOffset(event.ends_at, event.timezone),
        ...says,
      })
      expect('previousStartDate' in data).toBe(data.eventStatus === 'https://schema.org/EventRescheduled')
      expect(sale).toEqual(expect.arrayContaining(options.map(({ sale_status }) => sale_status)))
      expect(data.offers).toEqual(
        options.map((option) =>
          expect.objectContaining({
            name: option.name,
            price: allInPrice(option.cost.cost.value, exampleProgram.selling).first / 100,
            priceCurrency: event.currency,
            availability: `https://schema.org/${availabilities[option.sale_status]}`,
            url: event.external_registration_url ?? event.url,
            ...(option.order_availability.sale_starts_at
              ? { validFrom: withOffset(option.order_availability.sale_starts_at, event.timezone) }
              : {}),
            ...(option.order_availability.sale_ends_at
              ? { validThrough: withOffset(option.order_availability.sale_ends_at, event.timezone) }
              : {}),
          }),
        ),
      )
      expect(data.location.map((place) => (place['@type'] === 'Place' ? place.name : place.url))).toEqual([
        ...event.venues.map(({ name }) => name),
        ...(event.online_event ? [event.url] : []),
      ])
      expect(
        data.subEvent?.map(({ startDate, endDate }) => ({ starts_at: startDate, ends_at: endDate })) ?? [],
      ).toEqual(
        (event.is_series ? event.series_dates : []).map(({ starts_at, ends_at }) => ({
          starts_at: withOffset(starts_at, event.timezone),
          ends_at: withOffset(ends_at, event.timezone),
        })),
      )
      expect(JSON.stringify(data)).not.toContain('meet.camps.example')
    },
  )

  it('structured data has no offer when the event has no option', async () => {
    const { data } = await readEventData(
      { options: [{}] },
      { external_registration_url: 'https://partner.example/trip' },
    )
    expect(data.offers?.[0]?.url).toBe('https://partner.example/trip')
    const { event_id } = await makeEvent(bench, { programId, venueIds: [venueId] })
    await database(bench.env.DB)
      .update(eventOptions)
      .set({ is_removed: true })
      .where(eq(eventOptions.event_id, event_id))
    const event = (await (await bench.call(`/v1/explore/events/${event_id}`)).json()) as Event
    expect(
      'offers' in
        JSON.parse(
          safeJson(
            eventData(event, [], {
              selling: exampleProgram.selling,
              url: event.url,
              image: event.url,
              organizer: event.url,
            }),
          ),
        ),
    ).toBe(false)
  })
})
