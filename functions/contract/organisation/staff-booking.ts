import * as z from 'zod/mini'
import { StartTime } from '../booking/appointment-registration.ts'
import { code, Id, line, ProgramId } from '../field-rules.ts'
import { BookFamilyRequest } from '../money/family-booking.ts'
import type { ReceivedAs } from '../money/payment.ts'

/** How a booking by staff is paid: money that was received, a payment link, an offline order, or nothing to pay. */
export const paidBy = ['cash', 'cheque', 'terminal', 'bank_transfer', 'link', 'later', 'free'] as const
export type PaidBy = (typeof paidBy)[number]

/** How an offline payment of each kind is recorded. */
export const receivedWith: Partial<Record<PaidBy, ReceivedAs>> = {
  cash: 'cash',
  cheque: 'cheque',
  terminal: 'other',
  bank_transfer: 'transfer',
}

const { program_id, on_refusal, ...booking } = BookFamilyRequest.shape

/**
 * Body of the organisation's POST bookings: what a customer sends to book for their family, the customer, and how they
 * pay. `hold_until` is when an unpaid place becomes free, with `link` and `later`.
 */
export const StaffBookingRequest = z.strictObject({
  ...booking,
  customer: z.strictObject({ id: Id }),
  paid_by: z.enum(paidBy, { error: code('invalid_option') }),
  hold_until: z.nullish(StartTime),
  reference: z.nullish(line(100)),
  notify: z._default(z.boolean(), true),
})
export type StaffBookingRequest = z.infer<typeof StaffBookingRequest>

export const InStaffBooking = z.strictObject({ program_id: ProgramId, order_id: Id })
