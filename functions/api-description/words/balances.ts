import type { ShapeWords } from '../field-words.ts'

const contact = ['The `id` of the CustomerProfile.', 'cup_4zX7cV1bN6'] as const
const program = ['Program it is with.', 'lakeside'] as const

const credit: ShapeWords = {
  id: ['Id of these credits.', 'crd_6hJ2kL9mN4'],
  package_id: ['The `id` of the SessionPackage.', 'spk_3dF5gH7jK9'],
  package_name: ['What the package is called.', 'Ten lake swims'],
  attendee_profile_id: [
    'Whom they are for, the `id` of a ProgramAttendeeProfile; null: all you book for.',
    'pap_8sD2fG4hJ6',
  ],
  order_id: ['The `id` of the Order that paid for them.', 'ord_7mC4xY2vB9'],
  membership_id: ['The `id` of the Membership that gave them; null where they were bought.', null],
  available: ['How many are left.', 4],
  total: ['How many there were; 0 where they are without limit.', 10],
  is_on_hold: [
    'Whether a part of its price was refused and is not paid: no visit can be booked with it until then.',
    false,
  ],
  is_unlimited: 'Without limit: nothing is counted.',
  expires_at: 'Until when they can be used; null = until they are used.',
}
const nameWords = (of: string): ShapeWords => ({
  [`${of}.attendee_profile_id`]: ['The `id` of their ProgramAttendeeProfile.', 'pap_8sD2fG4hJ6'],
  [`${of}.first_name`]: ['First name.', 'Maya'],
  [`${of}.last_name`]: ['Last name.', 'Roy'],
})

export const balanceShapes: Record<string, ShapeWords> = {
  AccountBalance: {
    contact_id: [...contact],
    program_id: [...program],
    amount: 'Above zero: money to spend. Below: money owed.',
  },
  AccountBalanceEntry: {
    id: ['Id of the entry.', 'bal_3dF5gH7jK9'],
    contact_id: [...contact],
    program_id: [...program],
    kind: ['What it is.', 'gift'],
    amount: 'Above zero for what came, below for what was taken.',
    balance: 'What there was after it.',
    order_id: ['The `id` of the Order that it is of; null without one.', 'ord_7mC4xY2vB9'],
    receipt_number: ['Receipt of that order; null without one.', '2027-000017'],
    note: ['What the organisation says about it; null without words.', 'Thank you for helping at the regatta.'],
  },
  SessionBalance: {
    program_id: [...program],
    attendee_profile_id: ['Whose balance it is, as the query says; null: of all you book for.', 'pap_8sD2fG4hJ6'],
    available: ['Credits that can be used now.', 4],
    total: ['How many the packages had from which these are.', 10],
    is_unlimited: 'Whether a package without limit is among them; it is not counted.',
    next_expiry_amount: ['How many end first; null where none ends.', 2],
    next_expiry_date: 'When those end; null where none ends.',
    credits: 'The packages that are good now, in the order in which they are used.',
  },
  SessionCredit: credit,
  SessionCreditEntry: {
    id: ['Id of the entry.', 'cre_9kL2mN4pQ6'],
    session_credit_id: ['The `id` of the SessionCredit.', 'crd_6hJ2kL9mN4'],
    kind: ['What it is.', 'reserve'],
    amount: ['Above zero for what came, below for what was taken.', -1],
    package_name: ['What the package is called.', 'Ten lake swims'],
    registration_id: ['The `id` of the Registration it is about; null without one.', 'reg_2bV5nM8cX1'],
    booking_title: ['What that is called; null without one.', 'Open lanes'],
    booking_starts_at: 'When that starts; null without one.',
    attendee_name: ['Who comes to it; null without one.', 'Maya Roy'],
    redemption_id: ['The `id` of the Redemption: the organisation used a visit without a booking; else null.', null],
    redemption_status: ['Whether that visit was returned; null without one.', null],
    note: ['What the organisation says about it; null without words.', null],
  },
  OrganiserSessionCredit: {
    ...credit,
    customer_profile: 'The customer who has them.',
    attendee: 'The person they are for; null for all the customer books for.',
    ...nameWords('attendee'),
    is_usable: ['Whether a visit can be used now.', true],
  },
  Redemption: {
    id: ['Id of the redemption.', 'rdm_7hJ3kL9mN2'],
    session_credit_id: ['The `id` of the credits.', 'crd_6hJ2kL9mN4'],
    package_name: ['What the package is called.', 'Ten lake swims'],
    status: ['`redeemed`, or `returned` after the visit was returned.', 'redeemed'],
    attendee: 'The person who came; null when none was named.',
    ...nameWords('attendee'),
    event_key: ['Key of the event it was for; null without one.', 'open-lanes'],
    appointment_type_key: ['Key of the appointment type it was for; null without one.', null],
    note: ['Note that the customer reads; null without one.', 'Evening swim'],
    available: ['How many visits are left; null without limit.', 4],
  },
  AdjustVisitsRequest: {
    by: ['How many visits are added; below zero, taken off, at most those that are left.', 2],
    reason: ['Why. The customer reads it in the mail and on the page of their passes.', 'The pool was closed'],
    notify: ['Whether the customer is mailed.', true],
  },
  RedeemRequest: {
    attendee_profile_id: [
      'The person who comes, the `id` of a ProgramAttendeeProfile of the family. Credits of one person are used for that person.',
      'pap_8sD2fG4hJ6',
    ],
    event_key: ['Key of the published event it is for, which must accept the package.', 'open-lanes'],
    appointment_type_key: ['Key of the published appointment type it is for, instead of an event.', 'private-lesson'],
    note: ['Note that the customer reads in the mail and on the page of their passes.', 'Evening swim'],
    again: [
      'Whether a second visit is meant where the same one was used less than a minute ago. Not needed with an `Idempotency-Key`.',
      false,
    ],
    notify: ['Whether the customer is mailed.', true],
  },
  ReturnVisitRequest: { notify: ['Whether the customer is mailed.', true] },
  EnterBalanceRequest: {
    email: ['Email of the customer. This or `contact_id`.', 'nadia@example.com'],
    contact_id: ['The `id` of the CustomerProfile. This or `email`.', 'cup_4zX7cV1bN6'],
    kind: ['What it is. A `payout` is taken off, a `manual_adjustment` goes the way of its sign.', 'gift'],
    amount: ['In the smallest unit of the currency. Below zero only for a `manual_adjustment`.', 4000],
    currency: ['ISO 4217 code: the currency the program sells in, which it is without this.', 'CAD'],
    note: ['Words that the customer reads in the mail and on the statement.', 'Thank you for helping at the regatta.'],
  },
}
