import { generateCookie } from 'hono/cookie'
import { deviceCookie, markDevice } from '../platform/identity/known-device.ts'
import { refreshCookie } from '../people/accounts/cookie-identity.ts'
import { refreshTokenMs } from '../people/accounts/refresh-token.ts'
import type { Token } from '../contract/people/account.ts'
import type { Bindings } from '../platform/context.ts'
import { noCartCookies } from './cart-cookies.ts'

/** Readable by script; holds when the session runs out, in ms, and nothing else. */
const signedInCookie = 'signed_in'
const hidden = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const deviceSeconds = 365 * 86_400

/** The Set-Cookie lines of a session that has just begun or been renewed. */
export function sessionCookies(env: Bindings, token: Token, now: number): string[] {
  return [
    generateCookie(refreshCookie, token.refresh_token, { ...hidden, maxAge: refreshTokenMs / 1000 }),
    generateCookie(signedInCookie, String(now + refreshTokenMs), {
      path: '/',
      secure: env.SITE_ORIGIN.startsWith('https:'),
      sameSite: 'Lax',
      maxAge: refreshTokenMs / 1000,
    }),
  ]
}

/** The Set-Cookie lines of a log-in: a session, and no cart of the customer before. */
export const logInCookies = (
  env: Bindings,
  request: Request,
  { token, now }: { token: Token; now: number },
): string[] => [...noCartCookies(request), ...sessionCookies(env, token, now)]

/** The Set-Cookie lines that end a session in the browser, with its carts. */
export const noSessionCookies = (request: Request): string[] => [
  generateCookie(refreshCookie, '', { ...hidden, maxAge: 0 }),
  generateCookie(signedInCookie, '', { path: '/', sameSite: 'Lax', maxAge: 0 }),
  ...noCartCookies(request),
]

/** Remembers that this account has signed in in this browser: it has log-in attempts of its own there. */
export const knownDeviceCookie = (env: Bindings, email: string): string =>
  generateCookie(deviceCookie, markDevice(env, email), { ...hidden, maxAge: deviceSeconds })

/** The body that script gets: what the API answered without what stays in the cookie. */
export function withoutRefreshToken(body: object & { refresh_token?: string }): object {
  const { refresh_token: _, ...rest } = body
  return rest
}
