import type { Calendar } from '../contract/order.ts'
import type { CustomerContext } from '../context.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import { calendarAddress } from './calendar-link.ts'

/** The address of the calendar file of the caller's order: calendars may subscribe to it, it needs no log-in. */
export async function getCalendar(ctx: CustomerContext, input: { order_id: string }): Promise<Calendar> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return { object: 'calendar', order_id: order.id, url: await calendarAddress(ctx, order.id) }
}
