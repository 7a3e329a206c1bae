import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { formRoutes } from '../edge/forms/answer-form.ts'
import { forms } from '../edge/forms/form-table.ts'
import { ownReads } from '../edge/own-reads.ts'
import { tokenCookie } from '../edge/token-cookie.ts'
import { type Bench, collectInto } from './bench.ts'
import { type Person, sessionCookie } from './people.ts'

const edge = new Hono<Worker>().route('/', formRoutes(forms)).route('/', ownReads).route('/', tokenCookie)

/** A browser without JavaScript: keeps cookies, posts forms, does not follow redirects. */
export function browser(bench: Bench) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const waiting: Promise<unknown>[] = []
    const executionCtx = collectInto((work) => void waiting.push(work))
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    // Caches use the bindings object as their key. A copy lets a test change the bindings for later requests.
    const env = { ...bench.env }
    const answer = await edge.request(`${env.SITE_ORIGIN}${path}`, { ...init, headers }, env, executionCtx)
    await Promise.allSettled(waiting)
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  const origin = { Origin: bench.env.SITE_ORIGIN, 'Sec-Fetch-Site': 'same-origin' }
  return {
    cookies,
    get: (path: string) => send(path),
    /** Sends a request unchanged, without what a page's form adds. */
    raw: send,
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers: { ...origin, ...headers }, body: new URLSearchParams(fields) }),
    script: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        headers: { ...origin, Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** The request for a page that this browser opens. */
    pageRequest: (path = '/pg/x') =>
      new Request(`${bench.env.SITE_ORIGIN}${path}`, {
        headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      }),
  }
}

/** A browser in which a person is logged in. */
export async function signedInBrowser(bench: Bench, { identity }: Person): Promise<ReturnType<typeof browser>> {
  const visitor = browser(bench)
  keep(visitor.cookies, await sessionCookie(bench, identity.session_id))
  return visitor
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const name = pair.slice(0, pair.indexOf('='))
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(name.length + 1))
}
