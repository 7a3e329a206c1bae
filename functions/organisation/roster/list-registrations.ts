import { ApiError } from '../../contract/api-error.ts'
import { rosterWords } from '../../contract/sentences/roster-words.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import type {
  OrganiserRegistration,
  OrganiserRegistrationListQuery,
  ProgramRegistrationListQuery,
} from '../../contract/organisation/roster.ts'
import { localize } from '../../contract/texts.ts'
import { withOffset } from '../../contract/wall-clock.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { csvOfPages } from '../../platform/middleware/csv-file.ts'
import { countRegistrations, type ListedRegistration, type ListRowsInput, pageOfRegistrations } from './list-rows.ts'
import { eventByKey, showSigned } from './roster-rows.ts'

type OfEvent = { program_id: string; key: string }
type Cells = (string | number | null)[]

/** The registrations of a program that the caller's right reaches, by default those with a place. */
export async function listProgramRegistrations(ctx: Ctx, input: ListRowsInput): Promise<List<OrganiserRegistration>> {
  const within = { ...input, reach: ctx.reach }
  const [rows, [counted]] = await ctx.db.batch([
    pageOfRegistrations(ctx.db, within),
    countRegistrations(ctx.db, within),
  ])
  return list(
    rows.map((row) => showListed(ctx, row)),
    counted?.total ?? 0,
    input,
    counted?.is_capped === 1,
  )
}

/** The registrations of a program as a file for spreadsheets, each with the name of its event or appointment type. */
export function exportProgramRegistrations(
  ctx: Ctx,
  input: Omit<ProgramRegistrationListQuery, 'limit' | 'skip' | 'order' | 'sort'> & { program_id: string },
): Promise<string> {
  const words = rosterWords[ctx.language]
  return csvOfPages(
    [...words.booking, ...words.csv],
    (page) => listProgramRegistrations(ctx, { ...input, ...page, order: 'asc', sort: 'starts_at' }),
    (row) => [row.name, withOffset(row.starts_at, row.timezone), ...cellsOf(row, words)],
    { language: ctx.language },
  )
}

/** The registrations of an event, by name; by default those with a place. */
export async function listEventRegistrations(
  ctx: Ctx,
  { key, status, ...input }: OrganiserRegistrationListQuery & OfEvent,
): Promise<List<OrganiserRegistration>> {
  const event_id = await idOfEvent(ctx, { program_id: input.program_id, key })
  return listProgramRegistrations(ctx, { ...input, event_id, ...(status ? { status: [status] } : {}) })
}

/** The registrations of an event as a file for spreadsheets. */
export function exportEventRegistrations(
  ctx: Ctx,
  input: Pick<OrganiserRegistrationListQuery, 'status' | 'all'> & OfEvent,
): Promise<string> {
  const words = rosterWords[ctx.language]
  return csvOfPages(
    words.csv,
    (page) => listEventRegistrations(ctx, { ...input, ...page, order: 'asc', sort: 'name' }),
    (row) => cellsOf(row, words),
    { language: ctx.language },
  )
}

async function idOfEvent(ctx: Ctx, input: OfEvent): Promise<string> {
  const [event] = await eventByKey(ctx.db, input)
  if (!event) throw new ApiError('not_found', { param: 'key' })
  return event.id
}

function showListed(ctx: Ctx, { registration, attendee, user, ...row }: ListedRegistration): OrganiserRegistration {
  const { first_name, last_name, date_of_birth } = attendee
  const { title, option_title } = localize(row, ctx.contentLanguage)
  return {
    id: registration.id,
    object: 'organiser_registration',
    status: registration.status,
    event_id: registration.event_id,
    appointment_type_id: registration.appointment_type_id,
    name: title,
    option: option_title,
    starts_at: instant(row.starts_at),
    ends_at: instant(row.ends_at),
    timezone: row.timezone,
    attendee_profile: {
      id: registration.attendee_profile_id,
      first_name,
      last_name,
      date_of_birth,
      age: date_of_birth === null ? null : fullYears(date_of_birth, dayInZone(row.starts_at, row.timezone)),
    },
    customer_profile: { id: registration.customer_profile_id, ...user },
    order_id: registration.order_id,
    receipt_number: row.receipt_number,
    waiver: row.waiver,
    waiver_signed: showSigned(row.waiver_signed),
    days_attended: row.days_attended,
    undo_until: row.undo_until !== null && row.undo_until > ctx.now ? instant(row.undo_until) : null,
    created: instant(registration.created),
  }
}

/** `Accepted`, `Missing`, or the earlier version that was signed. */
const waiverCell = (
  { waiver, waiver_signed: signed, timezone }: Pick<OrganiserRegistration, 'waiver' | 'waiver_signed' | 'timezone'>,
  words: (typeof rosterWords)['en'],
): string | null =>
  waiver === 'missing' && signed
    ? words.signedVersion(signed.version, dayInZone(Date.parse(signed.signed_at), timezone))
    : waiver && words.waivers[waiver]

const cellsOf = (
  { attendee_profile: attendee, customer_profile: customer, ...registration }: OrganiserRegistration,
  words: (typeof rosterWords)['en'],
): Cells => [
  attendee.last_name,
  attendee.first_name,
  attendee.age,
  attendee.date_of_birth,
  registration.option,
  words.statuses[registration.status],
  waiverCell(registration, words),
  registration.days_attended,
  `${customer.first_name} ${customer.last_name}`,
  customer.email,
  customer.phone,
  registration.receipt_number,
  withOffset(registration.created, 'UTC'),
]
