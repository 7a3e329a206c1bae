import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import type { NewCredential, SignedCredential } from '../../contract/people/passkey.ts'
import { challengeMs, type PasskeyRow, spendChallenge } from './passkey-rows.ts'
import { hashOfToken } from './refresh-token.ts'

/** Accepted key algorithms: Ed25519, ES256 and RS256, which devices create. */
export const keyAlgorithms = [-8, -7, -257]

/** The owner of a challenge: one person in one session, or a log-in. */
type Ceremony = { user_id: string; session_id: string } | { user_id: null; session_id: null }
export const logInCeremony: Ceremony = { user_id: null, session_id: null }

/** The site in terms of WebAuthn: a passkey belongs to its host and signs for its origin. */
export const relyingParty = (ctx: Ctx) => ({
  id: new URL(ctx.env.SITE_ORIGIN).hostname,
  name: 'Muster',
  origin: new URL(ctx.env.SITE_ORIGIN).origin,
})

/** A new challenge and its hash, which is stored. */
export function newChallenge(): { challenge: string; hash: string } {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, hash: hashOfToken(challenge) }
}

/** Time limit for the browser, in ms. */
export const ceremonyTimeout = challengeMs

// The library is large, and only these two calls need it.
const library = () => import('@simplewebauthn/server')

const expected = (ctx: Ctx, ceremony: Ceremony) => ({
  // The challenge is used up even if the response is invalid otherwise.
  expectedChallenge: (challenge: string) => spendChallenge(ctx, { hash: hashOfToken(challenge), ...ceremony }),
  expectedOrigin: relyingParty(ctx).origin,
  expectedRPID: relyingParty(ctx).id,
  requireUserVerification: true,
})

/** Why a response was refused, for the log, in our own words, because the library's messages repeat the input. */
function whyOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return /challenge|origin|counter|RP ID|verification required|type/i.exec(message)?.[0].toLowerCase() ?? 'malformed'
}

/** Verifies a new credential against its challenge and this site; null when it is invalid. */
export async function verifyNewCredential(ctx: Ctx, ceremony: Ceremony, credential: NewCredential) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      ...expected(ctx, ceremony),
      supportedAlgorithmIDs: keyAlgorithms,
    })
    return verified ? registrationInfo.credential : null
  } catch (error) {
    ctx.log('passkey_not_accepted', { why: whyOf(error) })
    return null
  }
}

/**
 * The signature counter of a valid signature; null for an invalid one, or when a copy of the key has signed more often.
 */
export async function verifySignedCredential(
  ctx: Ctx,
  passkey: PasskeyRow,
  credential: SignedCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      ...expected(ctx, logInCeremony),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    const why = whyOf(error)
    ctx.log(why === 'counter' ? 'passkey_counter_reused' : 'passkey_not_accepted', { why, ids: passkey.id })
    return null
  }
}
