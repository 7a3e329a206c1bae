import type { ShapeWords } from '../field-words.ts'

const contact = ['The `id` of the CustomerProfile.', 'cup_4zX7cV1bN6'] as const
const program = ['Program it is with.', 'lakeside'] as const

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
  SessionCredit: {
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
  },
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
  },
  EnterBalanceRequest: {
    email: ['Email of the customer. This or `contact_id`.', 'nadia@example.com'],
    contact_id: ['The `id` of the CustomerProfile. This or `email`.', 'cup_4zX7cV1bN6'],
    kind: ['What it is. A `payout` is taken off, a `manual_adjustment` goes the way of its sign.', 'gift'],
    amount: ['In the smallest unit of the currency. Below zero only for a `manual_adjustment`.', 4000],
    currency: ['ISO 4217 code: the currency the program sells in, which it is without this.', 'CAD'],
    note: ['Words that the customer reads in the mail and on the statement.', 'Thank you for helping at the regatta.'],
  },
}
