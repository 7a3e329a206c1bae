import type { FieldWords, ShapeWords } from '../field-words.ts'

const time = { format: 'date-time' }
const dryRun: FieldWords = ['With `true` nothing changes, and the response shows what would.', false]
const isDryRun: FieldWords = ['True for a preview.', false]
const message: FieldWords = ['What happened, in the language of `Accept-Language`.', 'Season copied.']
const program: FieldWords = ['The program.', 'lakeside']
const key: FieldWords = ['Key of the event.', 'canoe-week-2028']

const venueWords: ShapeWords = {
  name: ['Name of the place, a text or one per language.', 'North Dock'],
  address: 'Where it is.',
  'address.address_line_1': ['Street and number.', '1 Lake Rd'],
  'address.address_line_2': ['Unit or building; null without one.', null],
  'address.city': ['City.', 'Toronto'],
  'address.region': ['Province or state, ISO 3166-2; null without one.', 'CA-ON'],
  'address.postcode': ['Postal code; null without one.', 'M5V 2T6'],
  'address.country': ['Country, ISO 3166-1.', 'CA'],
}

const questionWords: ShapeWords = {
  title: ['The question, a text or one per language.', 'Can your child swim?'],
  type: ['Kind of answer.', 'yes_no'],
  required: ['Whether it must be answered.', true],
  choices: ['What a family can choose, for a kind of answer with choices.', []],
  'choices[].value': ['What is stored as the answer.', 'small'],
  'choices[].label': ['What families read, a text or one per language.', 'Small'],
  is_health: [
    'Whether its answers are kept as health information. `true` adds a sentence to its help; a question whose own words are about health has it without.',
    false,
  ],
}

const questionVersion: [string, string] = [
  'Fingerprint of the question, for its change.',
  'q9X2c7nVb1L0sT4mZ8aR3kPyE5hWdU6j',
]

