import { and, eq, inArray, sql } from 'drizzle-orm'
import { dayMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { programPictures, programs } from '../../platform/database/tables.ts'

export type PictureRow = typeof programPictures.$inferSelect

export const programById = (ctx: Ctx, id: string) =>
  ctx.db.select({ id: programs.id }).from(programs).where(eq(programs.id, id))

/** Inserts the row of a picture before its bytes are stored. The schema refuses one too many. */
export const insertPicture = (ctx: Ctx, row: PictureRow): Statement => ctx.db.insert(programPictures).values(row)

export const markPictureStored = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(programPictures)
    .set({ status: 'stored' })
    .where(and(eq(programPictures.id, id), eq(programPictures.status, 'pending')))

/** A picture whose bytes are stored. */
export const storedPicture = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(programPictures)
    .where(and(eq(programPictures.id, id), eq(programPictures.status, 'stored')))

/**
 * Checks some pictures that were not checked for a day: one that its program uses nowhere is marked as deleted. From
 * then on, the schema refuses it to events.
 */
export const checkPictures = (ctx: Ctx): Statement => {
  const address = sql`('/uploads/' || ${programPictures.id} || '.webp')`
  const isUsed = sql`(
    EXISTS (SELECT 1 FROM events AS e WHERE e.picture_url = ${address} AND e.picture_url GLOB '/uploads/pic_*')
    OR EXISTS (SELECT 1 FROM appointment_types AS t WHERE t.program_id = ${programPictures.program_id} AND t.picture_url = ${address})
    OR EXISTS (SELECT 1 FROM products AS p WHERE p.program_id = ${programPictures.program_id} AND p.picture_url = ${address})
    OR EXISTS (SELECT 1 FROM programs AS o WHERE o.id = ${programPictures.program_id}
      AND (o.picture_url = ${address} OR instr(o.preferences, ${programPictures.id}) > 0)))`
  return ctx.db
    .update(programPictures)
    .set({
      status: sql`CASE WHEN ${programPictures.status} = 'stored' AND ${isUsed} THEN 'stored' ELSE 'deleted' END`,
      updated: ctx.now,
    })
    .where(
      sql`${programPictures.id} IN (SELECT c.id FROM program_pictures AS c WHERE c.status <> 'deleted' AND c.updated < ${ctx.now - dayMs} ORDER BY c.updated LIMIT 50)`,
    )
}

/** Pictures that are marked as deleted; their bytes may still be there. */
export const deletedPictures = (ctx: Ctx) =>
  ctx.db
    .select({ id: programPictures.id })
    .from(programPictures)
    // A literal, so that the partial index of deleted pictures is used.
    .where(sql`${programPictures.status} = 'deleted' AND ${programPictures.updated} <= ${ctx.now}`)
    .orderBy(programPictures.updated)
    .limit(90)

export const deletePictureRows = (ctx: Ctx, ids: readonly string[]): Statement =>
  ctx.db
    .delete(programPictures)
    .where(and(inArray(programPictures.id, [...ids]), eq(programPictures.status, 'deleted')))
