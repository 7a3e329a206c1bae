import { ApiError } from '../contract/api-error.ts'
import { type List, list } from '../contract/paging.ts'
import type { Registration, RegistrationListQuery } from '../contract/registration.ts'
import type { Ctx } from '../context.ts'
import { listedOf, type ListedRow } from './list-rows.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/** The caller's registrations. His own are few: they are found by index, searched without regard to accents, and one page is shown whole. */
export async function listRegistrations(ctx: Ctx, ask: RegistrationListQuery): Promise<List<Registration>> {
  if (!ctx.identity) throw new ApiError('not_authenticated')
  // Appointments are registrations with a slot; none can be booked yet.
  if (ask.appointment_type_id !== undefined) return list([], 0, ask)
  const rows = await listedOf(ctx.db, ctx.identity.customer_id, ask)

  const found = rows.filter((row) => isFound(row, ask.search)).sort(by(ask))
  const ids = found.slice(ask.skip, ask.skip + ask.limit).map(({ id }) => id)
  if (ids.length === 0) return list([], found.length, ask)

  const shown = new Map(showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids }))).map((each) => [each.id, each]))
  return list(
    ids.flatMap((id) => shown.get(id) ?? []),
    found.length,
    ask,
  )
}

function isFound(row: ListedRow, search: string | undefined): boolean {
  if (search === undefined) return true
  const text = folded(`${row.event} ${row.option} ${row.program} ${row.first_name} ${row.last_name} ${row.receipt_number ?? ''}`)
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function by({ sort, order }: RegistrationListQuery): (one: ListedRow, other: ListedRow) => number {
  const direction = order === 'asc' ? 1 : -1
  const key = (row: ListedRow) => (sort === 'created' ? row.created : row.starts_at)
  return (one, other) => direction * (key(one) - key(other) || one.id.localeCompare(other.id))
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
