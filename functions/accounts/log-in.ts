import type { LoginRequest, Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { finishSignIn, tokenOf } from './finish-sign-in.ts'
import { knownDevice } from './known-device.ts'
import { hashEnv, verifyPassword } from './password-hash.ts'
import { noteWrongSignIn, takeSignInAttempt } from './sign-in-attempts.ts'

/** POST login. The answer and its time are the same for an unknown email and a wrong password. */
export async function logIn(ctx: Ctx, input: LoginRequest): Promise<Token> {
  const { user: account, ...attempt } = await takeSignInAttempt(ctx, {
    email: input.username,
    device: knownDevice(ctx.env, ctx.env.device ?? null, input.username),
    refusal: 'account_locked',
  })

  const stored = account?.user.password_hash ?? null
  const { isRight, isOutdated } = await verifyPassword(stored, input.password, hashEnv(ctx, attempt.device))
  if (!isRight || !account) {
    await noteWrongSignIn(ctx)
    throw new ApiError('bad_credentials')
  }
  const { password, program_id = null } = input
  return tokenOf(await finishSignIn(ctx, account, { ...attempt, password, isOutdated, program_id }))
}
