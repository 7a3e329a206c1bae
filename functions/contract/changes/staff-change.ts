import * as z from 'zod/mini'
import { enteredAmount, Money } from '../amount.ts'
import { StartTime } from '../booking/appointment-registration.ts'
import { FormResponseInput, staffDestinations } from '../booking/registration.ts'
import { moveResults } from './move.ts'
import { code, Id, line, lines, ProgramId } from '../field-rules.ts'
import { type PaidBy, paidBy } from '../money/payment.ts'
import { refundMoneyStatuses } from '../states/refund-states.ts'
import { orderStatuses } from '../states/order-states.ts'
import { registrationStatuses } from '../states/registration-states.ts'

const Destination = z.enum(staffDestinations, { error: code('invalid_option') })

/**
 * Body of the organisation's call that cancels a registration, an appointment or an order. Without `amount` the policy
 * decides; another amount needs a `reason`. With `dry_run` nothing changes. With `undo`, a place can come back for ten
 * minutes, and the mail and the refund leave then.
 */
export const StaffCancelRequest = z.strictObject({
  dry_run: z.optional(z.boolean()),
  amount: z.optional(enteredAmount(0)),
  reason: z.nullish(lines(500)),
  to: z.optional(Destination),
  notify: z.optional(z.boolean()),
  undo: z.optional(z.boolean()),
})
export type StaffCancelRequest = z.infer<typeof StaffCancelRequest>

const Returned = z.strictObject({ destination: z.enum(staffDestinations), amount: Money })

/** A place that staff cancel. */
const StaffCancelledPlace = z.strictObject({
  registration_id: z.string(),
  status: z.enum(registrationStatuses),
  amount_policy: Money,
  amount_most: Money,
  amount: Money,
})

/** What a cancellation by staff refunds, or would refund. */
export const StaffCancellation = z.strictObject({
  object: z.literal('staff_cancellation'),
  dry_run: z.boolean(),
  order_id: z.nullable(z.string()),
  order_status: z.nullable(z.enum(orderStatuses)),
  places: z.array(StaffCancelledPlace),
  amount_policy: Money,
  amount_most: Money,
  amount: Money,
  returned_to: z.array(Returned),
  /** Until when it can be undone; null if it cannot. */
  undo_until: z.nullable(z.string()),
  /** The mail of a preview, in the language of the family; null if another mail leaves, or none. */
  mail: z.nullable(z.strictObject({ subject: z.string(), texts: z.array(z.string()) })),
})
export type StaffCancellation = z.infer<typeof StaffCancellation>

/**
 * Body of the organisation's POST orders/{id}/refund. The places stay booked. Without `items` the amount is shared over
 * the items of the order.
 */
export const StaffRefundRequest = z.strictObject({
  dry_run: z.optional(z.boolean()),
  amount: enteredAmount(1),
  items: z.optional(z.array(Id).check(z.minLength(1, code('required')), z.maxLength(50))),
  reason: lines(500).check(z.minLength(1, code('required'))),
  to: z.optional(Destination),
  notify: z.optional(z.boolean()),
})
export type StaffRefundRequest = z.infer<typeof StaffRefundRequest>

/** A refund by staff, in one part for each payment that it goes back to. `id` is null for a preview. */
export const StaffRefund = z.strictObject({
  id: z.nullable(z.string()),
  object: z.literal('staff_refund'),
  dry_run: z.boolean(),
  order_id: z.string(),
  amount: Money,
  amount_left: Money,
  items: z.array(z.strictObject({ item_id: z.string(), amount: Money })),
  returned_to: z.array(Returned),
  status: z.nullable(z.enum(refundMoneyStatuses)),
  created: z.nullable(z.string()),
})
export type StaffRefund = z.infer<typeof StaffRefund>

/** Path of a refund by staff. */
export const InStaffRefund = z.strictObject({ program_id: ProgramId, order_id: Id, refund_id: Id })

/** How staff settle the price difference of a move: refunded, charged or waived. */
const differences = ['refund', 'balance', 'cash', 'charge', 'waive'] as const
/** How a charged difference is paid: money that was received, a payment link, or an offline order. */
const chargedBy = paidBy.filter((way): way is Exclude<PaidBy, 'free'> => way !== 'free')

/**
 * Body of the organisation's POST and PUT of a move to another option or person. A cheaper place refunds by the policy.
 * A more expensive one needs `charge`, with how it is paid in `paid_by`, or `waive`. To waive a difference needs a
 * `reason`. `hold_until` is when an unpaid place becomes free, with `link` and `later`.
 */
export const StaffMoveRequest = z.strictObject({
  dry_run: z.optional(z.boolean()),
  option_id: z.optional(Id),
  attendee_profile_id: z.optional(Id),
  difference: z.optional(z.enum(differences, { error: code('invalid_option') })),
  paid_by: z.optional(z.enum(chargedBy, { error: code('invalid_option') })),
  hold_until: z.nullish(StartTime),
  reference: z.nullish(line(100)),
  reason: z.nullish(lines(500)),
  notify: z.optional(z.boolean()),
  undo: z.optional(z.boolean()),
})
export type StaffMoveRequest = z.infer<typeof StaffMoveRequest>

/** Body of PUT registrations/{id} of the organisation, which always moves. */
export const StaffPlaceRequest = z.omit(StaffMoveRequest, { dry_run: true })

/** What a move by staff changes, or would change. */
export const StaffMove = z.strictObject({
  object: z.literal('staff_move'),
  dry_run: z.boolean(),
  registration_id: z.string(),
  order_id: z.nullable(z.string()),
  event_id: z.string(),
  option_id: z.string(),
  attendee_profile_id: z.string(),
  result: z.enum(moveResults),
  amount_back: Money,
  amount_more: Money,
  amount_returned: Money,
  charge_order_id: z.nullable(z.string()),
  undo_until: z.nullable(z.string()),
  needs_waiver: z.boolean(),
  questions: z.array(z.string()),
})
export type StaffMove = z.infer<typeof StaffMove>

/** Body of the organisation's PUT registrations/{id}/answers. */
export const StaffAnswersRequest = z.strictObject({
  form_response: FormResponseInput,
  notify: z.optional(z.boolean()),
})
export type StaffAnswersRequest = z.infer<typeof StaffAnswersRequest>

/** A place as it is again after the last change by staff was undone. */
export const StaffUndo = z.strictObject({
  object: z.literal('staff_undo'),
  registration_id: z.string(),
  undone: z.enum(['move', 'cancellation']),
  event_id: z.nullable(z.string()),
  option_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
})
export type StaffUndo = z.infer<typeof StaffUndo>
