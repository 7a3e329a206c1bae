import type { CacheProviderFactory } from 'astro'
import { createMiddleware } from 'hono/factory'
import type { Worker } from './context.ts'
import { preferredLanguage } from './middleware/preferred-language.ts'

type Kept = { body: ArrayBuffer; headers: Headers; until: number; tags: string[] }

const kept = new Map<string, Kept>()
const most = 200
/** Answers of the API are kept beside the pages, so that asking for many of them drives no page out. */
const keptAnswers = new Map<string, Kept>()
const mostAnswers = 200
const largestAnswer = 150_000
/** Parameters that a page may follow; any other changes nothing on it. */
const names = [
  'age',
  'date',
  'gender',
  'lang',
  'month',
  'online_event',
  'option',
  'page_of',
  'place_name',
  'scheduled_gte',
  'scheduled_lte',
  'search',
  'skip',
  'store',
  'tags',
  'type',
  'venue_city',
  'venue_id',
]
let purges = 0

/** What pages say of themselves (`Astro.cache.set`) comes out as headers; keepsPages reads and removes them. */
const factory: CacheProviderFactory = () => ({
  name: 'pages',
  invalidate: async ({ tags = [] }) => purgePages([tags].flat()),
})
export default factory

/** The kept answer to a request, before anything else is asked, logged or counted; undefined where there is none. */
export function getCachedPage(request: Request): Response | undefined {
  if (request.method !== 'GET' || kept.size + keptAnswers.size === 0) return undefined
  const found = isCall(request.url) ? keptAnswers.get(callKey(request)) : kept.get(keyOf(request.url))
  if (!found || found.until <= Date.now()) return undefined
  const tag = found.headers.get('ETag')
  if (tag === null || !hasTag(request, tag)) return new Response(found.body, { headers: found.headers })
  const headers = new Headers(found.headers)
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** Whether who asks has the answer with this tag already. */
export const hasTag = (request: Request, tag: string): boolean =>
  (request.headers.get('If-None-Match') ?? '').match(/"[^"]*"/g)?.includes(tag) === true

const isCall = (address: string) => /^https?:\/\/[^/]+\/api\/v\d\/explore\//.test(address)
/** A call takes no parameter that changes nothing, so its address is taken whole; its words follow the reader's language. */
const callKey = (request: Request) =>
  `${preferredLanguage(request.headers.get('Accept-Language') ?? undefined) ?? 'en'} ${request.url}`

/** Caches public pages in this isolate, whole and with their headers. A page that was rendered during a purge is not cached. */
export const pageCache = createMiddleware<Worker>(async (c, next) => {
  const before = purges
  await next()
  const { headers, status } = c.res
  const lifetime = headers.get('CDN-Cache-Control')
  if (lifetime === null) return
  const tags = (headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim())
  headers.delete('CDN-Cache-Control')
  headers.delete('Cache-Tag')
  const maxAge = Number(/max-age=(\d+)/.exec(lifetime)?.[1] ?? 0)
  const isAnswer = isCall(c.req.url)
  const key = isAnswer ? callKey(c.req.raw) : keyOf(c.req.url)
  const varies = isAnswer ? headers.get('Vary') !== 'Accept-Language' : headers.has('Vary')
  if (
    c.req.method !== 'GET' ||
    maxAge === 0 ||
    status !== 200 ||
    headers.has('Set-Cookie') ||
    varies ||
    key.length > longestKey
  )
    return

  const body = await c.res.arrayBuffer()
  // Hono lays the headers of the answer before over the new one unless that is gone.
  c.res = undefined
  c.res = new Response(body, { status, headers })
  if (purges !== before) return
  const own = new Headers(headers)
  own.delete('X-Request-Id')
  const page = { body, headers: own, until: Date.now() + maxAge * 1000, tags }
  if (!isAnswer) keepIn(kept, most, { key, page })
  else if (body.byteLength <= largestAnswer) keepIn(keptAnswers, mostAnswers, { key, page })
})

const facts = new Map<string, { tag: string; value: unknown; until: number }>()
const mostFacts = 500
const factMs = 30_000

/** Something that pages under one tag share and that is dear to find, by its name: what is known of it, and how it is kept. As with pages, what was found while something was purged is not kept. */
export function memoizeByTag<Value>(tag: string, name: string): { known: Value | null; keep: (value: Value) => void } {
  const before = purges
  const key = `${tag} ${name}`
  const found = facts.get(key)
  const keepFact = (value: Value) => {
    if (purges !== before) return
    if (facts.size >= mostFacts) facts.clear()
    facts.set(key, { tag, value, until: Date.now() + factMs })
  }
  return { known: found && found.until > Date.now() ? (found.value as Value) : null, keep: keepFact }
}

/** Forgets every kept page that carries one of the tags, and what is kept under them. */
export async function purgePages(tags: string[]): Promise<void> {
  purges += 1
  for (const [key, { tag }] of facts) if (tags.includes(tag)) facts.delete(key)
  for (const store of [kept, keptAnswers])
    for (const [key, page] of store) if (page.tags.some((tag) => tags.includes(tag))) store.delete(key)
}

// The oldest goes first.
function keepIn(store: Map<string, Kept>, limit: number, { key, page }: { key: string; page: Kept }): void {
  store.delete(key)
  if (store.size >= limit) store.delete(store.keys().next().value ?? '')
  store.set(key, page)
}

const longestKey = 1000
/** The address with the parameters that a page may follow, in one order. */
function keyOf(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const input = new URLSearchParams(address.slice(at + 1))
  const own = names.flatMap((name) => input.getAll(name).map((value) => [name, value]))
  return own.length === 0 ? address.slice(0, at) : `${address.slice(0, at)}?${new URLSearchParams(own).toString()}`
}
