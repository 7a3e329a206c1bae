import { placeGroupLine } from '../../contract/sentences/place-group-words.ts'
import type { InstalmentStatus } from '../../contract/states/instalment-states.ts'
import { localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { mapAddress } from '../../contract/people/place-line.ts'
import { sampleBranding } from '../../delivery/mail/mail-template.ts'
import type { InstalmentRow } from '../orders/instalment-rows.ts'
import type { OrderMail, OrderMailPlace } from './order-mail.ts'
import { whenWords } from './order-places.ts'

const timezone = 'America/Toronto'
const dates = [{ starts_at: Date.UTC(2027, 6, 5, 13), ends_at: Date.UTC(2027, 6, 9, 20) }]

const sampleInstructions = {
  en: 'Come to our office at 1 Lake Rd, Monday to Friday, 8 am to 6 pm.\nWe take cash, debit and cheques.',
  fr: 'Passez à notre bureau, au 1 Lake Rd, du lundi au vendredi, de 8 h à 18 h.\nNous acceptons l’argent comptant, le débit et les chèques.',
}

const samplePart = (status: InstalmentStatus, position: number): InstalmentRow => ({
  id: `ins_sample_${position}`,
  order_id: 'ord_sample',
  position,
  status,
  step: 0,
  due_on: '',
  due_at: [Date.UTC(2027, 0, 4, 17), Date.UTC(2027, 4, 6, 13), Date.UTC(2027, 5, 5, 13)][position] ?? 0,
  amount: [27_528, 20_645, 20_645][position] ?? 0,
  amount_waived: 0,
  lines: [],
  attempts: status === 'failed' ? 1 : 0,
  next_try_at: status === 'failed' ? Date.UTC(2027, 4, 7, 13) : null,
  charge_key: null,
  payment_source_id: null,
  payment_id: null,
  paid_at: null,
  created: Date.UTC(2027, 0, 4, 17),
  updated: Date.UTC(2027, 0, 4, 17),
})

/** Sample instalments: the first paid, the second failed once, the third scheduled. */
export const sampleParts: InstalmentRow[] = [samplePart('paid', 0), samplePart('failed', 1), samplePart('scheduled', 2)]

/** A sample order with two places, for mail previews. */
export function sampleOrderMail(language: Language, change: Partial<OrderMail['order']> = {}): OrderMail {
  return {
    to: 'nadia@example.com',
    firstName: 'Nadia',
    lastName: 'Roy',
    branding: sampleBranding,
    language,
    locale: localeOf(language, 'CA'),
    order: {
      id: 'ord_sample',
      calendar_version: 1,
      program_id: 'pro_lakeside',
      status: 'paid',
      cancel_reason: null,
      checkout_method: 'card',
      receipt_number: '2027-000042',
      paid_at: Date.UTC(2027, 0, 4, 17),
      due_at: null,
      tax_items: [{ name: 'HST', percent: 1300, is_included: false, amount: 7918 }],
      amount_discount: 8700,
      amount_fee: 600,
      amount_total: 68_818,
      balance_used: 0,
      instalments: [],
      amount_paid: 68_818,
      amount_carried: 0,
      amount_refunding: 0,
      amount_returned: 0,
      amount_due: 0,
      currency: 'CAD',
      ...change,
    },
    timezone,
    places: ['Maya', 'Samuel'].map((firstName) => samplePlace(firstName, language)),
    discounts: [{ label: language === 'fr' ? 'Deux camps ou plus' : 'Two or more camps', amount: 8700 }],
    packageItemIds: [],
    title: 'Canoe Week',
    offlineInstructions: sampleInstructions[language],
    taxNumber: '81234 5678 RT0001',
    takesCards: true,
    takesMessages: true,
    returns: [
      { until: Date.UTC(2027, 5, 21, 13), returned: 68_140, requested: 0 },
      { until: Date.UTC(2027, 6, 2, 13), returned: 34_070, requested: 0 },
      { until: null, returned: 0, requested: 0 },
    ],
    products: [],
    memberships: [],
    isMove: false,
    lines: ['Maya', 'Samuel'].map((name) => ({ label: `Canoe Week, Full day, ${name} Roy`, amount: 34_500 })),
    includedFee: 0,
    creditNotes: [],
    balanceDue: 0,
    visits: [],
    isByCard: true,
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
  }
}

/** The sample order with its places cancelled. */
export function sampleCancelledMail(language: Language, change: Partial<OrderMail['order']> = {}): OrderMail {
  const mail = sampleOrderMail(language, { status: 'cancelled', cancel_reason: 'customer', ...change })
  return {
    ...mail,
    creditNotes: ['2027-C00003'],
    places: mail.places.map((place) => ({
      ...place,
      status: 'cancelled',
      calendar: { ...place.calendar, is_cancelled: true },
    })),
  }
}

function samplePlace(firstName: string, language: Language): OrderMailPlace {
  const id = `reg_${firstName.toLowerCase()}`
  const where = 'Dock House, 1 Lake Rd, Toronto'
  return {
    id,
    status: 'confirmed',
    attendee: `${firstName} Roy`,
    firstName,
    title: 'Canoe Week, Full day',
    option: 'Full day',
    ...whenWords({ dates, timezone, overnight: null }, localeOf(language, 'CA')),
    where,
    map: mapAddress(where, null),
    onlineUrl: null,
    group: firstName === 'Maya' ? placeGroupLine({ name: 'Herons', coaches: ['Nora'] }, language) : null,
    timezone,
    amount: 34_500,
    event: {
      id: 'evt_canoe',
      name: 'Canoe Week',
      status: 'published',
      ends_at: Date.UTC(2027, 6, 9, 20),
      cancel_text: null,
    },
    calendar: {
      id,
      sequence: 0,
      is_cancelled: false,
      title: `${firstName}: Canoe Week`,
      where,
      timezone,
      url: 'https://book.example/pg/pro_lakeside/profile/schedule',
      dates,
      overnight: null,
    },
  }
}

/** A sample mail about an offline order and its due date. */
export const samplePromisedMail = (language: Language): { mail: OrderMail; dueAt: number } => ({
  mail: sampleOrderMail(language, {
    status: 'pending',
    checkout_method: 'offline',
    receipt_number: null,
    amount_paid: 0,
    amount_due: 68_818,
  }),
  dueAt: Date.UTC(2027, 0, 11, 22),
})
