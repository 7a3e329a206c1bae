import type { ShapeWords } from '../field-words.ts'
import { familyBookingShapes } from './family-bookings.ts'

const dryRun = ['With `true` nothing changes, and the response shows what would.', false] as const
const reason = [
  'Why, for the history of the order. Needed for another amount than the policy’s.',
  'Broken wrist',
] as const
const to = [
  'Where the refund goes: the original payment method, the account balance, or `cash` that you hand over, which is only recorded. What was paid from the balance is always refunded to the balance.',
  'original_method',
] as const
const notify = ['Whether the family is mailed.', true] as const

const undo = [
  'Whether the change can be undone for ten minutes, where that is possible: the mail and the refund wait as long.',
  true,
] as const
const undoUntil = [
  'Until when POST registrations/{registration_id}/undo takes it back; null if it cannot.',
  '2027-06-28T13:10:00.000Z',
] as const

const { program_id, on_refusal, ...bookingWords } = familyBookingShapes['BookFamilyRequest'] ?? {}

const movedTo: ShapeWords = {
  option_id: ['The option to move to, of any published event of the program; otherwise the same.', 'opt_canoe_full'],
  attendee_profile_id: [
    'Who takes the place, the `id` of a ProgramAttendeeProfile; otherwise the same.',
    'pap_8sD2fG4hJ6',
  ],
  difference: [
    'How a price difference is settled. For a cheaper place: `refund` to the original payment method, to the `balance` or in `cash`. For a more expensive place: `charge` by an order of the full price, towards which counts what was paid. `waive` leaves the difference out.',
    'refund',
  ],
  paid_by: [
    'How a charged difference is paid. Money that you received moves the place at once; with `link` or `later` the new place is held until the order is paid, and the booking stays as it was if it never is.',
    'cash',
  ],
  hold_until: [
    'With `link` and `later`: until when the new place is held, at most until it begins.',
    '2027-07-01T21:00:00Z',
  ],
  reference: ['A reference of the received payment, such as the number of a cheque.', 'Cheque 118'],
  reason: ['Why, for the history. Needed to `waive` a difference.', 'The family prefers mornings'],
  notify,
  undo,
}

