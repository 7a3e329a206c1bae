import type { FilePurpose } from '../../contract/upload-limits.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  type AttendeeIds,
  deleteOtherUses,
  deleteUnnamedUses,
  type FileRow,
  type FileUse,
  insertUse,
  markAllDeleted,
  ownFiles,
} from './file-rows.ts'

/** Those of these files that are the caller's own and were sent for this purpose. */
export async function findUsableFiles(
  ctx: CustomerContext,
  input: { ids: readonly string[]; purpose: FilePurpose },
): Promise<FileRow[]> {
  if (input.ids.length === 0) return []
  const rows = await ownFiles(ctx, { customer_id: ctx.actor.customer_id, ids: input.ids })
  return rows.filter(({ purpose }) => purpose === input.purpose)
}

/** From now on exactly these files are used there: a file that no longer is goes with the next sweep, and one that was swept meanwhile breaks the batch. */
export const useFiles = (ctx: Ctx, use: FileUse, ids: readonly string[]): Statement[] => [
  deleteOtherUses(ctx, use, ids),
  ...ids.map((id) => insertUse(ctx, id, use)),
]

/** Follows what erases answers of some people: the files of those answers are used there no more, and go with the next sweep. */
export const releaseErasedAnswers = (ctx: Ctx, people: { attendee_ids: AttendeeIds }): Statement =>
  deleteUnnamedUses(ctx, people.attendee_ids)

/** Statements that erase every file of a customer: none can be opened from this batch on, and the bytes go with the next sweep. */
export const eraseFilesOf = (ctx: Ctx, customer_id: string): Statement[] => markAllDeleted(ctx, customer_id)
