import { ApiError } from '../../contract/api-error.ts'
import { localeOf } from '../../contract/date-format.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import { loadOrder } from '../orders/load-order.ts'
import { calendarFile } from './calendar-file.ts'
import { type CalendarPlaceEnd, calendarAddress, isCalendarOver, readCalendarToken } from './calendar-link.ts'
import { calendarOfOrder, raiseCalendarVersion } from './calendar-rows.ts'
import { orderPlaces } from './order-places.ts'
import type { Calendar } from '../../contract/money/order.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

const gone = (error: unknown) => {
  if (error instanceof ApiError && error.type === 'not_found') return null
  throw error
}

/**
 * The calendar file of a signed URL, without a log-in, with the current places of the order. Null if the signature is
 * not valid, the URL was replaced, or the calendar has ended.
 */
export async function findCalendar(ctx: Ctx, token: string): Promise<string | null> {
  const signedFor = await readCalendarToken(ctx, token)
  if (!signedFor) return null
  const order = await loadOrder(ctx, signedFor.id).catch(gone)
  if (!order || order.calendar_version !== signedFor.calendar_version) return null
  const places = order.registrations.map(({ registration, booking }) => ({ ...registration, ends_at: booking.ends_at }))
  if (isCalendarOver(places, ctx.now)) return null
  const branding = await findBranding(ctx, order.program_id, order.user.language)
  if (!branding) return null

  const shown = order.registrations.filter((place) => registrationStates.inCalendar.has(place.registration.status))
  return calendarFile(
    { host: new URL(ctx.siteOrigin).hostname, name: branding.name, email: branding.email, now: ctx.now },
    orderPlaces(ctx, shown, { locale: localeOf(order.user.language, order.program.country), namesPeople: true }).map(
      (place) => place.calendar,
    ),
  )
}

type CalendarRow = Awaited<ReturnType<typeof calendarOfOrder>>[number]
const ownOrder = (ctx: CustomerContext, { order_id }: { order_id: string }) => ({
  order_id,
  customer_id: ctx.actor.customer_id,
})

/** The subscription URL of the calendar file of the caller's order. It needs no log-in. */
export async function getCalendar(ctx: CustomerContext, input: { order_id: string }): Promise<Calendar> {
  return showCalendar(ctx, await calendarOfOrder(ctx.db, ownOrder(ctx, input)))
}

/** A new URL for the calendar file of the caller's order. The earlier URLs stop working. */
export async function renewCalendar(ctx: CustomerContext, input: { order_id: string }): Promise<Calendar> {
  const own = ownOrder(ctx, input)
  await showCalendar(ctx, await calendarOfOrder(ctx.db, own))

  const [renewed] = await commit(ctx, [raiseCalendarVersion(ctx.db, own, ctx.now)], calendarOfOrder(ctx.db, own))
  return showCalendar(ctx, renewed)
}

async function showCalendar(ctx: Ctx, rows: readonly CalendarRow[]): Promise<Calendar> {
  const [order] = rows
  if (!order) throw new ApiError('not_found', { param: 'order_id' })
  const places = rows
    .map(({ place }) => place)
    .filter((place) => place !== null && place.status !== null) as CalendarPlaceEnd[]
  const url = isCalendarOver(places, ctx.now) ? null : await calendarAddress(ctx, order)
  return { object: 'calendar', order_id: order.id, url }
}
