import type { CacheProviderFactory } from 'astro'
import { createMiddleware } from 'hono/factory'
import type { Worker } from './context.ts'

type Kept = { body: ArrayBuffer; headers: Headers; until: number; tags: string[] }

const kept = new Map<string, Kept>()
const most = 200
/** Parameters that a page may follow; any other changes nothing on it. */
const names = ['age', 'lang', 'search', 'skip', 'type']
let purges = 0

/** What pages say of themselves (`Astro.cache.set`) comes out as headers; keepsPages reads and removes them. */
const factory: CacheProviderFactory = () => ({ name: 'pages', invalidate: async ({ tags = [] }) => purgePages([tags].flat()) })
export default factory

/** The kept answer to a request, before anything else is asked, logged or counted; undefined where there is none. */
export function keptPage(request: Request): Response | undefined {
  if (request.method !== 'GET' || kept.size === 0) return undefined
  const found = kept.get(keyOf(request.url))
  return found && found.until > Date.now() ? new Response(found.body, { headers: found.headers }) : undefined
}

/** Keeps public pages in this isolate, whole and with their headers. A page that was rendering while something was purged is never kept (architecture.md). */
export const keepsPages = createMiddleware<Worker>(async (c, next) => {
  const before = purges
  await next()
  const { headers, status } = c.res
  const lifetime = headers.get('CDN-Cache-Control')
  if (lifetime === null) return
  const tags = (headers.get('Cache-Tag') ?? '').split(',').map((tag) => tag.trim())
  headers.delete('CDN-Cache-Control')
  headers.delete('Cache-Tag')
  const maxAge = Number(/max-age=(\d+)/.exec(lifetime)?.[1] ?? 0)
  const key = keyOf(c.req.url)
  if (c.req.method !== 'GET' || maxAge === 0 || status !== 200 || headers.has('Set-Cookie') || headers.has('Vary') || key.length > longestKey) return

  const body = await c.res.arrayBuffer()
  // Hono lays the headers of the answer before over the new one unless that is gone.
  c.res = undefined
  c.res = new Response(body, { status, headers })
  if (purges !== before) return
  const own = new Headers(headers)
  own.delete('X-Request-Id')
  keep(key, { body, headers: own, until: Date.now() + maxAge * 1000, tags })
})

const facts = new Map<string, { value: unknown; until: number }>()
const mostFacts = 500
const factMs = 30_000

/** Something that pages under one tag share and that is dear to find: what is known of it, and how it is kept. As with pages, what was found while something was purged is not kept. */
export function factUnder<Value>(tag: string): { known: Value | null; keep: (value: Value) => void } {
  const before = purges
  const found = facts.get(tag)
  const keepFact = (value: Value) => {
    if (purges !== before) return
    if (facts.size >= mostFacts) facts.clear()
    facts.set(tag, { value, until: Date.now() + factMs })
  }
  return { known: found && found.until > Date.now() ? (found.value as Value) : null, keep: keepFact }
}

/** Forgets every kept page that carries one of the tags, and what is kept under them. */
export async function purgePages(tags: string[]): Promise<void> {
  purges += 1
  for (const tag of tags) facts.delete(tag)
  for (const [key, page] of kept) if (page.tags.some((tag) => tags.includes(tag))) kept.delete(key)
}

// The oldest goes first.
function keep(key: string, page: Kept): void {
  kept.delete(key)
  if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, page)
}

const longestKey = 1000
/** The address with the parameters that a page may follow, in one order. */
function keyOf(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const asked = new URLSearchParams(address.slice(at + 1))
  const own = names.flatMap((name) => asked.getAll(name).map((value) => [name, value]))
  return own.length === 0 ? address.slice(0, at) : `${address.slice(0, at)}?${new URLSearchParams(own).toString()}`
}
