import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import type { NewCredential, SignedCredential } from '../../contract/people/passkey.ts'
import { challengeMs, type PasskeyRow, spendChallenge } from './passkey-rows.ts'
import { hashOfToken } from './refresh-token.ts'

/** Algorithms of the keys that are taken: Ed25519, ES256 and RS256, which is what devices make. */
export const keyAlgorithms = [-8, -7, -257]

/** For whom a challenge is good: one person in one session, or a log-in. */
type Ceremony = { user_id: string; session_id: string } | { user_id: null; session_id: null }
export const logInCeremony: Ceremony = { user_id: null, session_id: null }

/** The site as WebAuthn knows it: a passkey belongs to its host, and signs for its origin. */
export const relyingParty = (ctx: Ctx) => ({
  id: new URL(ctx.env.SITE_ORIGIN).hostname,
  name: 'Muster',
  origin: new URL(ctx.env.SITE_ORIGIN).origin,
})

/** A new challenge, with the hash that it is stored by. */
export function newChallenge(): { challenge: string; hash: string } {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, hash: hashOfToken(challenge) }
}

/** How long a browser may take, in ms. */
export const ceremonyTimeout = challengeMs

// The library is large, and only these two calls need it.
const library = () => import('@simplewebauthn/server')

const expected = (ctx: Ctx, ceremony: Ceremony) => ({
  // Whatever else is wrong with an answer, its challenge is spent.
  expectedChallenge: (challenge: string) => spendChallenge(ctx, { hash: hashOfToken(challenge), ...ceremony }),
  expectedOrigin: relyingParty(ctx).origin,
  expectedRPID: relyingParty(ctx).id,
  requireUserVerification: true,
})

/** Why an answer was refused, for the log: in our words, for those of the library repeat what was sent. */
function whyOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return /challenge|origin|counter|RP ID|verification required|type/i.exec(message)?.[0].toLowerCase() ?? 'malformed'
}

/** What a device made, checked against its challenge and this site; null where it is not to be trusted. */
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

/** How often the device has signed, where the signature is right; null where it is not, or where a copy of the key signed more often. */
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