export const seasonShapes: Record<string, ShapeWords> = {
  SeasonCopyRequest: {
    events: ['Keys of the events to copy, at most 300.', ['canoe-week']],
    shift: ['How far all dates move: weeks like `+52w`, or days like `+364d`.', '+52w'],
    sales: ['Whether the sale dates move too (`shift`), stay (`keep`) or are left out (`none`).', 'shift'],
    dry_run: dryRun,
  },
  SeasonCopy: {
    program_id: program,
    dry_run: isDryRun,
    message,
    copies: 'The copies, in the order of the request.',
    'copies[].from': ['Key of the original.', 'canoe-week'],
    'copies[].key': ['Key of the copy: the original’s with the year, or within one year the day.', 'canoe-week-2028'],
    'copies[].url': [
      'Address of the page of the copy; null in a preview of a new one.',
      'https://camps.example/pg/lakeside/evt/evt_5nK2pQ8rT1',
    ],
    'copies[].action': ['`create`, or `keep` for a copy that exists and stays as it is.', 'create'],
    'copies[].event': 'The copy, in the words of the program file.',
    offers:
      'The coupons that name copied events, by key. A coupon that names no events applies to the copies by itself.',
    'offers[].from': ['Key of the coupon of the season that is copied.', 'early-bird'],
    'offers[].key': ['Key of the coupon for the copies; with `extend` it may be the same one.', 'early-bird-2028'],
    'offers[].name': ['Name of the coupon; null without one.', 'Early bird'],
    'offers[].code': ['Code that customers type; null for an automatic discount.', 'EARLY2028'],
    'offers[].action': [
      '`create` for a copy, `extend` for a coupon that now applies to the copies too, or `leave` if the new code or key belongs to another coupon.',
      'create',
    ],
    'offers[].redeem_after': [
      'From when it is valid, in UTC; null without a start.',
      '2028-01-03T14:00:00.000Z',
      { format: 'date-time' },
    ],
    'offers[].redeem_before': [
      'Until when it is valid, in UTC; null without an end.',
      '2028-03-01T14:00:00.000Z',
      { format: 'date-time' },
    ],
    'offers[].is_enabled': [
      'Whether it is switched on. With `sales: none`, a copy without the dates of its original is off.',
      true,
    ],
    'offers[].events': ['Keys of the copies that it applies to after the call.', ['canoe-week-2028']],
  },
  ArchiveEventsRequest: { events: ['Keys of the events, at most 300.', ['canoe-week']], dry_run: dryRun },
  ArchivedEvents: {
    program_id: program,
    dry_run: isDryRun,
    message: ['What happened, in the language of `Accept-Language`.', 'Events archived.'],
    events: 'The events, in the order of the request.',
    'events[].key': key,
    'events[].action': ['`archive`, or `keep` for one that was archived before.', 'archive'],
  },
  PublishedEvents: {
    program_id: program,
    dry_run: isDryRun,
    message: ['What happened, in the language of `Accept-Language`.', 'Events published.'],
    events: 'The events, in the order of the request.',
    'events[].key': key,
    'events[].action': ['`publish`, `unpublish`, or `keep` for one that was so before.', 'publish'],
  },
  EventForm: {
    program_id: program,
    event: 'The event, in the words of the program file; null for a new one.',
    venues: 'The places of the program.',
    'venues[].key': ['Key of the place.', 'dock'],
    'venues[].name': ['Its name.', 'Dock House'],
    waivers: 'The waivers of the program.',
    'waivers[].key': ['Key of the waiver.', 'water'],
    'waivers[].name': ['Its title.', 'Water waiver'],
    questions: 'The questions of the program.',
    'questions[].key': ['Key of the question.', 'swim'],
    'questions[].name': ['Its title.', 'Can your child swim?'],
    'questions[].version': questionVersion,
    ...Object.fromEntries(Object.entries(questionWords).map(([field, words]) => [`questions[].${field}`, words])),
  },
  QuestionRequest: questionWords,
  ChangeQuestionRequest: {
    ...questionWords,
    version: [
      'The version that was read. A change by someone else since then is 409 `state_conflict`.',
      questionVersion[1],
    ],
  },
  OrganiserQuestion: {
    program_id: program,
    key: ['Its key, from its title.', 'can-you-swim'],
    name: ['Its title in the language of the request.', 'Can your child swim?'],
    version: questionVersion,
    ...questionWords,
  },
  CreateVenueRequest: venueWords,
  OrganiserVenue: {
    program_id: program,
    id: ['Id of the place.', 'ven_5nK2pQ8rT1'],
    key: ['Its key, from its name.', 'north-dock'],
    ...venueWords,
  },
  SampleSeason: {
    program_id: program,
    message: ['What happened, in the language of `Accept-Language`.', 'Sample season added.'],
    events: 'The events of the sample season that the program has.',
    'events[].key': key,
    'events[].action': [
      '`create`, `restore` for one that was archived, `archive`, or `keep` for one that stays.',
      'create',
    ],
  },
  SeasonEvent: {
    id: ['Id of the event.', 'evt_5nK2pQ8rT1'],
    key,
    type: ['Type.', 'camp'],
    name: ['Name.', 'Canoe week'],
    status: ['Status.', 'published'],
    version: ['Version, to send with a change.', '1784120400000'],
    starts_at: ['Its first start, in UTC.', '2028-07-03T13:00:00.000Z', time],
    ends_at: ['Its last end, in UTC.', '2028-07-07T20:00:00.000Z', time],
    timezone: ['IANA zone of the event.', 'America/Toronto'],
    dates: 'Its dates, the earliest first; one for an event that is no series.',
    'dates[].starts_at': ['Start, in UTC.', '2028-07-03T13:00:00.000Z', time],
    'dates[].ends_at': ['End, in UTC.', '2028-07-07T20:00:00.000Z', time],
    venues: 'Where it takes place.',
    'venues[].key': ['Key of the venue.', 'dock'],
    'venues[].name': ['Name of the venue.', 'Dock House'],
    is_online: ['Whether it takes place online.', false],
    is_elsewhere: ['Whether customers register on another site.', false],
    minimum_age: ['Youngest age of all its options; null without one.', 8],
    maximum_age: ['Oldest age of all its options; null without one.', 12],
    sold: ['Places with a confirmed booking, in all options.', 14],
    waiting: ['People who wait for a place.', 3],
    options: 'Its options, in their order.',
    'options[].key': ['Key of the option.', 'full'],
    'options[].name': ['Name of the option.', 'Full week'],
    'options[].spots_total': ['Places; null for unlimited.', 20],
    'options[].spots_taken': [
      'Places that are booked or held now, extra ones too, so it may be more than `spots_total`.',
      15,
    ],
    'options[].sold': ['Places with a confirmed booking.', 14],
    'options[].pools': ['Keys of the pools it shares places with.', ['bus']],
    'options[].is_closed': ['Whether the organisation closed it.', false],
    'options[].sale_starts_at': ['When its sale opens, in UTC; null if at once.', '2028-03-01T14:00:00.000Z', time],
    'options[].sale_ends_at': ['When its sale ends, in UTC; null if the program’s default holds.', null, time],
  },
  ImportEventsRequest: {
    file: 'The CSV, at most 5000 rows: its first row names the columns. UTF-8, or as spreadsheets save it.',
    mapping: [
      'A JSON object from the name of a column to its field, or to null for a column that is left out; kept for the next file.',
      '{"Fee": "price", "Notes": null}',
    ],
    date_order: ['How days like 6/7/2027 are meant, where the file does not prove it.', 'month_first'],
    dry_run: ['With `true` nothing changes, and the response shows what would.', 'false'],
  },
  EventsImported: {
    program_id: program,
    dry_run: isDryRun,
    message: ['What happened, in the language of `Accept-Language`.', 'Events imported.'],
    rows: ['Rows of the file, without its first and empty ones.', 306],
    created: ['Events that are new.', 45],
    updated: ['Events that change.', 2],
    kept: ['Events that stay as they are.', 0],
    mapping: 'The columns of the file with their fields; null for one that is left out.',
    'mapping.*': ['Field of the column.', 'price'],
    events: 'The events of the file, in its order.',
    'events[].key': key,
    'events[].action': ['`create`, `update`, or `keep` for an event that stays as it is.', 'create'],
    'events[].rows': ['Its rows in the spreadsheet; the first row has the names of the columns.', [2, 3]],
    'events[].changes': 'What changes, by field of the event.',
  },
}
