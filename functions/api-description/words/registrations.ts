import type { ShapeWords } from '../field-words.ts'

const answers: ShapeWords = {
  landed_at: ['When the form was opened; null if not sent.', '2027-05-02T14:01:00.000Z'],
  submitted_at: ['When the form was sent; null if not sent.', '2027-05-02T14:03:00.000Z'],
  answers: 'Answers, one for each question.',
  'answers[].field_id': ['The question, the `id` of a Field of the event.', 'que_7gH5jK2lM9'],
  'answers[].value': [
    'The answer: text, date (yyyy-mm-dd), phone and email as text; number; yes_no and consent as boolean; single_choice and dropdown the `value` of the choice; multi_choice a list of them; file the `id` of a File; signature as `{"name": …}`; null for none.',
    's',
  ],
}
const waiver: ShapeWords = {
  waiver: 'The waiver that was accepted; null while none is.',
  'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
  'waiver.version': ['Version of its text that was read.', 1, { minimum: 1 }],
  'waiver.accepted_at': ['When it was accepted, in UTC.', '2027-05-02T14:03:00.000Z'],
}

export const registrationShapes: Record<string, ShapeWords> = {
  Registration: {
    ...waiver,
    id: ['Id of the registration: `source` of its order item.', 'reg_4sD8fG1hJ6'],
    status: [
      'Where it stands: `pending` holds a place until `hold_expires_at`; `confirmed` once its order is paid.',
      'pending',
    ],
    sequence: ['Goes up with every move; the SEQUENCE of its calendar entry.', 0, { minimum: 0 }],
    event_id: ['The event, or the appointment type, it is for.', 'evt_5nK2pQ8rT1'],
    option_id: ['The option, of the event or of the appointment type.', 'opt_8pL3kJ6hG2'],
    order_id: ['Its order; null while in none.', 'ord_7mC4xY2vB9'],
    hold_expires_at: [
      'Until when its place is held, in UTC; null when it no longer depends on that.',
      '2027-05-02T14:18:11.000Z',
    ],
    online_event_url: [
      'Address of an online event, from 30 minutes before its start to 30 minutes after its end; else null.',
      null,
      { format: 'uri' },
    ],
    order: 'Its order in brief; null while in none.',
    'order.amount_returned': 'What came back.',
    'order.amount_cost': 'Sum of the items.',
    'order.amount_fee': 'Booking fees.',
    'order.amount_total': 'What the order costs in all.',
    'order.checkout_methods': ['How it can be paid now.', ['card']],
    'order.customer_name': ['Who ordered.', 'Maya Roy'],
    'order.program_name': ['Whom it was ordered from.', 'Lakeside Camps'],
    'order.receipt_number': ['Number of the receipt; null until paid.', '2027-000123'],
    'order.status': ['Where the order stands; see Order.', 'paid'],
    form_response: 'Answers to the questions of the event.',
    event: 'What it is for; an appointment in the shape of an event.',
    option: 'Which option of it.',
    customer_profile: 'Who registered.',
    attendee_profile: 'Who will come.',
    cancellation: 'What cancelling now would give back.',
  },
  FormResponse: answers,
  FormResponseInput: answers,
  CancellationPreview: {
    result: [
      'What would happen: money at once, a request to the organisation, nothing back, or no cancelling here.',
      'automatic',
    ],
    amount: 'What would come back. Send its `value` as `expected_amount` when cancelling.',
    amount_kept: 'What was paid for the place and would not come back.',
    tier_ends_at: ['Until when that is so, in UTC; null when no deadline follows.', '2027-06-21T13:00:00.000Z'],
    sentence: ['The same for people, in the language of `Accept-Language`.', 'Cancel and get back $125.00'],
    discount_lost:
      'What an automatic discount that the rest of the order no longer earns takes out of the refund, and why; `amount` is already without it. null where no discount is lost.',
    'discount_lost.amount': 'What the discount takes out of the refund, with fee and tax.',
    'discount_lost.sentence': [
      'The same for people, in the language of `Accept-Language`.',
      '“Two camps” no longer applies to what stays in your order, so $38.98 comes out of this refund.',
    ],
  },
  RegisterRequest: {
    status: [
      'A place, or instead of one the waitlist or interest, where the event has them. Left out: `pending`.',
      'pending',
    ],
    event_id: ['What to register for, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
    option_id: ['Which option, the `id` of an EventOption of the event.', 'opt_8pL3kJ6hG2'],
    customer_profile_id: ['Who registers: the `id` of the caller’s CustomerProfile in the program.', 'cup_6bN1mQ4sV7'],
    attendee_profile_id: ['Who will come: the `id` of a ProgramAttendeeProfile in the program.', 'pap_4zX7cV1bN6'],
    form_response: 'Answers to the questions of the event.',
    session_credit_id: ['Credit to pay with. There are none yet: 422 `credit_not_available`.', null],
    waiver: 'Acceptance of the event’s waiver; can be sent later.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    group_key: [
      'Any text of yours: children who join a waitlist under the same one get their places together or not at all.',
      'roy-children',
    ],
  },
  BookAppointmentRequest: {
    start_time: ['When it starts, with its offset: `starts_at` of an AvailableTime.', '2027-07-05T13:00:00.000Z'],
    status: ['A time. Left out: `pending`.', 'pending'],
    appointment_type_id: ['What to book, the `id` of an AppointmentType.', 'apt_5nK2pQ8rT1'],
    appointment_option_id: ['Which length, the `id` of an AppointmentOption of it.', 'aop_8pL3kJ6hG2'],
    session_credit_id: ['Credit to pay with. There are none yet: 422 `credit_not_available`.', null],
    form_response: 'Answers to the questions of the type.',
    waiver: 'Acceptance of the type’s waiver; can be sent later.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the type’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    customer_profile_id: ['Who books: the `id` of the caller’s CustomerProfile in the program.', 'cup_6bN1mQ4sV7'],
    attendee_profile_id: ['Who will come: the `id` of a ProgramAttendeeProfile in the program.', 'pap_4zX7cV1bN6'],
  },
  ChangeAppointmentRequest: {
    start_time: ['Another time, with its offset: `starts_at` of an AvailableTime.', '2027-07-06T13:00:00.000Z'],
    status: ['Only `cancelled`.', 'cancelled'],
    appointment_option_id: ['Another length that costs the same.', 'aop_8pL3kJ6hG2'],
    form_response: 'Answers; they replace the ones before.',
    waiver: 'Acceptance of the type’s waiver.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the type’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
  },
  UpdateRegistrationRequest: {
    id: ['The registration of the path; nothing else is accepted.', 'reg_4sD8fG1hJ6'],
    status: ['Only `cancelled`.', 'cancelled'],
    form_response: 'Answers; they replace the ones before.',
    waiver: 'Acceptance of the event’s waiver.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    option_id: ['Accepted only if it is the same: places cannot be moved yet.', 'opt_8pL3kJ6hG2'],
    attendee_profile_id: ['Accepted only if it is the same: places cannot be moved yet.', 'pap_4zX7cV1bN6'],
  },
  CancelRegistrationRequest: {
    reason: ['Why. `event_cancelled` is the organisation’s.', 'schedule_conflict'],
    reason_other: [
      'The reason in words; needed for `other`, `not_as_described` and `unrecognised_charge`.',
      'It does not fit any more.',
    ],
    destination: [
      'Where the money goes: the way it was paid, or `account_balance` in a program that keeps balances.',
      'original_method',
    ],
    expected_amount: [
      'What you showed would come back: `cancellation.amount` or its `value`. If it has changed: 409 `quote_stale` with the new preview.',
      12_500,
    ],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 12_500],
  },
}
