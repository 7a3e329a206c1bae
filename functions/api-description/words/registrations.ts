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
    session_credit_id: ['The credits that pay for it, the `id` of a SessionCredit; null: it is paid with money.', null],
    hold_expires_at: [
      'Until when its place is held, in UTC; null when it no longer depends on that.',
      '2027-05-02T14:18:11.000Z',
    ],
    online_event_url: [
      'Address of an online event, from 30 minutes before its start to 30 minutes after its end; else null, and in every list.',
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
    penalty:
      'The late fee, or the fee of a no-show, that is kept of what was paid for it, without the tax on it; null where there is none.',
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
    is_in_policy: [
      'false where the policy refunds nothing: `amount` is then what was paid, and the organisation decides the sum.',
      true,
    ],
    tier_ends_at: ['Until when that is so, in UTC; null when no deadline follows.', '2027-06-21T13:00:00.000Z'],
    sentence: ['The same for people, in the language of `Accept-Language`.', 'Cancel and get back $125.00'],
    late_fee:
      'The late fee of a session that comes out of the refund, and why; `amount` is already without it. The tax on it stays too. null where none is taken.',
    'late_fee.amount': 'The fee.',
    'late_fee.sentence': [
      'The same for people, in the language of `Accept-Language`.',
      'The time to cancel for free is over, so a late fee of $10.00 is kept.',
    ],
    discount_lost:
      'What an automatic discount that the rest of the order no longer earns takes out of the refund, and why; `amount` is already without it. null where no discount is lost.',
    'discount_lost.amount': 'What the discount takes out of the refund, with fee and tax.',
    'discount_lost.sentence': [
      'The same for people, in the language of `Accept-Language`.',
      '“Two camps” no longer applies to what stays in your order, so $38.98 comes out of this refund.',
    ],
    add_ons: [
      'What becomes of things of the store that go with the place, in words; null where none do.',
      'This stays in your order: Camp shirt, Medium.',
    ],
  },
  WaitlistEntry: {
    id: ['Id of the entry.', 'wle_7hJ3kL9mN2'],
    event_id: ['The event that is waited for.', 'evt_5nK2pQ8rT1'],
    status: ['Where the registration of the path stands.', 'offered'],
    registration_ids: ['Registrations of the entry that stand there with it.', ['reg_4sD8fG1hJ6']],
    option_ids: ['Options they are for.', ['opt_8pL3kJ6hG2']],
    attendee_profile_ids: ['Who would come.', ['pap_4zX7cV1bN6']],
    group_key: ['The key they joined under; null for one alone.', 'roy-children'],
    position: ['Place in the line for these options, 1 is next; null once no one of the entry waits.', 5],
    offer_expires_at: [
      'Until when the places are offered, in UTC; null when they are not.',
      '2027-07-05T13:00:00.000Z',
    ],
    offer_url: ['The page that shows the offer; null when there is none.', null, { format: 'uri' }],
  },
  WaitlistOffer: {
    status: ['What became of the offer.', 'open'],
    expires_at: ['Until when the places are offered, in UTC.', '2027-07-05T13:00:00.000Z'],
    event: 'The event.',
    places: 'The places that are offered together.',
    'places[].registration_id': ['The registration to claim.', 'reg_4sD8fG1hJ6'],
    'places[].first_name': ['For whom.', 'Maya'],
    'places[].option': 'The option of the event.',
    amount_total: 'What the places cost in all, with fee and tax.',
    amount_cost: 'What they cost without fee and tax.',
  },
  DeclineWaitlistOfferRequest: {
    token: ['Token of the link of the mail.', 'wle_7hJ3kL9mN2~m3x9~c2ln'],
  },
  RegisterRequest: {
    status: [
      'A place (`pending`, which is so if left out), the waitlist of a full option (`waitlisted`), or interest before its sale (`preregistered`); what the event does not offer is 422 `option_not_on_sale`.',
      'pending',
    ],
    event_id: ['What to register for, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
    option_id: ['Which option, the `id` of an EventOption of the event.', 'opt_8pL3kJ6hG2'],
    customer_profile_id: ['Who registers: the `id` of the caller’s CustomerProfile in the program.', 'cup_6bN1mQ4sV7'],
    attendee_profile_id: ['Who will come: the `id` of a ProgramAttendeeProfile in the program.', 'pap_4zX7cV1bN6'],
    form_response: 'Answers to the questions of the event.',
    session_credit_id: [
      'Credits to pay with, of a package in `restrict_to_package_ids`: the `id` of a SessionCredit of GET session_balance, or of the OrderItem of a package in an open order of yours, which the registration is then added to. One is reserved with the place, which then costs nothing.',
      null,
    ],
    waiver: 'Acceptance of the event’s waiver; can be sent later.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    group_key: [
      'Any text of yours: children who join a waitlist under the same one get their places together or not at all.',
      'roy-children',
    ],
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
    option_id: ['Another option, of its event or another one: the place moves there.', 'opt_8pL3kJ6hG2'],
    attendee_profile_id: ['Another person: the place is theirs from then on.', 'pap_4zX7cV1bN6'],
    expected_amount: [
      'What you showed would come back: `amount_back` of the choice or its `value`. If it has changed: 409 `quote_stale`.',
      12_500,
    ],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 12_500],
  },
  MoveRegistrationRequest: {
    option_id: ['The dearer option, of its event or another one.', 'opt_8pL3kJ6hG2'],
    attendee_profile_id: ['Who has the place from then on; the same person unless given.', 'pap_4zX7cV1bN6'],
    waiver: 'Acceptance of the event’s waiver.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    expected_amount: [
      'What you showed it costs more: `amount_more` of the choice or its `value`. If it has changed: 409 `quote_stale`.',
      15_000,
    ],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 15_000],
  },
  RegistrationMoves: {
    registration_id: ['The place that would move.', 'reg_4sD8fG1hJ6'],
    is_open: ['Whether it may move now.', true],
    move_until: [
      'Until when it may, in UTC; null where its policy never lets it.',
      '2027-07-16T13:00:00.000Z',
      { format: 'date-time' },
    ],
    sentence: ['Why it may not, in the reader’s language; null where it may.', null],
    people: 'Who else of the family is connected to the program.',
    choices: 'Where it could go: its own event first, then others of the same name, then of the same kind.',
  },
  MovePerson: {
    attendee_profile_id: ['Their `attendee_profile_id`.', 'pap_4zX7cV1bN6'],
    first_name: ['First name.', 'Samuel'],
    sentence: ['Why age or gender do not fit the option, in the reader’s language; null where they do.', null],
  },
  MoveChoice: {
    event: 'The event it would be in.',
    option: 'The option of it.',
    attendee_profile_id: ['Who would take the place.', 'pap_4zX7cV1bN6'],
    result: [
      'What moving there costs now: nothing, money comes back, or it costs more and is booked anew instead.',
      'money_back',
    ],
    amount_back: 'What comes back. Send its `value` as `expected_amount`.',
    amount_more: 'What it would cost more, with fee and tax.',
    needs_waiver: ['Whether the waiver of the event has to be sent along.', false],
    sentence: ['Why it is not possible, in the reader’s language; null where it is.', null],
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
