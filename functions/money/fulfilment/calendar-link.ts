import { dayMs } from '../../contract/limits.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Maximum age of a calendar URL, in ms. */
const calendarMs = 2 * 365 * dayMs
/**
 * How many days a calendar stays available after its last place is over, so that calendars that refresh weekly see a
 * cancellation.
 */
export const calendarGraceDays = 14

type Keys = { env: { TOKEN_SECRET: string }; now: number }
/** The signed content of a URL. A new URL raises the version, which invalidates the earlier URLs. */
export type CalendarOrder = { id: string; calendar_version: number }
/** The columns of a place that decide when its calendar ends. */
export type CalendarPlaceEnd = {
  status: RegistrationStatus
  ends_at: number
  cancelled_at: number | null
  updated: number
}

/** The URL of an order's calendar file. It needs no log-in. */
export async function calendarAddress(ctx: Keys & { siteOrigin: string }, order: CalendarOrder): Promise<string> {
  // Rounded to the day, so that a page does not change with every request.
  const today = Math.floor(ctx.now / dayMs) * dayMs
  const subject = `${order.id}.${order.calendar_version}`
  return `${ctx.siteOrigin}/calendar/${await signLink(ctx.env, { purpose: 'calendar', subject, expiresAt: today + calendarMs })}.ics`
}

/** The order and version of a signed URL; null if the signature is not valid. A URL without a version has version 1. */
export async function readCalendarToken(ctx: Keys, token: string): Promise<CalendarOrder | null> {
  const subject = await readLink(ctx.env, { purpose: 'calendar', token, now: ctx.now })
  const [, id, version = '1'] = /^([\w-]+)(?:\.(\d{1,9}))?$/.exec(subject ?? '') ?? []
  return id === undefined ? null : { id, calendar_version: Number(version) }
}

// A family calendar does not expire; only a new URL invalidates it.
const familyExpiresAt = Date.UTC(2100, 0, 1)

/** The URL of a family's calendar. It needs no log-in. */
export async function familyCalendarAddress(
  ctx: Keys & { siteOrigin: string },
  customer: { id: string; calendar_version: number },
): Promise<string> {
  const subject = `${customer.id}.${customer.calendar_version}`
  const token = await signLink(ctx.env, { purpose: 'family_calendar', subject, expiresAt: familyExpiresAt })
  return `${ctx.siteOrigin}/calendar/family/${token}.ics`
}

/** The customer and version of a signed family URL; null if the signature is not valid. */
export async function readFamilyCalendarToken(
  ctx: Keys,
  token: string,
): Promise<{ id: string; calendar_version: number } | null> {
  const subject = await readLink(ctx.env, { purpose: 'family_calendar', token, now: ctx.now })
  const [, id, version] = /^([\w-]+)\.(\d{1,9})$/.exec(subject ?? '') ?? []
  return id === undefined ? null : { id, calendar_version: Number(version) }
}

/** True if a place was cancelled so long ago that a calendar that refreshes weekly has removed it. */
export const isLongCancelled = (place: CalendarPlaceEnd, now: number): boolean =>
  hasEnded(place.status) && now >= endOfPlace(place) + calendarGraceDays * dayMs

/**
 * True if the calendar of these places has ended: `calendarGraceDays` after the last of them took place or was
 * cancelled. True for an order without places.
 */
export function isCalendarOver(places: readonly CalendarPlaceEnd[], now: number): boolean {
  const lastEnd = Math.max(0, ...places.map(endOfPlace))
  return now >= lastEnd + calendarGraceDays * dayMs
}

const hasEnded = (status: RegistrationStatus) => registrationStates.ended.has(status)

const endOfPlace = ({ status, ends_at, cancelled_at, updated }: CalendarPlaceEnd): number =>
  hasEnded(status) ? (cancelled_at ?? updated) : ends_at
