import { trimEndOf } from '../../contract/trim-characters.ts'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { framedByHeader } from '../../contract/field-rules.ts'
import { isKeyAddress } from '../../contract/site-pages.ts'
import type { Worker } from '../context.ts'
import { requestId } from '../log-line.ts'

const bare = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** Other sites may embed only this page. */
const framable = /^\/embed\/[^/]+$/

/**
 * Headers of every response, including errors and redirects, and the number of its log lines. Keeps Astro's own policy
 * and appends frame-ancestors. Sets them on the response directly, because Hono's `c.header` creates a new response
 * each time.
 */
export const securityHeaders = createMiddleware<Worker>(async (c, next) => {
  await next()
  try {
    protect(c.res.headers, c)
  } catch {
    // The headers of a fetched response are immutable, so they are copied. Hono would merge the old ones into the new
    // response, so `c.res` is cleared.
    const answer = new Response(c.res.body, c.res)
    c.res = undefined
    c.res = answer
    protect(answer.headers, c)
  }
})

function protect(headers: Headers, c: Context<Worker>): void {
  const framedBy = headers.get(framedByHeader)
  headers.delete(framedByHeader)
  const policy = headers.get('Content-Security-Policy')
  const framers = framable.test(c.req.path) && c.res.ok && policy ? framedBy : null
  headers.set(
    'Content-Security-Policy',
    policy
      ? `${trimEndOf(policy, (character) => /[;\s]/.test(character))}; frame-ancestors ${framers || "'none'"}`
      : bare,
  )
  headers.set('X-Request-Id', requestId())
  const type = headers.get('Content-Type')
  if (type !== null && /^text\/[\w.+-]+$/.test(type)) headers.set('Content-Type', `${type}; charset=utf-8`)
  headers.set('X-Content-Type-Options', 'nosniff')
  // X-Frame-Options cannot list origins: with a list, only the policy decides.
  if (!framers) headers.set('X-Frame-Options', 'DENY')
  if (isKeyAddress(c.req.path)) headers.set('Referrer-Policy', 'no-referrer')
  else if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  // This header makes the browser start a new process after the response, before the first paint.
  if (!isForEverybody(headers)) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', framers ? 'cross-origin' : 'same-origin')
  headers.set('Permissions-Policy', `camera=(), geolocation=(), microphone=(), payment=(${payers(policy)})`)
  if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
}

/** The origins that may request a payment: the page, and the card form that its policy lets it embed. */
function payers(policy: string | null): string {
  const [, frames = ''] = /(?:^|;)\s*frame-src ([^;]+)/.exec(policy ?? '') ?? []
  const frameSources = frames.split(' ').filter((source) => source.startsWith('https://'))
  return ['self', ...frameSources.map((source) => `"${source}"`)].join(' ')
}

/**
 * True for a response that anybody may cache. It has nothing personal, so a window that opened the page learns
 * nothing.
 */
const isForEverybody = (headers: Headers) => /^public\b/.test(headers.get('Cache-Control') ?? '')
