import type { LoginRequest, Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { finishSignIn, tokenOf } from './finish-sign-in.ts'
import { knownDeviceOf } from './account-keys.ts'
import { takeSignInAttempt, verifyPasswordOfAttempt } from './sign-in-attempts.ts'

/** POST login. Response and duration are the same for an unknown email and a wrong password. */
export async function logIn(ctx: Ctx, input: LoginRequest): Promise<Token> {
  const attempt = await takeSignInAttempt(ctx, {
    email: input.username,
    device: await knownDeviceOf(ctx, input.username),
    refusal: 'account_locked',
  })

  const { isRight, isOutdated } = await verifyPasswordOfAttempt(ctx, attempt, input.password)
  const { user: account } = attempt
  if (!isRight || !account) throw new ApiError('bad_credentials')
  const { password, program_id = null, shared_device } = input
  return tokenOf(
    await finishSignIn(ctx, account, {
      ...{ ...attempt, password, isOutdated, program_id },
      isShared: shared_device === true,
    }),
  )
}
