import { generateCookie } from 'hono/cookie'
import { deviceCookie } from '../platform/identity/known-device.ts'
import { refreshCookie } from '../people/accounts/cookie-identity.ts'
import { refreshTokenMs } from '../people/accounts/refresh-token.ts'
import type { Token } from '../contract/people/account.ts'
import type { Bindings } from '../platform/context.ts'
import { noCartCookies } from './cart-cookies.ts'

/** Readable by JavaScript; contains only the session's expiry, in ms. */
const signedInCookie = 'signed_in'
const hidden = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const deviceSeconds = 365 * 86_400

/** The Set-Cookie lines of a new or renewed session. */
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

/** The Set-Cookie lines of a log-in: a session, and no cart of the previous customer. */
export const logInCookies = (
  env: Bindings,
  request: Request,
  { token, now }: { token: Token; now: number },
): string[] => [...noCartCookies(request), ...sessionCookies(env, token, now)]

/** The Set-Cookie lines that end a browser's session, with its carts. */
export const noSessionCookies = (request: Request): string[] => [
  generateCookie(refreshCookie, '', { ...hidden, maxAge: 0 }),
  generateCookie(signedInCookie, '', { path: '/', sameSite: 'Lax', maxAge: 0 }),
  ...noCartCookies(request),
]

/** Keeps the mark of a browser that is known for an account: its log-in attempts are counted separately. */
export const knownDeviceCookie = (mark: string): string =>
  generateCookie(deviceCookie, mark, { ...hidden, maxAge: deviceSeconds })

/** The API's response for scripts, without the refresh token. */
export function withoutRefreshToken(body: object & { refresh_token?: string }): object {
  const { refresh_token: _, ...rest } = body
  return rest
}
