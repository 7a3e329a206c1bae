import { createHash } from 'node:crypto'
import { ApiError } from '../../contract/api-error.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import type { StaffBookingRequest } from '../../contract/organisation/staff-booking.ts'
import { bookFamily } from '../../money/family-bookings/book-family.ts'
import { getOrder } from '../../money/orders/get-order.ts'
import { payByStaff } from '../../money/payments/pay-by-staff.ts'
import { actForCustomer, type CustomerContext, type OrganiserContext } from '../../platform/context.ts'
import { customerOfOrder, customerOfProgram } from './staff-booking-rows.ts'

/**
 * Books places for a family and completes their order, as the family would. The places are taken in one batch, all or
 * none. The order is completed in a second one, which also writes the key of the request: without it, the places become
 * free as those of an abandoned cart, and a repeated request with the same key completes the same order.
 */
export async function bookByStaff(
  ctx: OrganiserContext,
  { program_id, ...input }: StaffBookingRequest & { program_id: string },
): Promise<Order | BookingPreview> {
  const { customer, paid_by, hold_until, reference, notify, ...booking } = input
  const order_id = booking.order_id ?? orderIdOf(ctx)
  const [[known], [begun]] = await ctx.db.batch([
    customerOfProgram(ctx.db, { program_id, customer_id: customer.id }),
    customerOfOrder(ctx.db, { program_id, order_id }),
  ])
  if (!known) throw new ApiError('not_found', { param: 'customer.id' })
  const family = actForCustomer(ctx, known)
  if (!begun || booking.order_id) {
    const request = { ...booking, program_id, on_refusal: 'none' as const }
    const booked = await bookFamily(withoutKey(family), request, { order_id })
    if (booked.object === 'booking_preview') return booked
  }
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/bookings/${order_id}`)
  await payByStaff(family, {
    ...{ order_id, paid_by, notify, reference: reference ?? null },
    hold_until: hold_until ? Date.parse(hold_until) : null,
  })
  return getOrder(family, { order_id })
}

/** An order of the program as its family sees it. */
export async function readStaffBooking(
  ctx: OrganiserContext,
  input: { program_id: string; order_id: string },
): Promise<Order> {
  const [known] = await customerOfOrder(ctx.db, input)
  if (!known) throw new ApiError('not_found', { param: 'order_id' })
  return getOrder(actForCustomer(ctx, known), input)
}

/** The id of the new order: the same for every request with one key. */
function orderIdOf({ request: { idempotency }, newId }: OrganiserContext): string {
  if (!idempotency) return newId('ord')
  const { scope, key } = idempotency
  return `ord_${createHash('sha256').update(`${scope}\n${key}`).digest('hex').slice(0, 32)}`
}

/** The same context, whose batches do not write the key of the request. */
const withoutKey = (ctx: CustomerContext): CustomerContext =>
  Object.create(ctx, { request: { value: { ...ctx.request, idempotency: null } } }) as CustomerContext
