import type { ShapeWords } from '../field-words.ts'

/** Descriptions of fields that mean the same in every schema, unless a schema has its own. */
export const commonWords: ShapeWords = {
  created: ['When it was created, in UTC.', '2027-05-02T14:03:11.000Z'],
  updated: ['When it last changed, in UTC.', '2027-05-02T14:05:40.000Z'],
  published: ['When it was last published, in UTC; null if never.', '2027-01-10T14:00:00.000Z'],
  program_id: ['Program it belongs to: a slug, the `id` of a Program.', 'lakeside'],
  event_id: ['Event, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
  order_id: ['Order, the `id` of an Order.', 'ord_7mC4xY2vB9'],
  customer_id: ['Customer, the `id` of a Customer.', 'cus_3hJ8kL5wN0'],
  currency: ['ISO 4217 code of the currency.', 'CAD'],
  timezone: ['IANA time zone.', 'America/Toronto'],
  tags: ['Tags, as the organisation wrote them.', ['Water']],
  first_name: ['First name.', 'Maya'],
  last_name: ['Last name.', 'Roy'],
  quantity: ['How many; a place is always 1.', 1],
  picture_url: [
    'Address of the picture; null without one. An address without a host is on this site.',
    '/images/canoe.jpg',
  ],
  picture_text: ['What the picture shows, for people who do not see it; null if not written.', 'Two canoes on a lake'],
  terms: ['Terms in Markdown; null without any.', 'Bring a life vest.'],
  text_languages: [
    'Texts of the object that are not in the requested language, by field, with the language they are in; absent where all are.',
    { description: 'en' },
  ],
  tag_names: [
    'Names of types and tags in the requested language; one that is missing here is shown as it is.',
    { Water: 'Eau' },
  ],
  fields: 'Questions of the registration form, in order; answer them in `form_response.answers`.',
  count: ['How many there are.', 3],
  en: ['The text in English.', 'Canoe week'],
  fr: ['The text in French.', 'Semaine de canot'],
}

/** The envelope of every list. */
export const listWords: ShapeWords = {
  count: ['Number of rows in `data`.', 20, { minimum: 0 }],
  total: ['Number of rows that match, on all pages.', 42, { minimum: 0 }],
  total_capped: [
    'True where more rows match than `total` says: events found by several things and registrations of a program are counted to 1,000, or to the end of the page.',
    true,
  ],
  page: ['This page, from 0: `skip` divided by `limit`, rounded down.', 0, { minimum: 0 }],
  page_count: ['Number of pages of `limit` rows; 0 when `limit` is 0.', 3, { minimum: 0 }],
  access_limited: ['Whether you are shown fewer rows than there are.', false],
  data: 'The rows of this page.',
}

const cents = { value: 12_500, currency_code: 'CAD', major_value: 125, display: '$125.00', language: 'en' }
export const shapesOfAll: Record<string, ShapeWords> = {
  Money: {
    value: ['Amount in the smallest unit of the currency: cents of a dollar, whole yen.', cents.value],
    currency_code: ['ISO 4217 code of the currency.', cents.currency_code, { pattern: '^[A-Z]{3}$' }],
    major_value: [
      'The same amount in whole units of the currency, for display only; calculate with `value`.',
      cents.major_value,
    ],
    display: ['The same amount as people read it, in `language`.', cents.display],
    language: ['Language of `display`: `en` or `fr`.', cents.language],
  },
  Price: {
    cost: 'What the organisation asks, before fee and tax.',
    fee: 'Booking fee on it; zero where the fee is in `cost` or there is none.',
    tax: 'Tax on both; zero where tax is in `cost` or there is none.',
  },
  Error: {
    code: ['HTTP status of this response.', 400],
    type: [
      'What went wrong, one of a closed list. Branch on this, not on `message`. A declined card gives the key of its decline.',
      'required',
    ],
    message: ['What went wrong and what to do, in the language of `Accept-Language`.', 'Field is required.'],
    param: [
      'Path of the first refused field; for a conflict, the current state; for a coupon, the missing amount; else null.',
      'email',
    ],
    path: ['Path of the request, without its query.', '/api/v1/signup'],
    timestamp: ['When it was refused, in UTC.', '2027-05-02T14:03:11.000Z'],
    errors: 'Every field that is refused, up to 100, the first one as in `param`; empty where no field is.',
    error: ['Error code of OAuth 2 (RFC 6749, section 5.2).', 'invalid_grant'],
    error_description: ['The same text as `message`, under the name of OAuth 2.', 'Please log in.'],
  },
  SlotTakenError: { available_times: 'With `slot_taken` of an appointment: the nearest times that are free.' },
  RefusedBookingError: {
    refusals: 'Every refused person and field of a booking, as in `errors`, with what each person can have instead.',
  },
  RefusedImportError: {
    mapping: 'With `row_errors`: the columns of the file with their fields; null for one that is left out.',
    'mapping.*': ['Field of the column.', 'price'],
  },
  StaleQuoteError: {
    quote: 'The quote as it is now, when paying.',
    cancellation: 'The preview as it is now, when cancelling.',
    refund: 'The preview as it is now, when asking for a refund.',
  },
  FieldError: {
    type: ['The rule that the field breaks.', 'required'],
    param: ['Path of the field.', 'attendees[0].date_of_birth'],
    message: ['What to do, in the language of `Accept-Language`.', 'Field is required.'],
    line: ['The line of the field in the body, in calls that take a program file.', 12, { minimum: 1 }],
  },
  Done: {
    type: ['What was done, for programs.', 'code_sent'],
    message: ['What was done, for people.', 'Done.'],
  },
  Health: {
    status: [
      '`ok`; `degraded`: people can use the site and something needs attention; `failing`: they cannot (503).',
      'ok',
    ],
    problems: 'What is wrong, the worst first; empty when nothing is.',
    settings: [
      'What is missing or wrong in the settings of the site, for those who run it; empty when nothing is.',
      [],
    ],
    database: ['Whether the database answers; `unknown` while the settings are wrong.', 'ok'],
    migrations: [
      'Whether the schema of the database is the one this version needs; `unknown` when that cannot be read.',
      'current',
    ],
    missing_migrations: ['Names of the migrations that have not been applied.', ['0002_pools.sql']],
    oldest_unsent_outbox_seconds: [
      'Seconds the oldest due delivery has waited; null when none is due.',
      4,
      { minimum: 0 },
    ],
    unsent_outbox_rows: [
      'Deliveries that are not done yet, repeats included; null when that cannot be read.',
      0,
      { minimum: 0 },
    ],
    last_scheduled: [
      'When the scheduled tasks last ran, in UTC; null if never.',
      '2027-05-02T14:03:00.000Z',
      { format: 'date-time' },
    ],
  },
}
