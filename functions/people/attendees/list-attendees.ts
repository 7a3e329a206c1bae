import type { Attendee } from '../../contract/people/attendee.ts'
import { type List, list } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { SeenAttendee } from '../../platform/database/attendee-visibility.ts'
import { type ProfileRow, type ShownAttendeeRow, familyOf } from './attendee-rows.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { showAttendee } from './show-attendee.ts'

type ListAttendeesInput = {
  limit: number
  skip: number
  order: 'asc' | 'desc'
  sort: 'first_name' | 'last_name' | 'date_of_birth' | 'created'
  search?: string | undefined
  age?: number | undefined
  is_archived: boolean
}

type Listed = { attendee: ShownAttendeeRow }

/**
 * The caller's family. A family is small: it is read completely by index, then searched regardless of accents and case.
 */
export async function listAttendees(ctx: CustomerContext, input: ListAttendeesInput): Promise<List<Attendee>> {
  const { customer_id, delegation } = ctx.actor
  const all = await familyOf(ctx.db).execute({ customer_id, is_archived: Number(input.is_archived) })
  const family = delegation ? all.filter((each) => !input.is_archived && isIn(delegation.program_id, each)) : all

  const words = folded(input.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  const today = input.age === undefined ? '' : dayInZone(ctx.now, 'UTC')
  const matches = family
    .filter(({ attendee }) => matchesWords(attendee.seen, words) && isOfAge(attendee.seen, input.age, today))
    .sort(by(input))
  const data = matches
    .slice(input.skip, input.skip + input.limit)
    .map((each) =>
      showAttendee({ ...each, reader: ctx.actor, profiles: each.profiles.sort((a, b) => a.created - b.created) }),
    )
  return list(data, matches.length, input)
}

const isIn = (program_id: string, { profiles }: { profiles: readonly ProfileRow[] }): boolean =>
  profiles.some((profile) => profile.program_id === program_id && profile.status !== 'disconnected')

function matchesWords(row: SeenAttendee, words: string[]): boolean {
  if (words.length === 0) return true
  const text = folded(`${row.first_name} ${row.last_name} ${row.email ?? ''} ${row.phone ?? ''}`)
  return words.every((word) => text.includes(word))
}

function isOfAge(row: SeenAttendee, age: number | undefined, today: string): boolean {
  return age === undefined || (row.date_of_birth !== null && fullYears(row.date_of_birth, today) === age)
}

function by({ sort, order }: ListAttendeesInput): (a: Listed, b: Listed) => number {
  const direction = order === 'asc' ? 1 : -1
  const key = ({ created, seen }: ShownAttendeeRow) => (sort === 'created' ? created : seen[sort])
  return ({ attendee: a }, { attendee: b }) => direction * (compare(key(a), key(b)) || compare(a.id, b.id))
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return inWords.compare(String(a ?? ''), String(b ?? ''))
}

const inWords = new Intl.Collator()
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
