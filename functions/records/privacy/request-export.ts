import { hourMs } from '../../contract/limits.ts'
import { requireOwnSession } from '../../people/accounts/confirm-password.ts'
import { requireUser } from '../../people/accounts/show-user.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { DataExport, ExportRequest } from '../../contract/records/privacy.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow } from '../../platform/database/history.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { type DataExportRow, expireExports, insertExport, latestExport, programFor } from './privacy-rows.ts'
import { showExport } from './read-privacy.ts'

/** Minimum time between two archives. */
const betweenExportsMs = hourMs
/** An archive unfinished after this time is abandoned, and a new one begins. */
const stuckExportMs = 24 * hourMs

/** POST profile/export: builds an archive after the response, and announces it by mail. */
export async function requestExport(ctx: CustomerContext, input: ExportRequest): Promise<DataExport> {
  await requireOwnSession(ctx)
  await requireUser(ctx)
  const [program] = await programFor(ctx, { customer_id: ctx.actor.customer_id, program_id: input.program_id ?? null })
  if (!program) throw new ApiError(input.program_id ? 'not_found' : 'required', { param: 'program_id' })
  return showExport(await startExport(ctx, { program_id: program.id }), ctx.now)
}

/** Begins an archive of the customer. Returns an unfinished one unchanged. Throws `too_many_requests` within an hour. */
export function startExport(
  ctx: CustomerContext,
  { program_id, note = null }: { program_id: string; note?: string | null },
): Promise<DataExportRow> {
  const { customer_id, user_id } = ctx.actor
  return retryOnConflict(async () => {
    const [latest] = await latestExport(ctx, customer_id)
    const isStuck = latest?.status === 'requested' && ctx.now - latest.created > stuckExportMs
    if (latest?.status === 'requested' && !isStuck) return latest
    const waitMs = latest ? latest.created + betweenExportsMs - ctx.now : 0
    if (waitMs > 0) throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

    const id = ctx.newId('exp')
    const [[row]] = await commit(
      ctx,
      [
        ...(isStuck ? [expireExports(ctx, [latest.id])] : []),
        insertExport(ctx, {
          ...{ id, user_id, customer_id, program_id, status: 'requested' },
          ...{ storage_key: ctx.newId('exports'), created: ctx.now },
        }),
        guard(ctx.db, 'state'),
        creationRow(ctx, { object: 'data_export', id, to: 'requested' }, { actor: ctx.actor, note }),
        queueJob(ctx, { kind: 'export.build', ref: id }),
      ],
      latestExport(ctx, customer_id),
    )
    if (!row) throw new ApiError('internal_error')
    return row
  })
}
