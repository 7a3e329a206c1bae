import { noFacts } from '#contract/event-facts'
import { notLookedUp } from '#contract/people/place-line'
import type { Event, EventOption } from '#contract/offering/event'
import { localeOf } from '#contract/date-format'
import { money } from '#contract/display-money'
import { type Program, usualPreferences } from '#contract/offering/program'
import type { ProgramContext } from '../layouts/program-context.ts'
import { type Language, textIn } from '../locales/choose-language.ts'
import { routesOf } from '../routes.ts'

const sum = (value: number) => money(value, 'CAD', 'en')
/** A price with a fee of 3.00, and 13 % tax on both. */
export const priceOf = (cost: number) => ({
  cost: sum(cost),
  fee: sum(cost === 0 ? 0 : 300),
  tax: sum(cost === 0 ? 0 : Math.round(cost * 0.13) + 39),
})

const written = { created: '2026-11-01T12:00:00Z', updated: '2026-11-01T12:00:00Z' }
const address = {
  ...notLookedUp,
  address_line_1: '48 Shore Road',
  address_line_2: null,
  city: 'Mirror Lake',
  region: 'Ontario',
  region_short_code: 'ON',
  postcode: 'K0E 1A0',
  country: 'Canada',
  country_short_code: 'CA',
}

/** A program in two languages for tests of pages. */
export const exampleProgram: Program = {
  id: 'lakeside',
  object: 'program',
  name: 'Lakeside Camps',
  summary: 'Camps on the water',
  types: ['camp'],
  picture_url: null,
  website: null,
  email: 'hello@lakeside.example',
  phone: null,
  address,
  featured: false,
  is_verified: true,
  tags: [],
  payment_provider: 'sandbox',
  card_form: null,
  language: 'en',
  languages: ['en', 'fr'],
  default_currency: 'CAD',
  country: 'CA',
  meta_pixel_id: null,
  gtm_id: null,
  timezone: 'America/Toronto',
  preferences: usualPreferences,
  selling: {
    hold_minutes: 15,
    offline: true,
    fee: { percent: 0, fixed: 300, included: false },
    taxes: [{ name: 'HST', percent: 1300, included: false }],
    show_prices: 'all_in',
  },
  colours: null,
  ...written,
}

/** The optional fields of events and appointment types. */
export const undescribed = {
  terms: null,
  picture: null,
  picture_url: null,
  picture_text: null,
  fields: [],
  tags: [],
}

/** A week of canoeing, 5 to 9 July 2027, 9 am to 4 pm in Toronto. */
export const exampleEvent: Event = {
  id: 'evt_canoe',
  object: 'event',
  title: null,
  type: 'camp',
  name: 'Canoe Week',
  summary: 'Five days on the water',
  description: null,
  program: { id: 'lakeside', name: 'Lakeside Camps', timezone: 'America/Toronto', currency: 'CAD' },
  venues: [{ id: 'ven_1', object: 'venue', name: 'Pine Point', address, timezone: 'America/Toronto' }],
  online_event: false,
  status: 'published',
  lifecycle: 'upcoming',
  url: 'https://book.example/pg/lakeside/evt/evt_canoe',
  starts_at: '2027-07-05T13:00:00Z',
  ends_at: '2027-07-09T20:00:00Z',
  ...undescribed,
  is_series: false,
  previous_starts_at: null,
  overnight: false,
  ...noFacts,
  series_dates: [],
  days_off: [],
  restrict_to_package_ids: [],
  packages: [],
  preregistration_enabled: false,
  has_external_registration: false,
  external_registration_url: null,
  appointment_type_id: null,
  currency: 'CAD',
  timezone: 'America/Toronto',
  order_availability: {
    available_spots: 50,
    minimum_option_price: priceOf(34500),
    maximum_option_price: priceOf(34500),
    is_sold_out: false,
    sale_starts_at: null,
    sale_ends_at: null,
  },
  refund_policy: {
    camp_refund_retention_policy: null,
    is_automated_camp_refund_allowed: true,
    is_camp_refund_request_allowed: true,
    camp_refund_policy: [
      { until: 'P14D', percent: 100 },
      { until: 'P3D', percent: 50 },
    ],
    is_session_cancellation_request_allowed: false,
    session_cancellation_policy: null,
    timezone: 'America/Toronto',
  },
  waiver: null,
  options_brief: { minimum_age: 8, maximum_age: 12, genders: [], sale_status: 'on_sale', waitlist: false, free: false },
  published: '2026-11-01T12:00:00Z',
  ...written,
}

export const exampleOption: EventOption = {
  id: 'opt_full',
  object: 'event_option',
  event_id: 'evt_canoe',
  name: 'Full day',
  description: null,
  free: false,
  gender: null,
  minimum_age: 8,
  maximum_age: 12,
  appointment_option_id: null,
  sale_status: 'on_sale',
  cost: priceOf(34500),
  instalments: [],
  order_availability: { available_spots: 50, is_sold_out: false, sale_starts_at: null, sale_ends_at: null },
}

/** The program's context in a language, as the middleware would load it. */
export const exampleProgramContext = (
  language: Language,
  program: Program = exampleProgram,
): Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to'> => ({
  program,
  language,
  locale: localeOf(language, program.country),
  text: textIn(language),
  to: routesOf(program.id, language === program.language ? null : language),
})
