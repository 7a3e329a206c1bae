import { type List, list } from '../contract/paging.ts'
import type { Registration, RegistrationListQuery } from '../contract/registration.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { countListed, pageOf, searchedOf, type SearchedRow } from './list-rows.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/** The caller's registrations, a page in one trip. A search reads the words of all of his own first, to compare them without regard to accents. */
export async function listRegistrations(ctx: CustomerContext, ask: RegistrationListQuery): Promise<List<Registration>> {
  return ask.search === undefined
    ? onePage(ctx, ask, ctx.actor.customer_id)
    : searched(ctx, { ...ask, search: ask.search }, ctx.actor.customer_id)
}

async function onePage(ctx: Ctx, ask: RegistrationListQuery, customerId: string): Promise<List<Registration>> {
  const page = pageOf(ctx.db, customerId, ask)
  const [rows, [counted], ...shown] = await ctx.db.batch([
    page,
    countListed(ctx.db, customerId, ask),
    ...registrationReads(ctx, { among: page.getSQL() }),
  ])
  return list(
    inOrder(
      rows.map(({ id }) => id),
      showRegistrations(ctx, shown),
    ),
    counted?.total ?? 0,
    ask,
  )
}

async function searched(
  ctx: Ctx,
  ask: RegistrationListQuery & { search: string },
  customerId: string,
): Promise<List<Registration>> {
  const found = (await searchedOf(ctx.db, customerId, ask)).filter((row) => isFound(row, ask.search))
  const ids = found.slice(ask.skip, ask.skip + ask.limit).map(({ id }) => id)
  if (ids.length === 0) return list([], found.length, ask)
  return list(
    inOrder(ids, showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids })))),
    found.length,
    ask,
  )
}

function inOrder(ids: string[], shown: Registration[]): Registration[] {
  const byId = new Map(shown.map((each) => [each.id, each]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function isFound(row: SearchedRow, search: string): boolean {
  const text = folded(
    `${row.title} ${row.option} ${row.program} ${row.first_name} ${row.last_name} ${row.receipt_number ?? ''}`,
  )
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
