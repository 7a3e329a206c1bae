import { ApiError } from '../contract/api-error.ts'
import { rosterWords } from '../contract/sentences/roster-words.ts'
import { instant } from '../contract/instant.ts'
import { largestPageSize } from '../contract/limits.ts'
import { type List, list } from '../contract/paging.ts'
import type { OrganiserRegistration, OrganiserRegistrationListQuery } from '../contract/roster.ts'
import { withOffset } from '../contract/wall-clock.ts'
import { dayInZone, fullYears } from '../attendees/birth-date.ts'
import type { Ctx } from '../context.ts'
import { csvFile } from '../feedback/csv-file.ts'
import { countRegistrations, eventByKey, type ListedRegistration, pageOfRegistrations } from './roster-rows.ts'

type ListInput = OrganiserRegistrationListQuery & { program_id: string; key: string }

/** The registrations of an event, those with a place unless others are requested, by name. */
export async function listEventRegistrations(ctx: Ctx, input: ListInput): Promise<List<OrganiserRegistration>> {
  const [event] = await eventByKey(ctx.db, input)
  if (!event) throw new ApiError('not_found', { param: 'key' })
  const which = { ...input, event_id: event.id }
  const [rows, [counted]] = await ctx.db.batch([pageOfRegistrations(ctx.db, which), countRegistrations(ctx.db, which)])
  return list(rows.map(showListed), counted?.total ?? 0, input)
}

/** The same as a file for spreadsheets, whole. */
export async function exportEventRegistrations(
  ctx: Ctx,
  input: Pick<ListInput, 'program_id' | 'key' | 'status' | 'all'>,
): Promise<string> {
  const words = rosterWords[ctx.language]
  const rows: (string | number | null)[][] = [words.csv]
  for (let skip = 0; ; skip += largestPageSize) {
    const page = { ...input, limit: largestPageSize, skip, order: 'asc', sort: 'name' } as const
    const { data, total } = await listEventRegistrations(ctx, page)
    rows.push(...data.map((row) => cellsOf(row, words)))
    if (data.length === 0 || skip + data.length >= total) return csvFile(rows)
  }
}

function showListed({ registration, attendee, user, ...row }: ListedRegistration): OrganiserRegistration {
  const { date_of_birth } = attendee
  return {
    id: registration.id,
    object: 'organiser_registration',
    status: registration.status,
    event_id: registration.event_id ?? '',
    option: row.option,
    attendee_profile: {
      id: registration.attendee_profile_id,
      ...attendee,
      age: date_of_birth === null ? null : fullYears(date_of_birth, dayInZone(row.starts_at, row.timezone)),
    },
    customer_profile: { id: registration.customer_profile_id, ...user },
    order_id: registration.order_id,
    receipt_number: row.receipt_number,
    waiver: row.waiver,
    days_attended: row.days_attended,
    created: instant(registration.created),
  }
}

const cellsOf = (
  { attendee_profile: attendee, customer_profile: customer, ...registration }: OrganiserRegistration,
  words: (typeof rosterWords)['en'],
): (string | number | null)[] => [
  attendee.last_name,
  attendee.first_name,
  attendee.age,
  attendee.date_of_birth,
  registration.option,
  words.statuses[registration.status],
  registration.waiver && words.waivers[registration.waiver],
  registration.days_attended,
  `${customer.first_name} ${customer.last_name}`,
  customer.email,
  customer.phone,
  registration.receipt_number,
  withOffset(registration.created, 'UTC'),
]
