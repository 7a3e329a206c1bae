import type { LoginRequest, Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { finishSignIn, tokenOf } from './finish-sign-in.ts'
import { knownDevice } from './known-device.ts'
import { verifyPassword } from './password-hash.ts'
import { takeSignInAttempt } from './sign-in-attempts.ts'

/** POST login. The answer and its time are the same for an unknown email and a wrong password. */
export async function logIn(ctx: Ctx, input: LoginRequest): Promise<Token> {
  const device = knownDevice(ctx.env, ctx.env.device ?? null, input.username)
  const { user: account, taken } = await takeSignInAttempt(ctx, {
    email: input.username,
    device,
    refusal: 'account_locked',
  })

  const { isRight, isOutdated } = await verifyPassword(account?.user.password_hash ?? null, input.password, ctx.env)
  if (!isRight || !account) throw new ApiError('bad_credentials')

  return tokenOf(await finishSignIn(ctx, account, { taken, password: input.password, isOutdated }))
}
