import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { Recovery } from '../../contract/people/recovery.ts'
import type { Ctx } from '../../platform/context.ts'
import { readRecoveryId } from './recovery-id.ts'
import { findRecovery, openRecovery, type RecoveryRow } from './recovery-rows.ts'
import { recoveryStatus } from './recovery-state.ts'
import * as recoveryStates from '../../contract/states/recovery-states.ts'
import { emailKey, maskedEmail } from '../../contract/field-rules.ts'

type Found = Awaited<ReturnType<typeof loadRecovery>>

/** The link for an id in a mail, with its account. A link to an address that has changed since counts as replaced. */
export async function loadRecovery(ctx: Ctx, recovery_id: string) {
  const id = readRecoveryId(ctx.env, recovery_id)
  const [row] = id === null ? [] : await findRecovery(ctx, id)
  if (!row) throw new ApiError('not_found', { param: 'recovery_id' })
  const isMoved = row.user.email_key !== emailKey(row.recovery.email)
  const superseded_at = row.recovery.superseded_at ?? (isMoved ? row.user.updated : null)
  const recovery: RecoveryRow = { ...row.recovery, superseded_at }
  return { ...row, recovery, status: recoveryStatus(recovery, ctx.now) }
}

/**
 * GET recovery/{recovery_id}: the status of the link. Opening it does not use it, because mail programs open links too.
 */
export async function readRecovery(ctx: Ctx, input: { recovery_id: string }): Promise<Recovery> {
  const existing = await loadRecovery(ctx, input.recovery_id)
  if (existing.status !== 'requested') return toRecovery(existing, input.recovery_id)
  await ctx.db.batch([openRecovery(ctx, existing.recovery.id)])
  return toRecovery({ ...existing, status: 'opened' }, input.recovery_id)
}

function toRecovery({ recovery, status }: Found, id: string): Recovery {
  return {
    id,
    object: 'recovery',
    program_id: recovery.program_id,
    status,
    sent_to: maskedEmail(recovery.email),
    email: recoveryStates.open.has(status) ? recovery.email : null,
    expires_at: instant(recovery.expires_at),
    used_at: instant(recovery.used_at),
    superseded_at: instant(recovery.superseded_at),
    created: instant(recovery.created),
  }
}
