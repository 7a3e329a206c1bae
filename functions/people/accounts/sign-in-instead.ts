import { dayMs } from '../../contract/limits.ts'
import type { SignedUp, SignupRequest } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { countByAddress, mailsByAddress } from '../../platform/identity/wrong-attempts.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { knownDeviceOf } from './account-keys.ts'
import { takeSignInAttempt, verifyPasswordOfAttempt } from './sign-in-attempts.ts'
import type { UserRow } from './user-rows.ts'

/**
 * Sign-up with the email of an account: the right password logs in; a wrong one counts as a wrong log-in, and the owner
 * gets a mail, once a day.
 */
export async function signInInstead(ctx: Ctx, existing: UserRow, input: SignupRequest): Promise<SignedUp> {
  const attempt = await takeSignInAttempt(ctx, {
    email: input.email,
    device: await knownDeviceOf(ctx, input.email),
    refusal: 'too_many_requests',
  })

  const { isRight, isOutdated } = await verifyPasswordOfAttempt(ctx, { ...attempt, user: existing }, input.password)
  const { password, program_id = null } = input
  if (isRight) return finishSignIn(ctx, existing, { ...attempt, password, isOutdated, program_id })

  const day = Math.floor(ctx.now / dayMs)
  await commit(ctx, [
    ...(await countByAddress(ctx, [mailsByAddress])),
    recordEvent(ctx, {
      kind: 'account.email_in_use',
      ref: existing.user.id,
      key: `${existing.user.id}:${day}`,
      body: { program_id: input.program_id ?? null },
    }),
  ])
  throw emailInUse(ctx)
}

/** The error for an email that belongs to another account, or can still be restored to one. */
export function emailInUse(ctx: Ctx): ApiError {
  const message = errorSentence('email_in_use', ctx.language)
  return new ApiError('email_in_use', { param: 'email', errors: [{ type: 'email_in_use', param: 'email', message }] })
}
