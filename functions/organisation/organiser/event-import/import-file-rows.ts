import { and, eq } from 'drizzle-orm'
import type { ColumnMapping, DateOrder } from '../../../contract/organisation/event-import.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db, Statement } from '../../../platform/database/database.ts'
import {
  importMappings,
  membershipPackages,
  pools,
  products,
  programs,
  questions,
  sessionPackages,
  venues,
  waivers,
  waiverVersions,
} from '../../../platform/database/tables.ts'

/** A program with what the cells of a file may name, and its saved mapping, for one batch. */
export const importReads = (db: Db, programId: string) => ({
  program: db
    .select({ currency: programs.default_currency, country: programs.country, language: programs.language })
    .from(programs)
    .where(eq(programs.id, programId)),
  venues: db
    .select({ key: venues.key, name: venues.name, translations: venues.translations })
    .from(venues)
    .where(and(eq(venues.program_id, programId), eq(venues.is_removed, false)))
    .orderBy(venues.position, venues.key),
  waivers: db
    .select({ key: waivers.key, name: waiverVersions.title, translations: waiverVersions.translations })
    .from(waivers)
    .innerJoin(
      waiverVersions,
      and(eq(waiverVersions.waiver_id, waivers.id), eq(waiverVersions.version, waivers.version)),
    )
    .where(eq(waivers.program_id, programId))
    .orderBy(waivers.key),
  questions: db
    .select({ key: questions.key, name: questions.title, translations: questions.translations })
    .from(questions)
    .where(eq(questions.program_id, programId))
    .orderBy(questions.key),
  products: db
    .select({ key: products.key, name: products.name, translations: products.translations })
    .from(products)
    .where(eq(products.program_id, programId))
    .orderBy(products.position, products.key),
  session_packages: db
    .select({
      key: sessionPackages.key,
      name: sessionPackages.name,
      translations: sessionPackages.translations,
    })
    .from(sessionPackages)
    .where(and(eq(sessionPackages.program_id, programId), eq(sessionPackages.is_of_membership, false)))
    .orderBy(sessionPackages.key),
  membership_packages: db
    .select({
      key: membershipPackages.key,
      name: membershipPackages.name,
      translations: membershipPackages.translations,
    })
    .from(membershipPackages)
    .where(eq(membershipPackages.program_id, programId))
    .orderBy(membershipPackages.key),
  pools: db
    .select({ key: pools.key, spots_total: pools.spots_total })
    .from(pools)
    .where(eq(pools.program_id, programId))
    .orderBy(pools.key),
  saved: db.select().from(importMappings).where(eq(importMappings.program_id, programId)),
})

/** Saves how the columns of a program's files are read. */
export const saveMapping = (
  ctx: Ctx,
  program_id: string,
  mapping: { columns: ColumnMapping; date_order: DateOrder | null },
): Statement => {
  const row = { ...mapping, updated: ctx.now }
  return ctx.db
    .insert(importMappings)
    .values({ ...row, program_id })
    .onConflictDoUpdate({ target: importMappings.program_id, set: row })
}
