import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RecoveryRequest } from '../../contract/people/recovery.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { insertRecovery, supersedeOthers } from './recovery-rows.ts'
import { done } from './show-user.ts'
import { findProgramBrief } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * POST recovery: response and work are the same whether an account has the email or not; only the mail job finds that
 * out.
 */
export async function requestRecovery(ctx: Ctx, input: RecoveryRequest): Promise<Done> {
  const [program] = await findProgramBrief(ctx, input.program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })

  const id = ctx.newId('rec')
  await commit(ctx, [
    insertRecovery(ctx, { id, email_key: emailKey(input.email), program_id: program.id }),
    supersedeOthers(ctx, id),
    recordEvent(ctx, { kind: 'account.recovery_requested', ref: id, body: {} }),
  ])
  return done(ctx, 'recovery_requested')
}
