import type { Attendee } from '../contract/attendee.ts'
import { type List, list } from '../contract/paging.ts'
import type { Ctx } from '../context.ts'
import { callerOf } from './attendee-context.ts'
import { type AttendeeRow, attendeesOf, profilesOfMine, relationsOfMine } from './attendee-rows.ts'
import { fullYears } from './birth-date.ts'
import { dayInZone } from './day-in-zone.ts'
import { showAttendee } from './show-attendee.ts'

type Ask = {
  limit: number
  skip: number
  order: 'asc' | 'desc'
  sort: 'first_name' | 'last_name' | 'date_of_birth' | 'created'
  search?: string | undefined
  age?: number | undefined
}

/** The caller's family. A family is small: it is read whole by index, then searched without regard to accents and case. */
export async function listAttendees(ctx: Ctx, ask: Ask): Promise<List<Attendee>> {
  const customerId = callerOf(ctx)
  const [rows, relations, profiles] = await ctx.db.batch([
    attendeesOf(ctx.db, customerId),
    relationsOfMine(ctx.db, customerId),
    profilesOfMine(ctx.db, customerId),
  ])

  const today = dayInZone(ctx.now, 'UTC')
  const found = rows.filter((row) => isFound(row, ask.search) && isOfAge(row, ask.age, today)).sort(by(ask))
  const page = found.slice(ask.skip, ask.skip + ask.limit)
  const data = page.map((attendee) =>
    showAttendee({
      attendee,
      relations: relations.filter((each) => each.attendee_id === attendee.id),
      profiles: profiles.filter((each) => each.attendee_id === attendee.id),
    }),
  )
  return list(data, found.length, ask)
}

function isFound(row: AttendeeRow, search: string | undefined): boolean {
  const text = folded(`${row.first_name} ${row.last_name} ${row.email ?? ''} ${row.phone ?? ''}`)
  return folded(search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function isOfAge(row: AttendeeRow, age: number | undefined, today: string): boolean {
  return age === undefined || (row.date_of_birth !== null && fullYears(row.date_of_birth, today) === age)
}

function by({ sort, order }: Ask): (one: AttendeeRow, other: AttendeeRow) => number {
  const direction = order === 'asc' ? 1 : -1
  return (one, other) => direction * (compare(one[sort], other[sort]) || compare(one.id, other.id))
}

function compare(one: string | number | null, other: string | number | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one ?? '').localeCompare(String(other ?? ''))
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
