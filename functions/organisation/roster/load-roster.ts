import { hourMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import { eventDays } from '../../contract/event-times.ts'
import type { Roster, RosterContact, RosterEntry, RosterEvent } from '../../contract/organisation/roster.ts'
import { rosterTexts } from '../../contract/people/attendee-fields.ts'
import { pick } from '../../contract/pick.ts'
import type { CheckInStatus } from '../../contract/states/check-in-states.ts'
import { localize } from '../../contract/texts.ts'
import { instantOf } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { among } from '../../platform/database/json-lists.ts'
import { isWithinReach } from '../../platform/identity/staff.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { groupsIn } from './group-rows.ts'
import { marksOfDay, pickUpContacts, programOf, rosterRows, type RosterRow, showSigned } from './roster-rows.ts'

type Contact = Awaited<ReturnType<typeof pickUpContacts>>[number]
type Mark = Awaited<ReturnType<typeof marksOfDay>>[number]
type Group = Awaited<ReturnType<typeof groupsIn>>[number]
/** The day of the roster, the marks of its people, and the groups of its events. */
type Around = {
  day: string
  marks: Map<string, Mark>
  contacts: Map<string, Contact[]>
  groups: Map<string, Group[]>
}
type RosterInput = {
  program_id: string
  day?: string | undefined
  event_id?: string | null
  expires_at?: number | null
}

/** Everyone who is expected on a day of a program, with their newest mark. */
export async function loadRoster(ctx: Ctx, input: RosterInput): Promise<Roster> {
  const [program] = await programOf(ctx.db, input.program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  const day = input.day ?? dayInZone(ctx.now, program.timezone)
  const event_id = input.event_id ?? null
  const rows = (await rosterRows(ctx.db, { program_id: program.id, event_id, ...widestDay(day) })).filter(
    ({ booking }) => dayOf(booking, day) !== null && isWithinReach(ctx.reach, booking.source_id),
  )
  const [marks, contacts, groups] = await ctx.db.batch([
    marksOfDay(ctx.db, { places: among(rows.map(({ registration_id }) => registration_id)), day }),
    pickUpContacts(ctx.db, among(rows.map(({ attendee_id }) => attendee_id))),
    groupsIn(ctx.db, among([...new Set(rows.map(({ booking }) => booking.source_id))])),
  ])

  const around = {
    day,
    marks: new Map(marks.map((mark) => [mark.registration_id, mark])),
    contacts: Map.groupBy(contacts, ({ attendee_id }) => attendee_id),
    groups: Map.groupBy(groups, ({ event_id }) => event_id),
  }
  const events = eventsOf(ctx, rows, around)
  const counts: Record<CheckInStatus, number> = { expected: 0, here: 0, picked_up: 0, absent: 0 }
  const coming = events.filter(({ called_off }) => called_off === null)
  for (const { check_in } of coming.flatMap(({ entries }) => entries)) counts[check_in.status] += 1
  return {
    object: 'roster',
    program_id: program.id,
    day,
    timezone: program.timezone,
    counts,
    events,
    expires_at: input.expires_at ? instant(input.expires_at) : null,
  }
}

/** The time of a booking on a day in the booking's own time zone; null if the booking is not on that day. */
export function dayOf(
  booking: Pick<RosterRow['booking'], 'starts_at' | 'ends_at' | 'dates' | 'timezone' | 'overnight'>,
  day: string,
): { starts_at: number; ends_at: number } | null {
  const times = { ...booking, is_series: booking.dates.length > 1, series_dates: booking.dates }
  return (
    eventDays(times).find(
      ({ starts_at, ends_at }) =>
        dayInZone(starts_at, booking.timezone) <= day && day <= dayInZone(ends_at, booking.timezone),
    ) ?? null
  )
}

/** The span of a day in every time zone, because an event may have another time zone than its program. */
export function widestDay(day: string): { from: number; until: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const noon = instantOf({ year, month, day: date, hour: 12, minute: 0 }, 'UTC')
  return { from: noon - 26 * hourMs, until: noon + 26 * hourMs }
}

function eventsOf(ctx: Ctx, rows: RosterRow[], around: Around): RosterEvent[] {
  // Appointments of one type and time form a group, as the attendees of an event do.
  const groups = Map.groupBy(rows, ({ booking }) =>
    booking.kind === 'event' ? booking.source_id : `${booking.source_id}:${booking.starts_at}`,
  )
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      const time = first && dayOf(first.booking, around.day)
      if (!first || !time) return []
      const { booking } = first
      return [
        {
          event_id: booking.source_id,
          key: first.key,
          name: localize(booking, ctx.contentLanguage).title,
          venue: booking.venue && localize(booking.venue, ctx.contentLanguage).name,
          timezone: booking.timezone,
          starts_at: instant(time.starts_at),
          ends_at: instant(time.ends_at),
          called_off: booking.days_off.find(({ date }) => date === around.day)?.text ?? null,
          groups: (around.groups.get(booking.source_id) ?? []).map(({ key, name, staff_ids }) => ({
            ...{ key, name },
            is_own: ctx.actor?.type === 'staff' && staff_ids.includes(ctx.actor.staff_id ?? ''),
          })),
          entries: group.map((row) => showEntry(ctx, row, around)),
        },
      ]
    })
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at))
}

function showEntry(ctx: Ctx, row: RosterRow, { day, marks, contacts }: Around): RosterEntry {
  const mark = marks.get(row.registration_id)
  const { date_of_birth } = row.attendee
  return {
    registration_id: row.registration_id,
    status: row.status,
    attendee_profile: {
      id: row.attendee_profile_id,
      ...pick(row.attendee, rosterTexts),
      age: date_of_birth === null ? null : fullYears(date_of_birth, day),
    },
    option: localize(row.booking, ctx.contentLanguage).option_title,
    group: row.group,
    check_in: {
      status: mark?.status ?? 'expected',
      marked_by: mark?.marked_by ?? null,
      marked_at: mark ? instant(mark.marked_at) : null,
    },
    waiver: row.waiver,
    waiver_signed: showSigned(row.waiver_signed),
    contacts: row.attendee.is_seen ? contactsOf(row.attendee, contacts.get(row.attendee_id) ?? []) : [],
  }
}

/** The contacts of a person: those who may pick them up, then other emergency contacts. */
export function contactsOf(person: RosterRow['attendee'], family: Contact[]): RosterContact[] {
  const pickUp = family.map(({ first_name, last_name, relation, phone }) => ({
    name: `${first_name} ${last_name}`,
    relation,
    phone,
    may_pick_up: true,
  }))
  const emergency = [
    { name: person.parent_name, phone: person.emergency_contact_phone },
    ...person.other_emergency_contacts.map(({ name, phone }) => ({ name, phone })),
  ].filter(({ phone }) => phone !== null && !pickUp.some((contact) => contact.phone === phone))
  return [...pickUp, ...emergency.map((contact) => ({ ...contact, relation: null, may_pick_up: false }))]
}
