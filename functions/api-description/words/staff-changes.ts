import type { ShapeWords } from '../field-words.ts'

const dryRun = ['With true nothing changes: the answer says what would happen.', false] as const
const reason = [
  'Why, for the history of the order. Needed for another amount than the policy’s.',
  'Broken wrist',
] as const
const to = [
  'Where the money goes: the way it was paid, the account balance, or `cash` that you hand over, which is only recorded. What was paid from the balance goes back to it either way.',
  'original_method',
] as const
const notify = ['Whether the family is mailed.', true] as const

const movedTo: ShapeWords = {
  option_id: ['The option to move to, of any published event of the program; otherwise the same.', 'opt_canoe_full'],
  attendee_profile_id: [
    'Who takes the place, the `id` of a ProgramAttendeeProfile; otherwise the same.',
    'pap_8sD2fG4hJ6',
  ],
  difference: [
    'How a price difference is settled: a cheaper place by `refund` the way it was paid, `balance` or `cash`, a dearer one by `charge`, which the family then owes on its account; or `waive` it.',
    'refund',
  ],
  reason: ['Why, for the history. Needed to `waive` a difference.', 'Wanted mornings'],
  notify,
}

/** What staff of an organisation change for a family. */
export const staffChangeShapes: Record<string, ShapeWords> = {
  StaffCancelRequest: {
    dry_run: dryRun,
    amount: ['Amount to return in minor units; what the policy returns unless given. At most what was paid.', 40_680],
    reason,
    to,
    notify,
  },
  StaffCancellation: {
    dry_run: dryRun,
    order_id: ['The order; null for a place without one.', 'ord_7mC4xY2vB9'],
    order_status: ['Where the order stands afterwards; null without one.', 'cancelled'],
    places: 'The places that are cancelled.',
    'places[].registration_id': ['The place, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    'places[].status': ['Where it stands afterwards.', 'cancelled'],
    'places[].amount_policy': 'What the policy returns for it.',
    'places[].amount_most': 'What was paid for it and can be returned.',
    'places[].amount': 'What is returned for it.',
    amount_policy: 'What the policy returns, in all.',
    amount_most: 'What was paid and can be returned, in all.',
    amount: 'What is returned, in all.',
    returned_to: 'Where it goes.',
    'returned_to[].destination': ['Where this part goes.', 'original_method'],
    'returned_to[].amount': 'How much of it.',
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
    amount_back: 'What the policy returns for a cheaper place.',
    amount_more: 'What a dearer place costs more.',
    amount_returned: 'What is returned.',
    amount_owed: 'What the family owes.',
    needs_waiver: ['Whether the family must accept a waiver for the new place.', false],
    questions: ['Questions of the new place that no answer settles, by `id`.', []],
  },
  StaffAnswersRequest: {
    form_response: 'The answers. Those about health, consents and signatures are the family’s own.',
  },
  StaffRefundRequest: {
    dry_run: dryRun,
    amount: ['Amount to return in minor units. At most what was paid for the items and not returned.', 2500],
    items: ['Only these lines of the order, by `id`; otherwise all.', ['itm_2kL9jH4gF7']],
    reason: ['Why, for the history of the order.', 'The lake was closed on Tuesday.'],
    to,
    notify,
  },
  StaffRefund: {
    id: ['Id of the refund; null where nothing was returned yet.', 'sre_4kL9jH2gF8'],
    dry_run: dryRun,
    order_id: ['The order.', 'ord_7mC4xY2vB9'],
    amount: 'What is returned.',
    amount_left: 'What can be returned after it.',
    items: 'How it is shared over the lines of the order.',
    'items[].item_id': ['The line.', 'itm_2kL9jH4gF7'],
    'items[].amount': 'How much of it.',
    returned_to: 'Where it goes.',
    'returned_to[].destination': ['Where this part goes.', 'original_method'],
    'returned_to[].amount': 'How much of it.',
    status: ['Where the money is; null before it is returned.', 'succeeded'],
    created: ['When, in UTC; null before it is returned.', '2027-04-15T14:12:00.000Z', { format: 'date-time' }],
  },
}
