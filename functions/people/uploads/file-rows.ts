import { among } from '../../platform/database/json-lists.ts'
import { and, eq, inArray, is, SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { files, fileUses } from '../../platform/database/tables.ts'

export type FileRow = typeof files.$inferSelect
export type FileUse = Pick<typeof fileUses.$inferSelect, 'kind' | 'owner_id'>

/** Inserts the row of a file before its bytes are stored. The schema refuses one file too many. */
export const insertFile = (ctx: Ctx, row: typeof files.$inferInsert) => ctx.db.insert(files).values(row)

/** Marks a file as completely stored. */
export const markStored = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(files)
    .set({ status: 'stored', updated: ctx.now })
    .where(and(eq(files.id, id), eq(files.status, 'pending')))

/** A file whose bytes are stored. */
export const storedFile = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.status, 'stored')))

/** Files of a customer by their ids. */
export const ownFiles = (ctx: Ctx, input: { customer_id: string; ids: readonly string[] }) =>
  ctx.db
    .select()
    .from(files)
    .where(
      and(
        sql`${files.id} IN ${among(input.ids)}`,
        eq(files.customer_id, input.customer_id),
        eq(files.status, 'stored'),
      ),
    )

/** A picture, if it is public, or the customer uploaded it or may see the person it shows. */
export const visiblePicture = (ctx: Ctx, input: { file_id: string; customer_id: string | null }) =>
  ctx.db
    .select()
    .from(files)
    .where(
      and(
        eq(files.id, input.file_id),
        eq(files.status, 'stored'),
        eq(files.purpose, 'picture'),
        sql`(${files.access} = 'public' OR ${files.customer_id} = ${input.customer_id} OR EXISTS (
          SELECT 1 FROM relations AS r JOIN attendees AS a ON a.id = r.attendee_id
          WHERE r.customer_id = ${input.customer_id} AND a.picture_url = '/uploads/' || ${input.file_id}
            AND EXISTS (SELECT 1 FROM json_each(r.rights) WHERE value = 'view')))`,
      ),
    )

export const insertUse = (ctx: Ctx, file_id: string, use: FileUse): Statement =>
  ctx.db
    .insert(fileUses)
    .values({ file_id, ...use, created: ctx.now })
    .onConflictDoNothing()

/** Deletes the uses of one owner except those of the file ids in `kept`. */
export const deleteOtherUses = (ctx: Ctx, use: FileUse, kept: readonly string[]): Statement =>
  ctx.db
    .delete(fileUses)
    .where(
      and(
        eq(fileUses.kind, use.kind),
        eq(fileUses.owner_id, use.owner_id),
        sql`${fileUses.file_id} NOT IN ${among(kept)}`,
      ),
    )

/** Deletes the uses of a registration's own files, and then turns those of another registration into its own. */
export const passRegistrationUses = (ctx: Ctx, { from, to }: { from: string; to: string }): Statement[] => {
  const passed = sql`(SELECT u.file_id FROM file_uses AS u WHERE u.kind = 'registration' AND u.owner_id = ${from})`
  const own = and(eq(fileUses.kind, 'registration'), eq(fileUses.owner_id, to))
  return [
    ctx.db.delete(fileUses).where(and(own, sql`${fileUses.file_id} NOT IN ${passed}`)),
    ctx.db
      .insert(fileUses)
      .select(
        sql`SELECT u.file_id, u.kind, ${to}, u.created FROM file_uses AS u WHERE u.kind = 'registration' AND u.owner_id = ${from}`,
      )
      .onConflictDoNothing(),
    ctx.db.delete(fileUses).where(and(eq(fileUses.kind, 'registration'), eq(fileUses.owner_id, from))),
  ]
}

/** People by their ids or by a subquery. */
export type AttendeeIds = readonly string[] | SQL
/** Deletes the uses of files by registrations of these people whose answers no longer contain them. */
export const deleteUnnamedUses = (ctx: Ctx, attendee_ids: AttendeeIds): Statement =>
  ctx.db.delete(fileUses).where(
    sql`kind = 'registration' AND owner_id IN (SELECT r.id FROM registrations AS r WHERE r.attendee_id IN ${is(attendee_ids, SQL) ? attendee_ids : among(attendee_ids)})
      AND NOT EXISTS (SELECT 1 FROM registrations AS r WHERE r.id = owner_id AND instr(r.form_response, file_id) > 0)`,
  )

/** Marks files as deleted that were created before `before` and have no use: unfinished uploads and unused files. */
export const markUnused = (ctx: Ctx, before: number): Statement =>
  ctx.db
    .update(files)
    .set({ status: 'deleted', updated: ctx.now })
    .where(
      sql`${files.id} IN (SELECT f.id FROM files AS f WHERE f.num_uses = 0 AND f.status <> 'deleted' AND f.created < ${before} LIMIT 100)
      AND ${files.num_uses} = 0`,
    )

/**
 * Deleted files whose bytes can be removed: as many ids as fit into the parameters of a D1 statement, in addition to
 * the state.
 */
export const deletedFiles = (ctx: Ctx) =>
  ctx.db
    .select({ id: files.id, storage_key: files.storage_key })
    .from(files)
    .where(sql`${files.status} = 'deleted' AND ${files.updated} <= ${ctx.now}`)
    .orderBy(files.updated)
    .limit(90)

/** Deletes the rows of files that are marked as deleted, after their bytes. */
export const deleteMarkedRows = (ctx: Ctx, ids: readonly string[]): Statement =>
  ctx.db.delete(files).where(and(inArray(files.id, [...ids]), eq(files.status, 'deleted')))

/** Removes all uses of a customer's files and marks the files as deleted; names and keys are erased immediately. */
export const markAllDeleted = (ctx: Ctx, customer_id: string): [Statement, Statement] => [
  ctx.db
    .delete(fileUses)
    .where(sql`${fileUses.file_id} IN (SELECT f.id FROM files AS f WHERE f.customer_id = ${customer_id})`),
  ctx.db
    .update(files)
    .set({ status: 'deleted', name: '', key_sealed: null, updated: ctx.now })
    .where(eq(files.customer_id, customer_id)),
]
