import { dayMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import { languageOf, localeOf } from '../../contract/date-format.ts'
import type { FamilyCalendar } from '../../contract/money/order.ts'
import { orderMailWords } from '../../contract/sentences/order-mail-words.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import { registrationsOfFamily } from '../../booking/registrations/load-registration.ts'
import { type CalendarOrganizer, calendarFile } from './calendar-file.ts'
import { familyCalendarAddress, isLongCancelled, readFamilyCalendarToken } from './calendar-link.ts'
import { calendarOfFamily, raiseFamilyCalendarVersion } from './calendar-rows.ts'
import { orderPlaces } from './order-places.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Number of days for which past entries are kept. */
const pastDays = 90
const maxPlaces = 500
/** Minutes after which subscribers should refresh the calendar. */
const refreshMinutes = 15

/**
 * The family calendar of a signed URL, without a log-in: every booking of the family, with first names only. A
 * cancelled place is kept for two weeks with its status. Null if the signature is not valid or the URL was replaced.
 */
export async function findFamilyCalendar(ctx: Ctx, token: string): Promise<string | null> {
  const signedFor = await readFamilyCalendarToken(ctx, token)
  if (!signedFor) return null
  const [[family], bookings] = await ctx.db.batch([
    calendarOfFamily(ctx.db, signedFor.id),
    registrationsOfFamily(ctx, {
      customer_id: signedFor.id,
      statuses: registrationStates.inCalendar.statuses,
      endsAfter: ctx.now - pastDays * dayMs,
      limit: maxPlaces,
    }),
  ])
  if (!family || family.calendar_version !== signedFor.calendar_version) return null

  const shown = bookings.filter(
    ({ registration, booking }) => !isLongCancelled({ ...registration, ends_at: booking.ends_at }, ctx.now),
  )
  const locale = localeOf(family.language, 'CA')
  const organizers = await organizersOf(ctx, [...new Set(shown.map(({ program }) => program.id))], family.language)
  const places = orderPlaces(ctx, shown, { locale, namesPeople: true })
  return calendarFile(
    {
      host: new URL(ctx.siteOrigin).hostname,
      name: orderMailWords[languageOf(locale)].familyCalendar,
      email: null,
      now: ctx.now,
      refreshMinutes,
    },
    places.map(({ calendar }, index) => {
      const { program, registration } = shown[index] as (typeof shown)[number]
      return {
        ...calendar,
        changed: registration.updated,
        organizer: organizers.get(program.id) ?? { name: program.name, email: null },
      }
    }),
  )
}

/** The program of each place as its organiser, in the reader's language. */
async function organizersOf(
  ctx: Ctx,
  programIds: readonly string[],
  language: 'en' | 'fr',
): Promise<Map<string, CalendarOrganizer>> {
  const all = await Promise.all(programIds.map((id) => findBranding(ctx, id, language)))
  return new Map(
    programIds.flatMap((id, index) => {
      const branding = all[index]
      return branding ? [[id, { name: branding.name, email: branding.email }] as const] : []
    }),
  )
}

/** The subscription URL of the caller's family calendar. It needs no log-in. */
export async function getFamilyCalendar(ctx: CustomerContext): Promise<FamilyCalendar> {
  return showFamilyCalendar(ctx, await calendarOfFamily(ctx.db, ctx.actor.customer_id))
}

/** A new URL for the caller's family calendar. The earlier URLs stop working. */
export async function renewFamilyCalendar(ctx: CustomerContext): Promise<FamilyCalendar> {
  const { customer_id } = ctx.actor
  const [renewed] = await commit(
    ctx,
    [raiseFamilyCalendarVersion(ctx.db, customer_id)],
    calendarOfFamily(ctx.db, customer_id),
  )
  return showFamilyCalendar(ctx, renewed)
}

async function showFamilyCalendar(
  ctx: Ctx,
  [family]: readonly { id: string; calendar_version: number }[],
): Promise<FamilyCalendar> {
  if (!family) throw new ApiError('not_found')
  return { object: 'family_calendar', url: await familyCalendarAddress(ctx, family) }
}
