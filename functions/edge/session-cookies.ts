import { deviceCookie, markDevice } from '../accounts/known-device.ts'
import { refreshCookie } from '../accounts/cookie-identity.ts'
import { refreshTokenMs } from '../accounts/refresh-token.ts'
import type { EdgeToken, Token } from '../contract/account.ts'
import type { Bindings } from '../context.ts'
import { noCartCookies } from './cart-cookies.ts'

/** Access token for an API elsewhere, which a page cannot be asked for in process (architecture.md, "Sign-in"). */
export const accessCookie = '__Host-access'
/** Readable by script; holds when the session runs out, in ms, and nothing else. */
const signedInCookie = 'signed_in'
const hidden = 'Path=/; HttpOnly; Secure; SameSite=Lax'
const deviceSeconds = 365 * 86_400

/** The Set-Cookie lines of a session that has just begun or been renewed. */
export function sessionCookies(env: Bindings, token: Token, now: number): string[] {
  const seconds = refreshTokenMs / 1000
  const cookies = [
    `${refreshCookie}=${token.refresh_token}; Max-Age=${seconds}; ${hidden}`,
    `${signedInCookie}=${now + refreshTokenMs}; Max-Age=${seconds}; Path=/; SameSite=Lax${env.SITE_ORIGIN.startsWith('https:') ? '; Secure' : ''}`,
  ]
  if (env.API_ORIGIN) cookies.push(`${accessCookie}=${token.access_token}; Max-Age=${token.expires_in}; ${hidden}`)
  return cookies
}

/** The lines of a log-in: a session, and nothing of whoever was here before. */
export const logInCookies = (
  env: Bindings,
  request: Request,
  { token, now }: { token: Token; now: number },
): string[] => [...noCartCookies(request), ...sessionCookies(env, token, now)]

/** The lines that end it in the browser, with what was shown of it. */
export function noSessionCookies(env: Bindings, request: Request): string[] {
  const cookies = [
    `${refreshCookie}=; Max-Age=0; ${hidden}`,
    `${signedInCookie}=; Max-Age=0; Path=/; SameSite=Lax`,
    ...noCartCookies(request),
  ]
  if (env.API_ORIGIN) cookies.push(`${accessCookie}=; Max-Age=0; ${hidden}`)
  return cookies
}

/** Remembers that this account has signed in in this browser (reliability.md A-04). */
export const knownDeviceCookie = (env: Bindings, email: string): string =>
  `${deviceCookie}=${markDevice(env, email)}; Max-Age=${deviceSeconds}; ${hidden}`

/** What script is answered: the Token without what stays in the cookie. */
export function withoutRefreshToken<Body extends Partial<Token>>(body: Body): Omit<Body, 'refresh_token'> {
  const { refresh_token: _, ...rest } = body
  return rest satisfies Partial<EdgeToken>
}
