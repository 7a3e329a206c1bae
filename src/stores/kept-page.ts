/** Name of the service worker's cache for the day card (public/today.js). */
export const keptPages = 'today'
const workerAddress = '/today.js'

type Environment = {
  workers: Pick<ServiceWorkerContainer, 'register' | 'controller'> | undefined
  caches: Pick<CacheStorage, 'open'> | undefined
  address: string
}

/**
 * Stores a page on the device for use offline. The first load did not go through the service worker, so the page is
 * fetched again.
 */
export async function keepPage({ workers, caches, address }: Environment): Promise<void> {
  if (!workers || !caches) return
  const { pathname } = new URL(address)
  const isKeeping = workers.controller?.scriptURL.endsWith(workerAddress) === true
  try {
    await workers.register(workerAddress, { scope: pathname })
    if (isKeeping) return
    const page = await fetch(address)
    if (!page.ok || page.redirected) return
    const headers = new Headers(page.headers)
    headers.set('X-Kept-At', String(Date.now()))
    await (await caches.open(keptPages)).put(pathname, new Response(page.body, { headers }))
  } catch {
    // The page stays as it is, because the browser has no storage or the connection is lost.
  }
}
