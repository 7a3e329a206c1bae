import { hourMs } from '../../contract/limits.ts'
import { requireOwnSession } from '../../people/accounts/confirm-password.ts'
import { requireUser } from '../../people/accounts/show-user.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { DataExport, ExportRequest } from '../../contract/records/privacy.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { type DataExportRow, expireExports, insertExport, latestExport, programFor } from './privacy-rows.ts'
import { showExport } from './read-privacy.ts'

/** Minimum time between two archives. */
const betweenExportsMs = hourMs
/** An archive unfinished after this time is abandoned, and a new one begins. */
const stuckExportMs = 24 * hourMs

/**
 * POST profile/export: builds an archive after the response, and announces it by mail. Returns an unfinished one
 * unchanged.
 */
export async function requestExport(ctx: CustomerContext, input: ExportRequest): Promise<DataExport> {
  await requireOwnSession(ctx)
  const { user } = await requireUser(ctx)
  const { customer_id } = ctx.actor
  const [[program], [latest]] = await ctx.db.batch([
    programFor(ctx, { customer_id, program_id: input.program_id ?? null }),
    latestExport(ctx, customer_id),
  ])
  if (!program) throw new ApiError(input.program_id ? 'not_found' : 'required', { param: 'program_id' })
  const isStuck = latest?.status === 'requested' && ctx.now - latest.created > stuckExportMs
  const isInMaking = latest?.status === 'requested' && !isStuck
  const waitMs = latest ? latest.created + betweenExportsMs - ctx.now : 0
  if (!isInMaking && waitMs > 0)
    throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

  const id = ctx.newId('exp')
  const [[row]] = await commit(
    ctx,
    [
      ...(isStuck ? [expireExports(ctx, [latest.id])] : []),
      insertExport(ctx, {
        id,
        user_id: user.id,
        customer_id,
        program_id: program.id,
        status: 'requested',
        storage_key: ctx.newId('exports'),
        created: ctx.now,
      }),
      ...(isInMaking ? [] : [queueJob(ctx, { kind: 'export.build', ref: id })]),
    ],
    latestExport(ctx, customer_id),
  )
  return showExport(row as DataExportRow, ctx.now)
}
