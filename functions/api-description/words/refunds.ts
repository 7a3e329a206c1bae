import type { ShapeWords } from '../field-words.ts'

const refundRequest: ShapeWords = {
  id: ['Id of the request.', 'rfr_6bN1mQ4sV7'],
  status: [
    'Where it stands: `requested` waits for the organisation; `approved` sends money back, `completed` once all of it has arrived; `declined` by the organisation, `withdrawn` by its customer.',
    'requested',
  ],
  amount: 'What is asked for.',
  refunds: 'The money it sent back.',
  registration_ids: ['The places it is about, by `id` of their Registration.', ['reg_4sD8fG1hJ6']],
  reason: ['Why it is asked for.', 'illness_or_injury'],
  reason_other: ['The reason in words; null without any.', null],
  comment: ['What the customer wants the organisation to know; null if nothing.', null],
  destination: ['Where the money goes.', 'original_method'],
  amount_approved: 'What the organisation, or the policy by itself, sends back; null until decided.',
  text: ['What the organisation answered; null if nothing.', 'Get well soon!'],
  decided_at: ['When it was decided, in UTC; null until then.', '2027-04-15T14:12:00.000Z'],
}

const metadata: ShapeWords = {
  metadata: 'More about it.',
  'metadata.reason_other': [
    'The reason in words; needed for `other`, `not_as_described` and `unrecognised_charge`.',
    'The bus does not run.',
  ],
  'metadata.comment': ['What the organisation should know.', 'Samuel broke his wrist.'],
  'metadata.registration_ids': [
    'Only these places, by `id` of their Registration; otherwise all that bring something back.',
    ['reg_4sD8fG1hJ6'],
  ],
  'metadata.destination': ['Where the money should go. Today `original_method`.', 'original_method'],
  'metadata.expected_amount': [
    'Amount in minor units that was shown; when it is no longer true nothing happens: 409 `quote_stale`.',
    40_680,
  ],
}

const decidedBy = ['Name of who decided, kept with the decision.', 'Jo Tremblay'] as const
const text = ['What the customer is mailed.', 'Get well soon!'] as const
const receivedWays = 'How the money came: `cash`, `cheque`, `transfer` or `other`.'

