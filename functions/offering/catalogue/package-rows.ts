import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { MembershipPackageListQuery, PackageListQuery } from '../../contract/offering/package.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { pageStart, startingAt, nameTranslations } from '../../platform/database/page-start.ts'
import { membershipPackages, sessionPackages } from '../../platform/database/tables.ts'

/** Maximum number of events listed per package; further ones are only counted. */
const maxEvents = 20
/** Maximum appointment types listed per package. */
const maxTypes = 20

type Opened = { id: string; name: string; translations: Translations }
type Tables = typeof sessionPackages | typeof membershipPackages
type PackageRowsInput<Query> = Query & { program_id: string; now: number }

// An event among those a package covers that has not ended.
const openedBy = (table: Tables, now: number) =>
  sql`FROM event_packages AS ep CROSS JOIN events AS e WHERE ep.package_id = ${table}.id AND e.id = ep.event_id AND e.status = 'published' AND e.ends_at >= ${now}`
const opens = (table: Tables, now: number) => ({
  events: sql<
    Opened[]
  >`(SELECT json_group_array(json_object('id', next.id, 'name', next.name, 'translations', json(next.translations))) FROM (SELECT e.id, e.name, ${nameTranslations('e')} AS translations ${openedBy(table, now)} ORDER BY e.starts_at, e.id LIMIT ${maxEvents}) AS next)`.mapWith(
    (text: string) => JSON.parse(text) as Opened[],
  ),
  num_events: sql<number>`(SELECT count(*) ${openedBy(table, now)})`,
  appointment_types: sql<
    Opened[]
  >`(SELECT json_group_array(json_object('id', next.id, 'name', next.name, 'translations', json(next.translations))) FROM (SELECT a.id, a.name, ${nameTranslations('a')} AS translations FROM appointment_types AS a
    WHERE a.status = 'published' AND a.program_id = ${table}.program_id AND EXISTS (SELECT 1 FROM json_each(a.restrict_to_package_ids) AS opening WHERE opening.value = ${table}.id) ORDER BY a.position, a.id LIMIT ${maxTypes}) AS next)`.mapWith(
    (text: string) => JSON.parse(text) as Opened[],
  ),
})

const sessionColumns = (now: number) => ({ ...getTableColumns(sessionPackages), ...opens(sessionPackages, now) })
const membershipColumns = (now: number) => ({
  ...getTableColumns(membershipPackages),
  ...opens(membershipPackages, now),
})
export type SessionPackageRow = Awaited<ReturnType<typeof sessionPackageById>>[number]
export type MembershipPackageRow = Awaited<ReturnType<typeof membershipPackagePage>[0]>[number]

/** One page of the session packages on sale, their total count and the offset of the page, for one batch. */
export function sessionPackagePage(db: Db, input: PackageRowsInput<PackageListQuery>) {
  const where = and(eq(sessionPackages.program_id, input.program_id), eq(sessionPackages.is_discontinued, false))
  const skip = pageStart(input, { table: sessionPackages, where, sort: sortedBy(sessionPackages, input) })
  return [
    db
      .select(sessionColumns(input.now))
      .from(sessionPackages)
      .where(where)
      .orderBy(...inOrder(sessionPackages, input))
      .limit(input.limit)
      .offset(startingAt(skip)),
    db.select({ total: count(), skip }).from(sessionPackages).where(where),
  ] as const
}

/** One page of the membership packages on sale, or those with given ids, even if no longer on sale. */
export function membershipPackagePage(db: Db, input: PackageRowsInput<MembershipPackageListQuery>) {
  const which = input.id
    ? sql`${membershipPackages.id} IN ${among(input.id)}`
    : eq(membershipPackages.is_discontinued, false)
  const where = and(eq(membershipPackages.program_id, input.program_id), which)
  const skip = pageStart(input, { table: membershipPackages, where, sort: sortedBy(membershipPackages, input) })
  return [
    db
      .select(membershipColumns(input.now))
      .from(membershipPackages)
      .where(where)
      .orderBy(...inOrder(membershipPackages, input))
      .limit(input.limit)
      .offset(startingAt(skip)),
    db.select({ total: count(), skip }).from(membershipPackages).where(where),
  ] as const
}

/** One session package of a program, on sale or not. */
export const sessionPackageById = (db: Db, input: { program_id: string; session_package_id: string; now: number }) =>
  db
    .select(sessionColumns(input.now))
    .from(sessionPackages)
    .where(
      and(
        eq(sessionPackages.id, input.session_package_id),
        eq(sessionPackages.program_id, input.program_id),
        eq(sessionPackages.is_of_membership, false),
      ),
    )

const sortedBy = (table: Tables, { sort }: Pick<PackageListQuery, 'sort'>) => [
  ...{ price: [table.cost, table.name], name: [table.name], created: [table.created] }[sort],
  table.id,
]

function inOrder(table: Tables, input: Pick<PackageListQuery, 'sort' | 'order'>): SQL[] {
  const direction = input.order === 'desc' ? desc : asc
  return sortedBy(table, input).map((column) => direction(column))
}
