import type * as z from 'zod/mini'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { activities, forms, organisationNames, pictures, places, refund, sentences, tags, towns } from './city-words.ts'

type File = z.input<typeof ProgramFile>
type Event = NonNullable<File['events']>[number]
type Option = NonNullable<Event['options']>[number]
export type CitySize = {
  seed?: number
  events?: number
  venues?: number
  program?: string
  /** Number of days over which the events are spread. */
  days?: number
}

/**
 * The second demo: the leisure program of a city, generated from a seed and equal for equal seeds. By default 4,000
 * events over a year in 120 venues. It is not stored as a file; `npm run program -- export` writes one from a site that
 * has it.
 */
export function makeCity({ seed = 1, events = 4000, venues = 120, program = 'city', days = 365 }: CitySize = {}): File {
  const random = seededRandom(seed)
  return {
    program,
    name: 'City Recreation',
    summary: 'Everything that is on in twelve towns, from the pool to the pottery wheel, all year.',
    types: ['camp', 'class', 'sport'],
    tags: ['City', 'Indoors', 'Outdoors'],
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    language: 'en',
    languages: ['en', 'fr'],
    country: 'CA',
    website: 'https://city.example',
    email: 'hello@city.example',
    picture_url: '/pictures/swim.svg',
    is_verified: true,
    address: {
      address_line_1: '110 Laurier Avenue West',
      city: 'Ottawa',
      region: 'CA-ON',
      postcode: 'K1P 1J1',
      country: 'CA',
    },
    features: { online_payments: true, discounts: true },
    preferences: { brand_accent_color: '#3b5bdb', required_attendee_fields: ['date_of_birth'] },
    selling: {
      offline: true,
      offline_instructions: 'Pay at our office, 8 to 6 on weekdays: cash, cheque or debit.',
      fee: { percent: 0, fixed: 2 },
      taxes: [{ name: 'HST', percent: 13 }],
    },
    venues: Array.from({ length: venues }, (_, at) => venue(at)),
    events: Array.from({ length: events }, (_, at) => event(at, { random, venues, days })),
  }
}

function venue(at: number) {
  const [city, region] =
    at < towns.length
      ? (towns[at] as (typeof towns)[number])
      : (towns[(at * at) % towns.length] as (typeof towns)[number])
  return {
    key: `venue-${at}`,
    name: `${organisationNames[at % organisationNames.length]} ${places[Math.floor(at / organisationNames.length) % places.length]}`,
    address: {
      address_line_1: `${at + 1} Main Street`,
      city,
      region,
      postcode: region === 'CA-QC' ? 'J8X 1A1' : 'K7H 1A1',
      country: 'CA',
    },
  }
}

type Making = { random: RandomInt; venues: number; days: number }

function event(at: number, { random, venues, days }: Making): Event {
  const one = <Item>(items: readonly Item[]) => items[random(items.length)] as Item
  const type = one([
    'class',
    'class',
    'class',
    'camp',
    'camp',
    'event',
    'clinic',
    'competition',
    'party',
    'online',
    'other',
  ] as const)
  const [day, hour, isOnline, isElsewhere] = [
    1 + random(days),
    8 + random(11),
    type === 'online' || random(30) === 0,
    random(40) === 0,
  ]
  const lasts = type === 'camp' ? 4 : 0
  const [activity, form, first, second] = [one(activities), one(forms), one(sentences), one(sentences)]
  return {
    key: `event-${at}`,
    type,
    name: `${activity} ${form} ${at + 1}`,
    summary: `${first} ${second}`,
    status: one(statuses),
    tags: tags.filter(() => random(14) === 0).slice(0, 4),
    picture_url: `/pictures/${one(pictures)}.svg`,
    refund,
    ...(type === 'class' && random(3) === 0
      ? {
          series_dates: [0, 7, 14, 21].map((later) => ({
            starts_at: `+${day + later}d ${clock(hour)}`,
            ends_at: `+${day + later}d ${clock(hour + 1)}`,
          })),
        }
      : { starts_at: `+${day}d ${clock(hour)}`, ends_at: `+${day + lasts}d ${clock(hour + 2)}` }),
    venues:
      isOnline && random(2) === 0
        ? []
        : [...new Set([`venue-${random(venues)}`, ...(random(12) === 0 ? [`venue-${random(venues)}`] : [])])],
    online_event: isOnline,
    ...(isElsewhere
      ? { external_registration_url: 'https://partner.example/book', options: [] }
      : { options: Array.from({ length: 1 + (random(3) === 0 ? 1 : 0) }, (_, number) => option(number, random)) }),
  }
}

const statuses = [...Array(27).fill('published'), 'draft', 'unpublished', 'cancelled'] as const

function option(number: number, random: RandomInt): Option {
  const [minimum, span] = [random(4) === 0 ? null : 3 + random(12), random(4) === 0 ? null : random(6)]
  const isFree = random(12) === 0
  return {
    key: `option-${number}`,
    name: number === 0 ? 'One place' : 'Half a day',
    ...(isFree ? { free: true } : { cost: 5 + random(60) * 5 }),
    gender: random(9) === 0 ? (random(2) === 0 ? 'female' : 'male') : null,
    minimum_age: minimum,
    maximum_age: span === null ? null : (minimum ?? 3) + span,
    spots_total: random(20) === 0 ? 'unlimited' : random(40),
  }
}

type RandomInt = (max: number) => number
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A random number generator with a seed; each number is below `max`. */
function seededRandom(seed: number): RandomInt {
  let state = seed >>> 0
  return (max) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}
