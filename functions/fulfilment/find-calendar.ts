import { ApiError } from '../contract/api-error.ts'
import { localeOf } from '../contract/date-format.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { findBranding } from '../mail/find-branding.ts'
import { loadOrder, loadOwnOrder } from '../orders/load-order.ts'
import { calendarFile } from './calendar-file.ts'
import { calendarAddress, readCalendarToken } from './calendar-link.ts'
import { orderPlaces } from './order-places.ts'
import type { Calendar } from '../contract/order.ts'

const gone = (error: unknown) => {
  if (error instanceof ApiError && error.type === 'not_found') return null
  throw error
}

/** Places that stand in a calendar, or did and are to be taken out again. */
const inCalendar = new Set(['confirmed', 'attended', 'no_show', 'cancelled', 'late_cancelled'])

/** The calendar file of a signed address: what an order's places are now, without a log-in. null = not an address of ours, or nothing there. */
export async function findCalendar(ctx: Ctx, token: string): Promise<string | null> {
  const orderId = await readCalendarToken(ctx, token)
  if (!orderId) return null
  const order = await loadOrder(ctx, orderId).catch(gone)
  const look = order ? await findBranding(ctx, order.program_id, order.user.language) : null
  if (!order || !look) return null

  const wanted = order.registrations.filter((place) => inCalendar.has(place.registration.status))
  const places = orderPlaces(ctx, wanted, localeOf(order.user.language, order.program.country))
  return calendarFile(
    { host: new URL(ctx.siteOrigin).hostname, name: look.name, email: look.email, now: ctx.now },
    places.map((place) => place.calendar),
  )
}

/** The address of the calendar file of the caller's order: calendars may subscribe to it, it needs no log-in. */
export async function getCalendar(ctx: CustomerContext, input: { order_id: string }): Promise<Calendar> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return { object: 'calendar', order_id: order.id, url: await calendarAddress(ctx, order.id) }
}