/** Refunds that are asked for, and money an organisation takes itself. */
export const refundShapes: Record<string, ShapeWords> = {
  Refund: {
    id: ['Id of the refund.', 'ref_2kL9jH4gF7'],
    payment_id: ['The payment it goes back to, the `id` of a Payment; null for none.', 'pay_9wE5rT2yU8'],
    status: ['Where the money is.', 'succeeded'],
    amount: 'What goes back.',
    destination: ['Where it goes.', 'original_method'],
  },
  RefundRequest: refundRequest,
  OrganiserRefundRequest: {
    ...refundRequest,
    customer_name: ['Who asks.', 'Nadia Roy'],
    receipt_number: ['Receipt of the order; null without one.', '2027-000171'],
    decided_by: ['Who decided, as they wrote their name; null if not said.', 'Jo Tremblay'],
  },
  RefundOrderRequest: {
    program_id: ['Program of the order; only compared.', 'lakeside'],
    order_id: ['The order of the path; only compared.', 'ord_7mC4xY2vB9'],
    reason: ['Why. `event_cancelled` is the organisation’s.', 'illness_or_injury'],
    ...metadata,
  },
  WithdrawRefundRequest: {
    refund_request_id: ['Which request, where there are several; otherwise the open one.', 'rfr_6bN1mQ4sV7'],
  },
  RefundPreview: {
    amount: 'What would come back and be asked for, in all.',
    amount_automatic: 'What would come back at once.',
    amount_requested: 'What the organisation would be asked for.',
    discount_lost: 'Discounts that what stays no longer earns; `amount` is without them.',
    destinations: ['Where the money may go.', ['original_method']],
    places: 'The places that are still booked.',
    refund_requests: 'The requests there were, newest first.',
  },
  RefundPlace: {
    registration_id: ['The place, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    result: ['What giving it up brings.', 'automatic'],
    is_included: ['Whether it is among the places that `amount` is for.', true],
    amount: 'What comes back for it.',
    price: 'Of its price.',
    fee: 'Of its booking fee, with the tax on it.',
    tax: 'Of the tax on its price.',
    kept: 'What was paid for it and stays with the organisation.',
  },
  ApproveRefundRequest: {
    amount: ['Amount in minor units; the one asked for unless given.', 40_680],
    text,
    decided_by: decidedBy,
  },
  DeclineRefundRequest: { text, decided_by: decidedBy },
  RecordPaymentRequest: {
    amount: ['Amount in minor units that you received.', 30_171],
    received_as: [receivedWays, 'transfer'],
    reference: ['Your own reference; it counts once in an order.', 'e-transfer 4711'],
    recorded_by: ['Name of who writes it down.', 'Jo Tremblay'],
    payment_id: [
      'The payment it was promised with; when that is no longer open nothing is recorded.',
      'pay_9wE5rT2yU8',
    ],
  },
  OrganiserOrder: {
    id: ['Id of the order.', 'ord_7mC4xY2vB9'],
    status: ['Where the order stands.', 'pending'],
    receipt_number: ['Number of the receipt; null until paid.', null],
    customer_name: ['Who ordered.', 'Amir Haddad'],
    amount_total: 'What it costs in all.',
    amount_paid: 'What has come.',
    amount_due: 'What is still to come.',
    due_at: ['Until when it must be paid, in UTC.', '2027-05-09T14:03:11.000Z'],
  },
  DeskTask: {
    kind: ['What is asked.', 'refund_request'],
    why: ['What an alert is about, such as `too_much` or `refund_failed`; null for others.', null],
    order_status: ['Where its order stands.', 'paid'],
    receipt_number: ['Receipt of the order; null without one.', '2027-000171'],
    customer_name: ['Whose order it is.', 'Nadia Roy'],
    places: 'The places it is about.',
    'places[].who': ['Who the place is for; null if not said.', 'Samuel Roy'],
    'places[].what': ['What was booked.', 'Climbing Week, Full day'],
    'places[].when': ['When it is, in words.', 'Mon, July 26 to Fri, July 30, 2027'],
    reason: ['Why a refund is asked for; null for other tasks.', 'illness_or_injury'],
    reason_other: ['The reason in words; null without any.', null],
    comment: ['What the customer wants you to know; null if nothing.', null],
    paid_with: ['The card it was paid with, in words; null without one.', 'Visa ending 4242'],
    amount: 'What it is about: asked for, due, or received.',
    amount_paid: 'What was paid for the order.',
    amount_due: 'What is still to be paid.',
    amount_most: 'What can still be returned.',
    due_at: ['Until when the money is due, in UTC; null where none is.', null],
    payment_id: ['The payment that is recorded, to be sent with it; null where none is.', null],
    received: 'Money that was recorded.',
    'received[].amount': 'How much.',
    'received[].received_as': [receivedWays, 'cash'],
    'received[].reference': ['The organisation’s reference; null without one.', null],
    'received[].recorded_by': ['Who wrote it down; null if not said.', 'Jo Tremblay'],
    'received[].at': ['When, in UTC.', '2027-04-15T14:12:00.000Z', { format: 'date-time' }],
    choices: ['What can be decided now; none once it is decided.', ['approve', 'decline']],
    decision: 'What was decided; null until then.',
    'decision.is': ['What it was.', 'approved'],
    'decision.amount': 'How much; null where it is about none.',
    'decision.text': ['What was written; null if nothing.', null],
    'decision.decided_by': ['Who decided; null if not said.', 'Jo Tremblay'],
    'decision.decided_at': ['When, in UTC.', '2027-04-15T14:12:00.000Z'],
    expires_at: ['Until when the link works, in UTC.', '2027-04-28T13:20:00.000Z'],
  },
  DecideDeskRequest: {
    token: ['Token of the link of the mail.', 'refund_request.rfr_6bN1mQ4sV7~m3x9~c2ln'],
    decision: ['What is decided: one of the task’s `choices`.', 'approve'],
    amount: ['Amount as people write it, for `approve` and `record`.', '406.80'],
    text: ['What the customer is mailed; needed to `decline`. A note where an alert is settled.', 'Get well soon!'],
    decided_by: decidedBy,
    received_as: [receivedWays, 'cash'],
    reference: ['Your own reference; it counts once in an order.', 'e-transfer 4711'],
    payment_id: ['The `payment_id` of the task, so that the money is recorded once.', 'pay_9wE5rT2yU8'],
  },
}
