import { trimEndOf } from '../../contract/trim-characters.ts'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { framedByHeader } from '../../contract/field-rules.ts'
import { isKeyAddress } from '../../contract/site-pages.ts'
import type { Worker } from '../context.ts'
import { requestId } from '../log-line.ts'

const bare = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** The one page that others may frame. */
const framable = /^\/embed\/[^/]+$/

/** Headers of every answer the worker gives, errors and redirects included, and the number its log lines carry. Astro's own policy is kept and frame-ancestors appended. Written into the answer as it is: Hono's `c.header` makes a new one each time. */
export const securityHeaders = createMiddleware<Worker>(async (c, next) => {
  await next()
  try {
    protect(c.res.headers, c)
  } catch {
    // The headers of an answer that was fetched cannot be changed. Hono lays them over those of the next one unless the answer is gone.
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
  headers.set('X-Content-Type-Options', 'nosniff')
  // It knows no list: where there is one, the policy alone decides.
  if (!framers) headers.set('X-Frame-Options', 'DENY')
  if (isKeyAddress(c.req.path)) headers.set('Referrer-Policy', 'no-referrer')
  else if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  // It makes the browser begin a new process once it has the answer, before anything is painted.
  if (!isForEverybody(headers)) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', framers ? 'cross-origin' : 'same-origin')
  headers.set('Permissions-Policy', `camera=(), geolocation=(), microphone=(), payment=(${payers(policy)})`)
  if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
}

/** Who may ask the browser for a wallet: the page, and the card form that its policy lets it frame. */
function payers(policy: string | null): string {
  const [, frames = ''] = /(?:^|;)\s*frame-src ([^;]+)/.exec(policy ?? '') ?? []
  const frameSources = frames.split(' ').filter((source) => source.startsWith('https://'))
  return ['self', ...frameSources.map((source) => `"${source}"`)].join(' ')
}

/** What any cache may keep holds nothing personal: a window that opened it learns nothing from it. */
const isForEverybody = (headers: Headers) => /^public\b/.test(headers.get('Cache-Control') ?? '')
