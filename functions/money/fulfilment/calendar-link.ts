import { dayMs } from '../../contract/limits.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** How long a calendar address is valid at most after it was issued. */
const calendarMs = 2 * 365 * dayMs
/** How long a calendar is still there after its last place is over: calendars that read it once a week see a cancellation, too. */
export const calendarGraceDays = 14

type Keys = { env: { TOKEN_SECRET: string }; now: number }
/** What an address is signed for. A new address raises the version, and the ones before are not found. */
export type CalendarOrder = { id: string; calendar_version: number }
/** A place as the end of its calendar asks for it. */
export type CalendarPlaceEnd = {
  status: RegistrationStatus
  ends_at: number
  cancelled_at: number | null
  updated: number
}

/** The address of an order's calendar file; it needs no log-in. */
export async function calendarAddress(ctx: Keys & { siteOrigin: string }, order: CalendarOrder): Promise<string> {
  // The same all day, so that a page does not change with every request.
  const today = Math.floor(ctx.now / dayMs) * dayMs
  const subject = `${order.id}.${order.calendar_version}`
  return `${ctx.siteOrigin}/calendar/${await signLink(ctx.env, { purpose: 'calendar', subject, expiresAt: today + calendarMs })}.ics`
}

/** The order and the version an address was issued for; null for one that we did not issue. An address without a version is of the first. */
export async function readCalendarToken(ctx: Keys, token: string): Promise<CalendarOrder | null> {
  const subject = await readLink(ctx.env, { purpose: 'calendar', token, now: ctx.now })
  const [, id, version = '1'] = /^([\w-]+)(?:\.(\d{1,9}))?$/.exec(subject ?? '') ?? []
  return id === undefined ? null : { id, calendar_version: Number(version) }
}

// A family's calendar goes on: only a new address ends an old one.
const familyExpiresAt = Date.UTC(2100, 0, 1)

/** The address of a family's calendar; it needs no log-in. */
export async function familyCalendarAddress(
  ctx: Keys & { siteOrigin: string },
  customer: { id: string; calendar_version: number },
): Promise<string> {
  const subject = `${customer.id}.${customer.calendar_version}`
  const token = await signLink(ctx.env, { purpose: 'family_calendar', subject, expiresAt: familyExpiresAt })
  return `${ctx.siteOrigin}/calendar/family/${token}.ics`
}

/** The customer and the version an address of a family's calendar was issued for; null for one that we did not issue. */
export async function readFamilyCalendarToken(
  ctx: Keys,
  token: string,
): Promise<{ id: string; calendar_version: number } | null> {
  const subject = await readLink(ctx.env, { purpose: 'family_calendar', token, now: ctx.now })
  const [, id, version] = /^([\w-]+)\.(\d{1,9})$/.exec(subject ?? '') ?? []
  return id === undefined ? null : { id, calendar_version: Number(version) }
}

/** Whether a place was given back so long ago that a calendar which reads once a week has taken it out. */
export const isLongGivenBack = (place: CalendarPlaceEnd, now: number): boolean =>
  isGivenBack(place.status) && now >= endOfPlace(place) + calendarGraceDays * dayMs

/** Whether the calendar of these places has ended: some days after the last of them took place or was given back. An order without a place has none. */
export function isCalendarOver(places: readonly CalendarPlaceEnd[], now: number): boolean {
  const lastEnd = Math.max(0, ...places.map(endOfPlace))
  return now >= lastEnd + calendarGraceDays * dayMs
}

const isGivenBack = (status: RegistrationStatus) => registrationStates.ended.has(status)

const endOfPlace = ({ status, ends_at, cancelled_at, updated }: CalendarPlaceEnd): number =>
  isGivenBack(status) ? (cancelled_at ?? updated) : ends_at