/** What staff of an organisation change for a family. */
export const staffChangeShapes: Record<string, ShapeWords> = {
  StaffBookingRequest: {
    ...bookingWords,
    event_key: ['The event by its key in the program file, instead of `event_id`.', null],
    customer: 'Whom the places are booked for.',
    'customer.id': ['A customer of the program, the `id` of a Customer. Without it, a new customer is added.', null],
    'customer.first_name': ['Of a new customer, and required there.', 'Dana'],
    'customer.last_name': ['Of a new customer, and required there.', 'Kessler'],
    'customer.email': [
      'Of a new customer, who is mailed a link to take the account over; an account without one has no log-in and gets no mail. With `id`: an email for a customer without one, who is then mailed the link. An email with an account is refused.',
      'dana@example.com',
    ],
    'customer.phone': ['Of a new customer; needed without an email.', '+1 613 555 0168'],
    order_id: [
      'An open cart of the customer in the program that the places join; without one a new order is opened.',
      null,
    ],
    paid_by: [
      'How the order is paid: money that you received (`cash`, `cheque`, `terminal`, `bank_transfer`), a payment link that is mailed, an offline order (`later`), or `free` when nothing is due. An order with nothing due is always completed at once.',
      'cash',
    ],
    hold_until: [
      'With `link` and `later`: until when the places are held, at most until the first of them begins. By default three days with a link, and the program’s time for offline orders.',
      '2027-07-01T21:00:00Z',
    ],
    over_capacity:
      'Lets a place be an extra one when its option or a shared pool, or the time of an appointment type, is full. The totals stay, and the first place that becomes free takes the extra one away. A person or a room of a type still has one appointment at a time (`slot_taken`).',
    'over_capacity.reason': ['Why, for the history of the place.', 'A coach agreed to one more'],
    price: 'Another price of each place, before fee and tax. Needs the right `exceptions`.',
    'price.amount': ['In minor units.', 28_000],
    'price.reason': ['Why, for the history, and shown with the item.', 'Goodwill after a problem'],
    override:
      'Checks that do not count for this booking. Needs the right `exceptions`. A person never gets two places of an option.',
    'override.checks': ['Types of the refusals to waive.', ['attendee_too_young']],
    'override.reason': ['Why, for the history of the place.', 'Turns eight in the first week'],
    reference: ['A number or a note of the money that you received.', 'Cheque 118'],
    notify,
  },
  BookingLink: {
    order_id: ['The order.', 'ord_7mC4xY2vB9'],
    url: [
      'The page, which needs no log-in: it asks for the date of birth of a child of the order.',
      'https://muster.example/pg/lakeside/complete?token=ord_7mC4xY2vB9',
      { format: 'uri' },
    ],
    expires_at: ['When it ends, in UTC.', '2027-07-05T13:00:00.000Z', { format: 'date-time' }],
  },
  StaffChargeRequest: {
    product: ['What it is for, as the mail, the order and the receipt name it.', 'Late pick-up'],
    amount: [
      'In minor units of the program’s currency, before taxes that are added. It has no fee and no discount.',
      2000,
    ],
    tax: ['Whether the taxes of the program apply.', true],
    note: ['What happened, for the family and the history of the order.', 'Monday at 6:40 pm'],
    pay: [
      '`link` mails a link to pay, `card` charges the stored card of a customer who agreed to it earlier. A declined card gets the link, also without `notify`.',
      'link',
    ],
    notify,
    dry_run: dryRun,
  },
  StaffCharge: {
    dry_run: dryRun,
    order_id: ['The order that the family pays; null for a preview.', 'ord_7mC4xY2vB9'],
    about_order_id: ['The order that the charge is about; null for a charge of a customer.', null],
    customer_id: ['Who pays, the `id` of a Customer.', 'cus_4fG7hJ2kL9'],
    product: ['What it is for.', 'Late pick-up'],
    note: ['What happened; null once the person is erased.', 'Monday at 6:40 pm'],
    status: ['Where the order stands; `draft` for a preview.', 'pending'],
    amount: 'The amount of the item.',
    tax_items: 'The taxes, empty without.',
    amount_total: 'What the family pays.',
    due_at: [
      'Until when the family may pay, in UTC; null for a preview.',
      '2027-08-04T21:00:00.000Z',
      { format: 'date-time' },
    ],
    stored_card:
      'In a preview, the card that `pay: card` would charge; null if the customer did not agree to it, has no card, or agreed to less.',
    'stored_card.brand': ['Brand of the card; null if unknown.', 'visa'],
    'stored_card.last4': ['Its last four digits; null if unknown.', '4242'],
    'stored_card.agreed_at': ['When the customer agreed, in UTC.', '2027-05-03T15:00:00.000Z', { format: 'date-time' }],
    'stored_card.limit': 'The most that the customer agreed to for one charge.',
  },
  StaffBookedPerson: {
    ...familyBookingShapes['BookedPerson'],
    option_key: ['The option by its key in the event, instead of `option_id`.', null],
    to_complete: ['True to leave required answers and fields of the person to the family.', false],
  },
  StaffCancelRequest: {
    dry_run: dryRun,
    amount: ['Amount to refund in minor units, at most what was paid; by default what the policy refunds.', 40_680],
    reason,
    to,
    notify,
    undo,
  },
  StaffCancellation: {
    dry_run: dryRun,
    order_id: ['The order; null for a place without one.', 'ord_7mC4xY2vB9'],
    order_status: ['Where the order stands afterwards; null without one.', 'cancelled'],
    places: 'The places that are cancelled.',
    'places[].registration_id': ['The place, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    'places[].status': ['Where it stands afterwards.', 'cancelled'],
    'places[].amount_policy': 'What the policy refunds for it.',
    'places[].amount_most': 'What was paid for it and can be refunded.',
    'places[].amount': 'What is refunded for it.',
    amount_policy: 'What the policy refunds in total.',
    amount_most: 'What was paid and can be refunded in total.',
    amount: 'What is refunded in total.',
    returned_to: 'Where the refund goes.',
    'returned_to[].destination': ['Where this part goes.', 'original_method'],
    'returned_to[].amount': 'How much of it.',
    undo_until: undoUntil,
    mail: 'The mail of a preview, in the language of the family; null if another mail leaves, or none.',
    'mail.subject': ['Its subject.', 'Cancelled: Maya, Canoe Week'],
    'mail.texts': ['Its paragraphs.', ['Lakeside Camps cancelled this place:']],
  },
  StaffMoveRequest: { dry_run: dryRun, ...movedTo },
  StaffPlaceRequest: movedTo,
  StaffMove: {
    dry_run: dryRun,
    registration_id: ['The place, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    order_id: ['The order that it was paid with; null without one.', 'ord_7mC4xY2vB9'],
    event_id: ['Its event afterwards.', 'evt_canoe_week'],
    option_id: ['Its option afterwards.', 'opt_canoe_full'],
    attendee_profile_id: ['Who has it afterwards, the `id` of a ProgramAttendeeProfile.', 'pap_8sD2fG4hJ6'],
    result: ['What the move costs.', 'money_back'],
    amount_back: 'What the policy refunds for a cheaper place.',
    amount_more: 'The difference for a more expensive place.',
    amount_returned: 'What is refunded.',
    undo_until: undoUntil,
    charge_order_id: [
      'The order that charges the difference; null without one. The place moves once it is paid.',
      'ord_9dK2pL5qR8',
    ],
    needs_waiver: ['Whether the family must accept a waiver for the new place.', false],
    questions: ['Questions of the new place that no answer settles, by `id`.', []],
  },
  StaffUndo: {
    registration_id: ['The place, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    undone: ['What was undone.', 'cancellation'],
    event_id: ['The event in which the place is again; null for an appointment.', 'evt_canoe'],
    option_id: ['The option in which the place is again; null for an appointment.', 'opt_canoe_full'],
    order_id: ['The order that it was paid with; null without one.', 'ord_7mC4xY2vB9'],
  },
  StaffAnswersRequest: {
    form_response: 'The answers. Those about health, consents and signatures are the family’s own.',
    notify,
  },
  OfferPlaceRequest: {
    reason: [
      'Why out of turn, for the history. Needed while another entry waits longer.',
      'A sister has the other place',
    ],
    over_capacity:
      'Offers extra places where none is free, as in a booking of staff: the total of the option stays, and the first place that becomes free takes the extra away.',
    'over_capacity.reason': [
      'Why, for the history of the place; it also serves out of turn.',
      'A coach agreed to one more',
    ],
  },
  StaffRefundRequest: {
    dry_run: dryRun,
    amount: ['Amount to refund in minor units, at most what was paid for the items and not refunded.', 2500],
    items: ['Only these items of the order, by `id`; by default all.', ['itm_2kL9jH4gF7']],
    reason: ['Why, for the history of the order.', 'The lake was closed on Tuesday.'],
    to,
    notify,
  },
  StaffRefund: {
    id: ['Id of the refund; null for a preview.', 'sre_4kL9jH2gF8'],
    dry_run: dryRun,
    order_id: ['The order.', 'ord_7mC4xY2vB9'],
    amount: 'What is refunded.',
    amount_left: 'What can still be refunded after it.',
    items: 'How it is shared over the items of the order.',
    'items[].item_id': ['The item.', 'itm_2kL9jH4gF7'],
    'items[].amount': 'How much of it.',
    returned_to: 'Where the refund goes.',
    'returned_to[].destination': ['Where this part goes.', 'original_method'],
    'returned_to[].amount': 'How much of it.',
    status: ['Status of the refund; null for a preview.', 'succeeded'],
    created: ['When, in UTC; null for a preview.', '2027-04-15T14:12:00.000Z', { format: 'date-time' }],
  },
}
