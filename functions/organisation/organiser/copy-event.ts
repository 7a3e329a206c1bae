import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../contract/api-error.ts'
import type { FileEvent, FileOption } from '../../contract/organisation/file-events.ts'
import type { CopyEventRequest, OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { renderAhead } from '../../platform/rendered-text.ts'
import { offerChanges, offersOfCopies, writeOffers } from './copy-offers.ts'
import { refuseUsedKey } from './create-event.ts'
import { findEvent } from './find-event.ts'
import { copyGroupStaff } from './group-staff-rows.ts'
import { changedEvent } from './merge-event.ts'
import { instantOf, isRelative, wallTime } from './program-file/file-times.ts'
import { eventWrites } from './save-event.ts'
import { movedBy, movedPlan } from './season-shift.ts'

/**
 * Creates a draft from another event, with the fields of the request, the active staff members of its groups and the
 * coupons that name it.
 */
export async function copyEvent(
  ctx: Ctx,
  { program_id, key, request }: { program_id: string; key: string; request: CopyEventRequest },
): Promise<OrganiserEvent> {
  const part = await findEvent(ctx, { program_id, key, otherKeys: [request.key], request })
  refuseUsedKey(part, request.key)
  const start = request.starts_at ?? request.series_dates?.[0]?.starts_at ?? null
  const newStart =
    start && wallTime(start, { firstDay: part.firstDay, timezone: request.timezone ?? part.file.timezone })
  const oldStart = part.event.starts_at ?? part.event.series_dates[0]?.starts_at ?? null
  const days = newStart && oldStart ? daysBetween(oldStart, newStart) : 0
  const copy = copiedEvent(part.event, { now: ctx.now, timezone: part.file.timezone, days })
  // A copy that gets only a new start becomes a single event, without the dates of a series.
  const isSeries = request.starts_at === undefined || request.series_dates !== undefined
  const base = isSeries && request.series_dates === undefined ? copy : { ...copy, series_dates: [] }
  const { key: copyKey, ...changes } = request
  const desired = { ...changedEvent(base, changes), key: copyKey }
  refuseEndedSales(desired, { now: ctx.now, timezone: desired.timezone ?? part.file.timezone })

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/events/${request.key}`)
  const { response, writes } = await eventWrites(ctx, part, { desired, done: 'event_copied' })
  const pairs = [{ from: part.row.id, starts_at: oldStart, to: response.id, key: request.key }]
  const { program } = part.stored
  const offers = await offersOfCopies(ctx, { sales: 'shift', pairs, days, program, param: 'key' })
  await commit(ctx, [...writes, copyGroupStaff(ctx.db, pairs), ...writeOffers(ctx, offers)])
  await renderAhead(ctx, desired)
  return { ...response, changes: [...response.changes, ...offerChanges(offers)] }
}

type Copying = { now: number; timezone: string; days: number }

/**
 * The fields of a copy: everything except dates in the past. If no date is left, the request must give new dates.
 * With a new start, the dates of sales and instalments move by the same number of days.
 */
function copiedEvent(event: FileEvent, { now, timezone, days }: Copying): FileEvent {
  const moved = (wall: string | null) => wall && movedBy(wall, days)
  const isAhead = (wall: string | null) => wall !== null && instantOf(wall, event.timezone ?? timezone) >= now
  const series_dates = event.series_dates.filter(({ starts_at }) => isAhead(starts_at))
  const keepsTimes = series_dates.length > 0 || (event.series_dates.length === 0 && isAhead(event.starts_at))
  return {
    ...event,
    status: 'draft',
    // The groups of the copy are empty.
    groups_shown: false,
    series_dates,
    starts_at: keepsTimes ? event.starts_at : null,
    ends_at: keepsTimes ? event.ends_at : null,
    options: event.options.map((option) => ({
      ...option,
      // If the start of the sale is in the past, the sale of the copy is open at once.
      sale_starts_at: isAhead(moved(option.sale_starts_at)) ? moved(option.sale_starts_at) : null,
      sale_ends_at: moved(option.sale_ends_at),
      payment_plan: movedPlan(option.payment_plan, days),
    })),
  }
}

const daysBetween = (from: string, until: string): number =>
  Temporal.PlainDateTime.from(from).toPlainDate().until(Temporal.PlainDateTime.from(until).toPlainDate()).days

/**
 * Without its end, an early price whose sale has ended would be on sale until the start. So the organisation must set a
 * new end.
 */
function refuseEndedSales({ options }: FileEvent, { now, timezone }: { now: number; timezone: string }): void {
  const at = options.findIndex(
    ({ sale_ends_at }) => sale_ends_at !== null && hasPassed(sale_ends_at, { now, timezone }),
  )
  const option = options[at]
  if (option)
    throw new ApiError('invalid_parameter', {
      param: `options[${at}].sale_ends_at`,
      message: `The sale of ${optionName(option)} would already have ended. Send the options with new dates, or later dates of the event.`,
    })
}

const hasPassed = (wall: string, { now, timezone }: { now: number; timezone: string }) =>
  !isRelative(wall) && instantOf(wallTime(wall, { firstDay: '2000-01-01', timezone }), timezone) < now
const optionName = ({ key, name }: FileOption): string =>
  typeof name === 'string' ? name : (name.en ?? name.fr ?? key)
