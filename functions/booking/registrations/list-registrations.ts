import { type List, list } from '../../contract/paging.ts'
import type { Registration, RegistrationListQuery } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { countListed, pageOf, searchedOf, type SearchedRow } from './list-rows.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/**
 * One page of the caller's registrations, in one database round trip. A search first reads the texts of all
 * registrations, to match without accents.
 */
export async function listRegistrations(
  ctx: CustomerContext,
  input: RegistrationListQuery,
): Promise<List<Registration>> {
  return input.search === undefined
    ? onePage(ctx, input, ctx.actor.customer_id)
    : searched(ctx, { ...input, search: input.search }, ctx.actor.customer_id)
}

async function onePage(ctx: Ctx, input: RegistrationListQuery, customerId: string): Promise<List<Registration>> {
  const page = pageOf(ctx.db, customerId, input)
  const [rows, [counted], ...shown] = await ctx.db.batch([
    page,
    countListed(ctx.db, customerId, input),
    ...registrationReads(ctx, { among: page.getSQL() }),
  ])
  return list(
    inOrder(
      rows.map(({ id }) => id),
      await showRegistrations(ctx, shown),
    ),
    counted?.total ?? 0,
    input,
  )
}

async function searched(
  ctx: Ctx,
  input: RegistrationListQuery & { search: string },
  customerId: string,
): Promise<List<Registration>> {
  const matching = (await searchedOf(ctx.db, customerId, input)).filter((row) => isFound(row, input.search))
  const ids = matching.slice(input.skip, input.skip + input.limit).map(({ id }) => id)
  if (ids.length === 0) return list([], matching.length, input)
  return list(
    inOrder(ids, await showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids })))),
    matching.length,
    input,
  )
}

function inOrder(ids: string[], shown: Registration[]): Registration[] {
  const byId = new Map(shown.map((each) => [each.id, each]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function isFound(row: SearchedRow, search: string): boolean {
  const text = folded(
    [
      row.title,
      row.option,
      ...translated(row),
      row.program,
      row.attendee.first_name,
      row.attendee.last_name,
      row.receipt_number ?? '',
    ].join(' '),
  )
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const translated = ({ translations: { language: _, ...others } }: SearchedRow): string[] =>
  Object.values(others).flatMap(({ title, option_title }) => [title ?? '', option_title ?? ''])

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
