import type { Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { PasskeyLoginRequest, PasskeyRequestOptions } from '../../contract/people/passkey.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { finishSignIn, tokenOf } from './finish-sign-in.ts'
import { knownDeviceOf } from './account-keys.ts'
import {
  ceremonyTimeout,
  logInCeremony,
  newChallenge,
  relyingParty,
  verifySignedCredential,
} from './passkey-ceremony.ts'
import { challengeMs, findByCredential, insertChallenge, usePasskey } from './passkey-rows.ts'

/**
 * POST login/passkey/options: the challenge that a log-in signs. It identifies no user, because the device offers its
 * passkeys for this site.
 */
export async function startPasskeyLogIn(ctx: Ctx): Promise<PasskeyRequestOptions> {
  const { challenge, hash } = newChallenge()
  await commit(ctx, [insertChallenge(ctx, { hash, ...logInCeremony })])
  return {
    object: 'passkey_request_options',
    challenge,
    rpId: relyingParty(ctx).id,
    timeout: ceremonyTimeout,
    userVerification: 'required',
    expires_at: instant(ctx.now + challengeMs),
  }
}

/**
 * POST login/passkey: logs in as with the password. An unknown, removed, copied or another person’s passkey gets the
 * same refusal.
 */
export async function logInWithPasskey(ctx: Ctx, input: PasskeyLoginRequest): Promise<Token> {
  const { credential, program_id = null, shared_device } = input
  const [account] = await findByCredential(ctx, credential.id)
  if (!account) throw new ApiError('passkey_not_accepted')
  const { passkey, user } = account
  const signs = Buffer.from(credential.response.userHandle ?? '', 'base64url').toString()
  const counter = await verifySignedCredential(ctx, passkey, credential)
  if (counter === null || signs !== user.id) throw new ApiError('passkey_not_accepted')

  return tokenOf(
    await finishSignIn(ctx, account, {
      device: await knownDeviceOf(ctx, user.email),
      program_id,
      isShared: shared_device === true,
      also: [usePasskey(ctx, passkey.id, counter), guard(ctx.db, 'state')],
    }),
  )
}
