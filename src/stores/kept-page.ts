/** Name of the service worker's cache for the day card and the roster (public/today.js). */
export const keptPages = 'today'
const workerAddress = '/today.js'

type Environment = {
  workers: Pick<ServiceWorkerContainer, 'register' | 'controller'> | undefined
  caches: Pick<CacheStorage, 'open'> | undefined
  address: string
  /** URLs of the built files that the page needs without a connection. */
  files?: readonly string[]
}

/** The key of a page in the cache: a roster has a token. Null for a search in a roster, which is not stored. */
export function keptKey(address: string): string | null {
  const { pathname, searchParams } = new URL(address)
  if (searchParams.get('text')) return null
  const token = searchParams.get('token')
  return token ? `${pathname}?token=${encodeURIComponent(token)}` : pathname
}

/**
 * Stores a page on the device for use offline. The first load did not go through the service worker, so the page is
 * fetched again.
 */
export async function keepPage({ workers, caches, address, files = [] }: Environment): Promise<void> {
  const key = keptKey(address)
  if (!workers || !caches || key === null) return
  const isKeeping = workers.controller?.scriptURL.endsWith(workerAddress) === true
  try {
    await workers.register(workerAddress, { scope: new URL(address).pathname })
    const cache = await caches.open(keptPages)
    for (const file of files) if (!(await cache.match(file))) await cache.add(file)
    const isFormer = ({ url }: Request) => url.includes('/_astro/') && !files.includes(url)
    if (files.length > 0) for (const file of await cache.keys()) if (isFormer(file)) await cache.delete(file)
    if (isKeeping) return
    const page = await fetch(address)
    if (!page.ok || page.redirected) return
    const headers = new Headers(page.headers)
    headers.set('X-Kept-At', String(Date.now()))
    headers.set('X-Kept-By', encodeURIComponent(new URL(address).searchParams.get('by') ?? ''))
    await cache.put(key, new Response(page.body, { headers }))
  } catch {
    // The page stays as it is, because the browser has no storage or the connection is lost.
  }
}

/** Deletes the copy of a page on the device. */
export async function forgetPage({ caches, address }: Pick<Environment, 'caches' | 'address'>): Promise<void> {
  const url = new URL(address)
  url.searchParams.delete('text')
  const key = keptKey(url.href)
  try {
    if (key !== null) await (await caches?.open(keptPages))?.delete(key)
  } catch {
    // A browser without storage has no copy.
  }
}
