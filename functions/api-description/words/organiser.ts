import { fileWords } from '../../organisation/organiser/program-file/file-words.ts'
import type { FieldWords, ShapeWords } from '../field-words.ts'

const message: FieldWords = ['What was done, for people; null when nothing was.', 'Event created.']
const changes = 'What changed.'
const version: FieldWords = [
  'What it was when it was read; every change has another. Send it with a change, and one after a change by someone else is 409.',
  '1799064000000',
]

const event: ShapeWords = {
  id: ['Id of the event in other calls.', 'evt_5nK2pQ8rT1'],
  url: ['Address of its page.', 'https://muster.example/pg/lakeside/evt/evt_5nK2pQ8rT1'],
  version,
  message,
  changes,
  event: 'The event as the program file says it.',
}

const day = '2027-01-04T00:00:00.000Z'
const isInstant = { format: 'date-time' } as const
const contract: ShapeWords = {
  status: [
    'Where it stands: with `unpaid` nothing new is ordered, with `cancelled` its pages are gone; the others are open.',
    'active',
  ],
  trial_start: ['When its trial began, in UTC; null without one.', null, isInstant],
  trial_end: ['When its trial ends, in UTC; null without one.', null, isInstant],
  current_period_start: ['When the period that is paid or due began, in UTC; null if not said.', day, isInstant],
  current_period_end: ['When it ends, in UTC; null if not said.', '2028-01-04T00:00:00.000Z', isInstant],
  payment_provider_id: [
    'Account at the payment provider that it is paid into; null: that of the site. It is exchanged while no card payment and no refund is under way.',
    'acct_1QmZ8s2',
  ],
  'products[].name': ['Its name.', 'Season plan'],
  'products[].quantity': ['How many of it.', 1, { minimum: 1 }],
}

export const organiserShapes: Record<string, ShapeWords> = {
  ProgramPlan: {
    version: [
      'Version of the program that this is about; send it as `version` to apply only to that. null for a new program.',
      '1799064000000',
    ],
    message: ['What was done, for people; null for a plan, and where something was refused.', 'Program updated.'],
    changes: 'What changes, or has changed.',
    refusals: 'The reasons against the plan; with any of them nothing is changed.',
    warnings:
      'Booked appointments on closed days, and two of one person or room. They stay: move or cancel them. 100 at most.',
  },
  PlanWarning: {
    path: ['The path of the appointment type in the program file.', 'appointment_types.swim'],
    message: ['What is booked and why it needs a decision.', 'Booked on 2027-07-01 at 09:00, when Nora is away.'],
  },
  ProgramChange: {
    action: ['What happens to it.', 'update'],
    path: ['The path in the program file.', 'events.canoe.name'],
    from: ['The value before; null for what is new.', 'Canoe'],
    to: ['The value after; null for what is removed.', 'Canoe week'],
  },
  Refusal: {
    type: ['Why it is refused, as in Error.', 'sold_out'],
    path: ['The path in the program file.', 'events.canoe.options.full.spots_total'],
    message: ['What to do, for people.', 'More places are taken than that.'],
    line: ['The line of the field in the body.', 12, { minimum: 1 }],
  },
  OrganiserEvent: event,
  CancelledEvent: {
    ...event,
    dry_run: ['Whether it is a preview.', false],
    registrations: ['Number of registrations that are being cancelled.', 14, { minimum: 0 }],
    families: ['Number of customers who are told; the same for a repeated call.', 12, { minimum: 0 }],
    preview: 'What the cancellation would do; null unless it is a preview.',
    'preview.places': ['Number of places that end, without those in carts.', 13, { minimum: 0 }],
    'preview.waiting': ['Number of people on the waitlist, who leave it without a mail.', 2, { minimum: 0 }],
    'preview.amount': 'What goes back in all.',
    'preview.returned_by': 'The same by way; a way without an amount is missing.',
    'preview.returned_by[].by': [
      'How it goes back: `card`; `account_balance`; `by_hand`, which the organisation hands over because it was paid offline.',
      'card',
    ],
    'preview.returned_by[].amount': 'What goes back this way.',
  },
  OrganiserProgram: {
    version,
    message,
    changes,
    program: 'The program itself as the program file says it, without its lists.',
    billing: 'How it stands with the people who run the site.',
  },
  ProgramDeletion: {
    is_deleted: ['Whether the program was deleted; false after a dry run.', false],
    message,
    removed: 'What is deleted with the program.',
    'removed[].table': ['Kind of rows.', 'events'],
    'removed[].rows': ['How many.', 3],
    kept_by: 'The records for which the program stays; empty if it can be deleted.',
    'kept_by[].record': ['Kind of record.', 'orders'],
    'kept_by[].rows': ['How many.', 2],
  },
  ProgramBilling: {
    ...contract,
    products: 'What its contract is for.',
    updated: ['When it was last changed, in UTC; null if never.', '2027-01-04T12:00:00.000Z', { format: 'date-time' }],
  },
  UpdateProgramBillingRequest: { ...contract, products: 'What its contract is for, whole.' },
  CancelEventRequest: {
    text: ['What every registered customer is told. Only a preview needs none.', 'The lake is frozen.'],
    dry_run: ['With `true` nothing changes, and the response shows what would.', false],
  },
}

