import { type Failure, toFailure, thrownToFailure, isUnanswered } from './api-failure.ts'
import { hasSession, type Tokens, windowTokens } from './token-store.ts'

export type Answer<Data> = { ok: true; data: Data; status: number } | { ok: false; failure: Failure }
export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** A POST that writes nothing is sent without an idempotency key. */
  isKeyless?: true
  /** The idempotency key of a POST that is stored on the device; by default a new one. */
  key?: string
  /** A read that the page repeats itself. */
  isOnce?: true
}
/** Calls a path of the API, `/v1/…`. It never throws: failures are returned. */
export type Call = <Data>(path: string, options?: CallOptions) => Promise<Answer<Data>>
type Dependencies = {
  fetch: typeof fetch
  tokens: Tokens
  newKey: () => string
  language: () => string
  onSignedOut: () => void
  /** Waits between two attempts of a read. */
  wait: (ms: number) => Promise<void>
}

const refused = (code: number, type: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: toFailure(code, { type, message: null }),
})

const bodyText = ({ body }: CallOptions): string | null => (body === undefined ? null : JSON.stringify(body))
const actionKey = (path: string, options: CallOptions): string => `${path}\n${bodyText(options)}`

/** A read without a response is retried this many times, after 1 s, 2 s, 4 s, and at most 30 s. */
const maxRetries = 3
const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Milliseconds before retry number `retry`, which starts at 0. */
export const retryWaitMs = (retry: number): number => Math.min(firstWaitMs * 2 ** retry, longestWaitMs)

/**
 * The parameter that the path or body lacks; null when none is missing. It is named after the preceding part of the
 * path.
 */
export function missingParameter(path: string, { method = 'GET', body }: CallOptions): string | null {
  const [, ...parts] = (path.split('?')[0] ?? '').split('/')
  const at = parts.findIndex((part) => part === '' || part === 'undefined' || part === 'null')
  if (at >= 0) return `${(parts[at - 1] ?? 'path').replace(/s$/, '')}_id`
  return method === 'PUT' && (body === undefined || body === null) ? 'body' : null
}

/**
 * Makes calls with the bearer token. A 401 causes one refresh and one repeat, then the log-in. A call that lacks a
 * parameter is refused before it is sent.
 */
export function createCaller({ fetch, tokens, newKey, language, onSignedOut: signedOut, wait }: Dependencies): Call {
  // A write whose response was lost is sent again under its first key, so that it happens once.
  const openActions = new Map<string, string>()

  function request(path: string, options: CallOptions, token: string): Promise<Response> {
    const { method = 'GET', signal, isKeyless = false } = options
    const text = bodyText(options)
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': language(),
      Authorization: `Bearer ${token}`,
    }
    if (text !== null) headers['Content-Type'] = 'application/json'
    if (method === 'POST' && !isKeyless) {
      const key = options.key ?? openActions.get(actionKey(path, options)) ?? newKey()
      openActions.set(actionKey(path, options), key)
      headers['Idempotency-Key'] = key
    }
    return fetch(`/api${path}`, { method, headers, body: text, credentials: 'same-origin', signal: signal ?? null })
  }

  async function send(path: string, options: CallOptions): Promise<Response | null> {
    const token = await tokens.fresh()
    if (!token) return null
    const answer = await request(path, options, token)
    if (answer.status !== 401) return answer
    const next = await tokens.renew(token)
    return next ? request(path, options, next) : null
  }

  async function once<Data>(path: string, options: CallOptions): Promise<Answer<Data>> {
    try {
      const answer = await send(path, options)
      if (!answer || answer.status === 401) {
        tokens.clear()
        signedOut()
        return refused(401, 'not_authenticated')
      }
      const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
      if (answer.ok) {
        openActions.delete(actionKey(path, options))
        return { ok: true, data: body as Data, status: answer.status }
      }
      const failure = { ...toFailure(answer.status, body), ...retryAfterOf(answer) }
      if (!isUnanswered(failure) && failure.type !== 'request_in_progress') openActions.delete(actionKey(path, options))
      return { ok: false, failure }
    } catch (thrown) {
      return { ok: false, failure: thrownToFailure(thrown) }
    }
  }

  return async <Data>(path: string, options: CallOptions = {}): Promise<Answer<Data>> => {
    const missing = missingParameter(path, options)
    if (missing !== null)
      return {
        ok: false,
        failure: { ...toFailure(400, { type: 'required_parameter_missing' }), param: missing, path: `/api${path}` },
      }
    // A read may be repeated safely. A write is repeated only when the page asks for that, under the key of the
    // write.
    const { method = 'GET', signal } = options
    for (let retry = 0; ; retry += 1) {
      const answer = await once<Data>(path, options)
      const waitMs = answer.ok || options.isOnce ? null : repeatAfterMs(answer.failure, { method, retry })
      if (waitMs === null) return answer
      await wait(waitMs)
      if (signal?.aborted) return answer
    }
  }
}

/** Milliseconds before a failed call is repeated; null when it must not be. */
export function repeatAfterMs(failure: Failure, { method, retry }: { method: string; retry: number }): number | null {
  if (retry >= maxRetries || failure.isAborted || !isUnanswered(failure)) return null
  if (method === 'GET') return retryWaitMs(retry)
  const { retryAfterSeconds } = failure
  return method === 'POST' && retryAfterSeconds !== undefined ? Math.min(retryAfterSeconds * 1000, longestWaitMs) : null
}

export function retryAfterOf(answer: Response): { retryAfterSeconds?: number } {
  const seconds = Number.parseInt(answer.headers.get('Retry-After') ?? '', 10)
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}

const programInPath = /^\/pg\/([^/]+)\//
const isLogin = /^\/pg\/[^/]+\/login$/
const isLogout = /^\/pg\/[^/]+\/logout$/

/**
 * URL of the log-in that returns to the current page, or home after the log-out page; null on the log-in page itself.
 */
export function loginFor(here: { pathname: string; search: string }): string | null {
  const program = programInPath.exec(here.pathname)?.[1]
  if (!program || isLogin.test(here.pathname)) return null
  const query = new URLSearchParams({ program_id: program })
  if (!isLogout.test(here.pathname)) query.set('goto', here.pathname + here.search)
  return `/pg/${program}/login?${query}`
}

/** The calls of this window. A `signedOut` callback can keep the customer on the page, when the page itself offers a log-in. */
export const windowCalls = (signedOut: () => void = leaveForLogin): Call =>
  createCaller({
    fetch: (...input) => window.fetch(...input),
    tokens: windowTokens(),
    newKey: () => crypto.randomUUID(),
    language: () => document.documentElement.lang,
    onSignedOut: signedOut,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })

/**
 * Fetches the access token before the customer presses the button, so that the press is faster and a reload during it
 * cannot lose a rotated cookie.
 */
export function fetchTokenAhead(): void {
  if (typeof window === 'undefined' || !hasSession(document.cookie, Date.now())) return
  windowTokens()
    .fresh()
    .catch(() => null)
}

function leaveForLogin(): void {
  const login = loginFor(window.location)
  if (login) window.location.assign(login)
}
