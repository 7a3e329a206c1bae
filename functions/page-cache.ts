import type { CacheProviderFactory } from 'astro'
import { createMiddleware } from 'hono/factory'
import { isPublicPage, readableAddress } from './contract/site-pages.ts'
import type { Worker } from './platform/context.ts'
import { hasEntityTag, notModified, setEntityTag } from './platform/middleware/entity-tag.ts'
import { preferredLanguage } from './platform/middleware/preferred-language.ts'

type CachedResponse = { body: ArrayBuffer; headers: Headers; until: number; tags: string[] }

const cachedPages = new Map<string, CachedResponse>()
const maxPages = 200
/** API responses have their own cache, so that many calls evict no page. */
const cachedAnswers = new Map<string, CachedResponse>()
const maxAnswers = 200
const maxAnswerBytes = 150_000
const maxKeyLength = 1000
let purges = 0
/**
 * The number of each tag's latest purge. Tags that were dropped from this list were not purged after `forgottenPurge`.
 */
const lastPurges = new Map<string, number>()
const maxPurgedTags = 2000
let forgottenPurge = 0

/** Pages set their caching (`Astro.cache.set`) as headers, which pageCache reads and removes. */
const factory: CacheProviderFactory = () => ({
  name: 'pages',
  invalidate: async ({ tags = [] }) => purgePages([tags].flat()),
})
export default factory

/**
 * Answers a request from the cache, or with `handle`, which gets the URL reduced to the parameters that its page reads.
 * HEAD is answered as GET without the body, so that both share a cache entry.
 */
export async function answerThroughCache(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return handle(request)
  const url = isCall(request.url) ? request.url : readableAddress(request.url)
  const isHead = request.method === 'HEAD'
  const readable = isHead || url !== request.url ? new Request(url, new Request(request, { method: 'GET' })) : request
  const response = getCachedResponse(readable) ?? (await handle(readable))
  if (!isHead) return response
  await response.body?.cancel()
  return new Response(null, response)
}

/** The cached response to a GET, before anything is called, logged or counted; undefined on a miss. */
function getCachedResponse(request: Request): Response | undefined {
  if (cachedPages.size + cachedAnswers.size === 0) return undefined
  const cached = isCall(request.url) ? cachedAnswers.get(callKey(request)) : cachedPages.get(request.url)
  if (!cached || cached.until <= Date.now()) return undefined
  const { body, headers } = cached
  return hasEntityTag(request, headers) ? notModified(headers) : new Response(body, { headers })
}

const isCall = (address: string) => /^https?:\/\/[^/]+\/api\/v\d\/explore\//.test(address)
/** A call rejects unused parameters, so the key is its whole URL with the visitor's language. */
const callKey = (request: Request) =>
  `${preferredLanguage(request.headers.get('Accept-Language') ?? undefined) ?? ''} ${request.url}`

/**
 * Caches whole public pages in this isolate, with headers and tags. A page is not cached if one of its tags was purged
 * while it rendered.
 */
export const pageCache = createMiddleware<Worker>(async (c, next) => {
  const purgesBefore = purges
  await next()
  const { headers, status } = c.res
  const lifetime = headers.get('CDN-Cache-Control')
  if (lifetime === null) return
  const tags = (headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim())
  headers.delete('CDN-Cache-Control')
  headers.delete('Cache-Tag')
  const maxAge = Number(/max-age=(\d+)/.exec(lifetime)?.[1] ?? 0)
  const isAnswer = isCall(c.req.url)
  const key = isAnswer ? callKey(c.req.raw) : c.req.url
  const varies = isAnswer ? !variesByLanguageAlone(headers) : headers.has('Vary')
  if (
    c.req.method !== 'GET' ||
    maxAge === 0 ||
    !(isAnswer || isPublicPage(new URL(c.req.url))) ||
    status !== 200 ||
    headers.has('Set-Cookie') ||
    varies ||
    key.length > maxKeyLength
  )
    return

  const body = await c.res.arrayBuffer()
  setEntityTag(headers, body)
  // Hono merges the headers of the old response into the new response unless the old one is cleared.
  c.res = undefined
  c.res = hasEntityTag(c.req.raw, headers) ? notModified(headers) : new Response(body, { status, headers })
  if (isPurgedSince(tags, purgesBefore)) return
  const ownHeaders = new Headers(headers)
  ownHeaders.delete('X-Request-Id')
  const response = { body, headers: ownHeaders, until: Date.now() + maxAge * 1000, tags }
  if (!isAnswer) keepNewest(cachedPages, maxPages, { key, response })
  else if (body.byteLength <= maxAnswerBytes) keepNewest(cachedAnswers, maxAnswers, { key, response })
})

const variesByLanguageAlone = (headers: Headers) =>
  /^accept-language(?:, accept-encoding)?$/i.test(headers.get('Vary') ?? '')

const facts = new Map<string, { tag: string; value: unknown; until: number }>()
const maxFacts = 500
const factMs = 30_000

/**
 * A value that pages of one tag share and that is expensive to read: the cached value, and a function to store it. As
 * with pages, a value read while the tag was purged is not stored.
 */
export function memoizeByTag<Value>(tag: string, name: string): { known: Value | null; keep: (value: Value) => void } {
  const purgesBefore = purges
  const key = `${tag} ${name}`
  const fact = facts.get(key)
  const keepFact = (value: Value) => {
    if (isPurgedSince([tag], purgesBefore)) return
    facts.delete(key)
    if (facts.size >= maxFacts) facts.delete(facts.keys().next().value ?? '')
    facts.set(key, { tag, value, until: Date.now() + factMs })
  }
  return { known: fact && fact.until > Date.now() ? (fact.value as Value) : null, keep: keepFact }
}

/** Drops every cached page and value with one of the tags. */
export async function purgePages(tags: string[]): Promise<void> {
  purges += 1
  for (const tag of tags) recordPurge(tag)
  for (const [key, { tag }] of facts) if (tags.includes(tag)) facts.delete(key)
  for (const cache of [cachedPages, cachedAnswers])
    for (const [key, response] of cache) if (response.tags.some((tag) => tags.includes(tag))) cache.delete(key)
}

function recordPurge(tag: string): void {
  lastPurges.delete(tag)
  lastPurges.set(tag, purges)
  const [oldest] = lastPurges
  if (!oldest || lastPurges.size <= maxPurgedTags) return
  forgottenPurge = oldest[1]
  lastPurges.delete(oldest[0])
}

/** True when one of the tags was purged after the given number of purges; an unknown tag counts as purged. */
const isPurgedSince = (tags: string[], purgesBefore: number): boolean =>
  purgesBefore < forgottenPurge || tags.some((tag) => (lastPurges.get(tag) ?? 0) > purgesBefore)

// Drops the oldest entries first.
function keepNewest(
  cache: Map<string, CachedResponse>,
  limit: number,
  { key, response }: { key: string; response: CachedResponse },
): void {
  cache.delete(key)
  if (cache.size >= limit) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, response)
}
