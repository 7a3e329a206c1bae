import type { LoginRequest, Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { finishSignIn, tokenOf } from './finish-sign-in.ts'
import { knownDevice } from './known-device.ts'
import { verifyPassword } from './password-hash.ts'
import { trySignIn } from './sign-in-tries.ts'

/** POST login. The answer and its time are the same for an unknown email and a wrong password. */
export async function logIn(ctx: Ctx, ask: LoginRequest): Promise<Token> {
  const device = knownDevice(ctx.env, ctx.env.device ?? null, ask.username)
  const { user: found, taken } = await trySignIn(ctx, { email: ask.username, device, refusal: 'account_locked' })

  const { isRight, isOutdated } = await verifyPassword(found?.user.password_hash ?? null, ask.password, ctx.env)
  if (!isRight || !found) throw new ApiError('bad_credentials')

  return tokenOf(await finishSignIn(ctx, found, { taken, password: ask.password, isOutdated }))
}
