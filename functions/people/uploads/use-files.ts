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
  passRegistrationUses,
} from './file-rows.ts'

/** The caller's own files among these ids that were sent for this purpose. */
export async function findUsableFiles(
  ctx: CustomerContext,
  input: { ids: readonly string[]; purpose: FilePurpose },
): Promise<FileRow[]> {
  if (input.ids.length === 0) return []
  const rows = await ownFiles(ctx, { customer_id: ctx.actor.customer_id, ids: input.ids })
  return rows.filter(({ purpose }) => purpose === input.purpose)
}

/** The query of the caller's own files among these ids, for a batch. `purpose` is for the caller to check. */
export const ownFilesRead = (ctx: CustomerContext, ids: readonly string[]) =>
  ownFiles(ctx, { customer_id: ctx.actor.customer_id, ids })

/**
 * Sets the files that an owner uses. The scheduled deletion removes a file that is no longer used; a file that was
 * removed already aborts the batch.
 */
export const useFiles = (ctx: Ctx, use: FileUse, ids: readonly string[]): Statement[] => [
  deleteOtherUses(ctx, use, ids),
  ...ids.map((id) => insertUse(ctx, id, use)),
]

/** The files of one registration become those of another, instead of its own. */
export const passFiles = (ctx: Ctx, between: { from: string; to: string }): Statement[] =>
  passRegistrationUses(ctx, between)

/**
 * Runs after erasing answers of some people: releases the files of those answers, so that the scheduled deletion
 * removes them.
 */
export const releaseErasedAnswers = (ctx: Ctx, people: { attendee_ids: AttendeeIds }): Statement =>
  deleteUnnamedUses(ctx, people.attendee_ids)

/**
 * Statements that erase every file of a customer: none can be opened after this batch, and the scheduled deletion
 * removes the bytes.
 */
export const eraseFilesOf = (ctx: Ctx, customer_id: string): Statement[] => markAllDeleted(ctx, customer_id)