/** Paths of the program file's schemas. */
const filePaths: Record<string, string> = {
  AddressFile: 'address.',
  AppointmentTypeFile: 'appointment_types[].',
  AttachmentFile: 'events[].attachments[].',
  CategoryFile: 'categories[].',
  CopyEventRequest: 'events[].',
  CouponFile: 'coupons[].',
  CreateEventRequest: 'events[].',
  EventFile: 'events[].',
  EventGroupFile: 'events[].groups[].',
  EventOptionFile: 'events[].options[].',
  MembershipPackageFile: 'membership_packages[].',
  ProductFile: 'products[].',
  ProgramFile: '',
  ProgramSettings: '',
  SessionPackageFile: 'session_packages[].',
  UpdateEventRequest: 'events[].',
  UpdateProgramRequest: '',
}

/** Descriptions of fields that mean the same everywhere in the file, unless the file has its own. */
const everywhere: ShapeWords = {
  version,
  remove: 'What to take out of its lists: keys, and of dates their start.',
  'remove.options': ['Keys of options.', ['half']],
  'remove.attachments': ['Keys of files.', ['map']],
  'remove.groups': ['Keys of groups without people.', ['herons']],
  'remove.series_dates': ['Starts of dates, as the event has them.', ['2027-07-05T09:00']],
  'remove.venues': ['Keys of venues.', ['dock']],
  'remove.questions': ['Keys of questions.', ['shirt']],
  'remove.promoted_products': ['Keys of products.', ['cap']],
  'remove.tags': ['Tags.', ['water']],
  'remove.session_packages': ['Keys of session packages that no longer cover it.', ['ten']],
  'remove.membership_packages': ['Keys of memberships that no longer cover it.', ['family']],
  'options[].remove': 'What to take out of the lists of this option.',
  'options[].remove.pools': ['Keys of pools.', ['bus']],
  key: ['Name of this within its list: how it is known again. Never changed, never shown.', 'canoe-week'],
  name: ['Name, as people read it.', 'Dock House'],
  timezone: ['IANA time zone; null for that of the program.', 'America/Toronto'],
  address: 'Where it is.',
  'address.address_line_1': ['Street and number.', '1 Lake Road'],
  'address.address_line_2': ['Unit, floor or entrance; null without one.', 'Unit 4'],
  'address.city': ['City.', 'Toronto'],
  'address.region': ['ISO 3166-2 code of the region; null where there is none.', 'CA-ON'],
  'address.postcode': ['Postal code; null where the country has none.', 'M5V 2T6'],
  'address.country': ['ISO 3166-1 alpha-2 code of the country.', 'CA'],
  title: ['The question, as people read it.', 'T-shirt size'],
  type: ['Kind of answer.', 'single_choice'],
  help: ['Help under the question; null without any.', 'Children’s sizes'],
  required: ['Whether an answer is needed.', true],
  max_length: ['Most characters of a text; null for the limit of its type.', 100],
  min: ['Smallest number; null for none.', 1],
  max: ['Largest number; null for none.', 10],
  choices: 'What can be chosen: words, or values with labels.',
  'choices[].value': ['Value of the choice, kept with the answer.', 's'],
  'choices[].label': ['The choice as people read it.', 'Small'],
  show_if: 'Ask only when another question has this answer; null to ask always.',
  'show_if.field': ['Key of the other question.', 'swims'],
  'show_if.equals': ['Its answer.', true],
  'refund.session.free_until': ['Until this long before the start cancelling is free, ISO 8601 duration.', 'PT24H'],
  'refund.session.late': ['What happens later.', 'keep_credit_used'],
  'refund.session.late_fee': ['Fee for `charge_fee`, in the currency of the program.', 5],
  'refund.session.no_show': [
    'What happens when the person does not come: what was paid is kept, comes back, or comes back less `late_fee`, seven days after the end.',
    'keep_credit_used',
  ],
  'refund.session.request': ['Whether customers may cancel by themselves.', true],
}

/** The description of a program file's field, as editors show it; null for other schemas. */
export function fileWordsOf(shape: string, path: string): FieldWords | null {
  const prefix = filePaths[shape.replace(/Input$/, '')]
  if (prefix === undefined) return null
  const filePath = `${prefix}${path}`
  const feature = /^features\.(\w+)$/.exec(filePath)?.[1]
  return (
    fileWords[filePath] ??
    (feature ? `Whether the program offers this: ${feature.replaceAll('_', ' ')}.` : nearest(path))
  )
}

// The longest end of the path that has a description: `venues[].address.city` is described as `address.city`.
function nearest(path: string): FieldWords | null {
  const names = path.split('.')
  const ends = names.map((_, index) => names.slice(index).join('.'))
  const end = ends.find((each) => each in everywhere)
  return (end && everywhere[end]) ?? null
}
