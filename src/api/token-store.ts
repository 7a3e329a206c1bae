import type { EdgeToken } from '#contract/people/account'
import { minuteMs, storageVersion } from '#contract/limits'

/** Keeps the access token. The refresh token is in a cookie that no script can read. */
export const tokenKey = `${storageVersion}:token`
/**
 * The log-in that the token belongs to: the value of `signed_in` at that time. After the log-in of another person the
 * stored token is not used.
 */
const loginKey = `${storageVersion}:token_login`
const renewBeforeMs = minuteMs

export type Tokens = {
  /** A token that is valid for at least another minute; null without a session. Throws when the site is unreachable. */
  fresh: () => Promise<string | null>
  /** A replacement for a refused token; null when the session has ended. */
  renew: (refused: string) => Promise<string | null>
  keep: (token: string) => void
  clear: () => void
}
type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  cookies: () => string
  now: () => number
  fetch: typeof fetch
  withLock: (work: () => Promise<string | null>) => Promise<string | null>
}

/** Expiry of a token in ms; 0 when it is malformed. The value is not verified. */
export function tokenExpiry(token: string): number {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: unknown
    }
    return typeof claims.exp === 'number' ? claims.exp * 1000 : 0
  } catch {
    return 0
  }
}

/** True when the readable cookie shows a session that has not expired. */
export function hasSession(cookies: string, now: number): boolean {
  const until = /(?:^|;\s*)signed_in=(\d{1,16})(?:;|$)/.exec(cookies)?.[1]
  return until !== undefined && Number(until) > now
}

const currentLogin = (cookies: string): string => /(?:^|;\s*)signed_in=(\d{1,16})(?:;|$)/.exec(cookies)?.[1] ?? ''

/** Stores the access token of this device. Only one tab at a time asks for a new one. */
export function createTokenStore({ storage, cookies, now, fetch, withLock: locked }: Dependencies): Tokens {
  const storedToken = () => storage.getItem(tokenKey)
  const isOfCurrentLogin = () => (storage.getItem(loginKey) ?? '') === currentLogin(cookies())
  const isGood = (token: string | null): token is string =>
    token !== null && isOfCurrentLogin() && tokenExpiry(token) - now() > renewBeforeMs
  const keep = (token: string) => {
    storage.setItem(tokenKey, token)
    storage.setItem(loginKey, currentLogin(cookies()))
  }

  async function requestToken(): Promise<string | null> {
    const answer = await fetch('/token', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{}',
      credentials: 'same-origin',
    })
    if (answer.status >= 500 || answer.status === 429) throw new TypeError('Failed to fetch')
    if (!answer.ok) {
      storage.removeItem(tokenKey)
      return null
    }
    const { access_token } = (await answer.json()) as EdgeToken
    keep(access_token)
    return access_token
  }

  const replace = (refused: string | null) =>
    locked(async () => {
      const now = storedToken()
      return now !== refused && isGood(now) ? now : requestToken()
    })

  return {
    fresh: async () => {
      const token = storedToken()
      if (isGood(token)) return token
      return token !== null || hasSession(cookies(), now()) ? replace(token) : null
    },
    renew: replace,
    keep,
    clear: () => storage.removeItem(tokenKey),
  }
}

const lockName = tokenKey
export const windowTokens = (): Tokens =>
  createTokenStore({
    // Storage is opened on first use, because stores are also created during server rendering.
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
    cookies: () => document.cookie,
    now: () => Date.now(),
    fetch: (...input) => window.fetch(...input),
    withLock: (work) =>
      'locks' in navigator ? (navigator.locks.request(lockName, work) as Promise<string | null>) : work(),
  })
