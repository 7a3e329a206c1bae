import { errors, jwtVerify, SignJWT } from 'jose'
import { scopesIn } from '../../contract/people/oauth.ts'
import type { Delegated, Delegation } from '../actor.ts'
import type { Bindings } from '../context.ts'
import { type SigningKey, signingKeys } from './signing-keys.ts'

/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 600
const algorithm = 'HS256'
const encoder = new TextEncoder()

/** Signs the access token of a session. */
export async function signAccessToken(
  env: Bindings,
  identity: Delegated,
  input: { now: number; language: string },
): Promise<string> {
  const [key] = signingKeys(env)
  return new SignJWT({
    cus: identity.customer_id,
    sid: identity.session_id,
    lng: input.language,
    ...(identity.delegation ? claimsOf(identity.delegation) : {}),
  })
    .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: 'at+jwt' })
    .setSubject(identity.user_id)
    .setIssuer(env.SITE_ORIGIN)
    .setAudience('api')
    .setIssuedAt(Math.floor(input.now / 1000))
    .setExpirationTime(Math.floor(input.now / 1000) + accessTokenSeconds)
    .sign(encoder.encode(key.secret))
}

/** Signs the id_token, with the site as audience. */
export async function signIdToken(
  env: Bindings,
  user: { id: string; email: string; is_email_verified: boolean; first_name: string; last_name: string },
  now: number,
): Promise<string> {
  const [key] = signingKeys(env)
  return new SignJWT({
    email: user.email,
    email_verified: user.is_email_verified,
    given_name: user.first_name,
    family_name: user.last_name,
    name: `${user.first_name} ${user.last_name}`,
  })
    .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: 'JWT' })
    .setSubject(user.id)
    .setIssuer(env.SITE_ORIGIN)
    .setAudience(env.SITE_ORIGIN)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + accessTokenSeconds)
    .sign(encoder.encode(key.secret))
}

type GoodToken = { ok: true; identity: Delegated; language: string }
export type TokenAnswer = GoodToken | { ok: false; type: 'not_authenticated' | 'token_expired' }

// Clients repeat calls, so a valid token is cached until it expires or its secret is removed.
const verifiedTokens = new Map<string, { answer: GoodToken; secrets: string; expiresAt: number }>()
const maxCachedTokens = 500

/**
 * Verifies an access token from the Authorization header. Its algorithm, issuer and audience must be exactly ours,
 * and it has at most 4 kB.
 */
export async function readAccessToken(env: Bindings, token: string, now: number): Promise<TokenAnswer> {
  if (token.length > 4096) return { ok: false, type: 'not_authenticated' }
  const secrets = `${env.SITE_ORIGIN} ${env.TOKEN_SECRET}`
  const cached = verifiedTokens.get(token)
  if (cached?.secrets === secrets && now < cached.expiresAt) return cached.answer
  try {
    const keys = signingKeys(env)
    const { payload } = await jwtVerify(token, (header) => secretOf(keys, header.kid), {
      algorithms: [algorithm],
      issuer: env.SITE_ORIGIN,
      audience: 'api',
      typ: 'at+jwt',
      currentDate: new Date(now),
      clockTolerance: 0,
      requiredClaims: ['sub', 'cus', 'sid', 'exp', 'iat'],
    })
    const answer: GoodToken = {
      ok: true,
      identity: {
        user_id: String(payload.sub),
        customer_id: String(payload.cus),
        session_id: String(payload.sid),
        ...(payload['client_id'] === undefined ? {} : { delegation: delegationOf(payload) }),
      },
      language: String(payload.lng ?? 'en'),
    }
    if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.clear()
    verifiedTokens.set(token, { answer, secrets, expiresAt: Number(payload.exp) * 1000 })
    return answer
  } catch (error) {
    return { ok: false, type: error instanceof errors.JWTExpired ? 'token_expired' : 'not_authenticated' }
  }
}

/** The claims of a client's token (RFC 9068), with the program as our addition. */
const claimsOf = ({ client_id, program_id, scopes }: Delegation) => ({ client_id, program_id, scope: scopes.join(' ') })
const delegationOf = (payload: Record<string, unknown>): Delegation => ({
  client_id: String(payload['client_id']),
  program_id: String(payload['program_id']),
  scopes: scopesIn(String(payload['scope'])),
})

// Every call of a logged-in user verifies a token, so the one or two secrets are imported as keys once per isolate.
const imported = new Map<string, CryptoKey>()

async function secretOf(keys: SigningKey[], kid: string | undefined): Promise<CryptoKey> {
  const key = keys.find((each) => each.kid === kid)
  if (!key) throw new Error('unknown kid')
  const cached =
    imported.get(key.secret) ??
    (await crypto.subtle.importKey('raw', encoder.encode(key.secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]))
  imported.set(key.secret, cached)
  return cached
}
