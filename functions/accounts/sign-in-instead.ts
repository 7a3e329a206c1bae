import type { SignedUp, SignupRequest } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import { errorSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { recordEvent } from '../database/outbox.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { knownDevice } from './known-device.ts'
import { verifyPassword } from './password-hash.ts'
import { trySignIn } from './sign-in-tries.ts'
import type { UserRow } from './user-rows.ts'

const dayMs = 86_400_000

/**
 * Sign-up with an email that has an account: the right password logs in, another one counts as a wrong log-in and the
 * owner is told, once a day.
 */
export async function signInInstead(ctx: Ctx, known: UserRow, ask: SignupRequest): Promise<SignedUp> {
  const { taken } = await trySignIn(ctx, {
    email: ask.email,
    device: knownDevice(ctx.env, ctx.env.device ?? null, ask.email),
    refusal: 'too_many_requests',
  })

  const { isRight, isOutdated } = await verifyPassword(known.user.password_hash, ask.password, ctx.env)
  if (isRight) return finishSignIn(ctx, known, { taken, password: ask.password, isOutdated })

  const day = Math.floor(ctx.now / dayMs)
  await ctx.db.batch([
    recordEvent(ctx, {
      kind: 'account.email_in_use',
      ref: known.user.id,
      key: `${known.user.id}:${day}`,
      body: { program_id: ask.program_id ?? null },
    }),
  ])
  throw new ApiError('email_in_use', {
    param: 'email',
    errors: [{ type: 'email_in_use', param: 'email', message: errorSentence('email_in_use', ctx.language) }],
  })
}
