import type { Attendee } from '../contract/attendee.ts'
import { type List, list } from '../contract/paging.ts'
import type { CustomerContext } from '../context.ts'
import { type AttendeeRow, familyOf } from './attendee-rows.ts'
import { fullYears, dayInZone } from './birth-date.ts'
import { showAttendee } from './show-attendee.ts'

type Ask = {
  limit: number
  skip: number
  order: 'asc' | 'desc'
  sort: 'first_name' | 'last_name' | 'date_of_birth' | 'created'
  search?: string | undefined
  age?: number | undefined
}

type Listed = { attendee: AttendeeRow }

/** The caller's family. A family is small: it is read whole by index, then searched without regard to accents and case. */
export async function listAttendees(ctx: CustomerContext, ask: Ask): Promise<List<Attendee>> {
  const family = await familyOf(ctx.db).execute({ customer_id: ctx.actor.customer_id })

  const words = folded(ask.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  const today = ask.age === undefined ? '' : dayInZone(ctx.now, 'UTC')
  const found = family
    .filter(({ attendee }) => isFound(attendee, words) && isOfAge(attendee, ask.age, today))
    .sort(by(ask))
  const data = found
    .slice(ask.skip, ask.skip + ask.limit)
    .map((each) => showAttendee({ ...each, profiles: each.profiles.sort((one, other) => one.created - other.created) }))
  return list(data, found.length, ask)
}

function isFound(row: AttendeeRow, words: string[]): boolean {
  if (words.length === 0) return true
  const text = folded(`${row.first_name} ${row.last_name} ${row.email ?? ''} ${row.phone ?? ''}`)
  return words.every((word) => text.includes(word))
}

function isOfAge(row: AttendeeRow, age: number | undefined, today: string): boolean {
  return age === undefined || (row.date_of_birth !== null && fullYears(row.date_of_birth, today) === age)
}

function by({ sort, order }: Ask): (one: Listed, other: Listed) => number {
  const direction = order === 'asc' ? 1 : -1
  return ({ attendee: one }, { attendee: other }) =>
    direction * (compare(one[sort], other[sort]) || compare(one.id, other.id))
}

function compare(one: string | number | null, other: string | number | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return inWords.compare(String(one ?? ''), String(other ?? ''))
}

const inWords = new Intl.Collator()
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
