/** Where the service worker of today's card keeps it (public/today.js). */
export const keptPages = 'today'
const workerAddress = '/today.js'

type Around = {
  workers: Pick<ServiceWorkerContainer, 'register' | 'controller'> | undefined
  caches: Pick<CacheStorage, 'open'> | undefined
  address: string
}

/** Lets the device keep a page for when there is no signal. The first time the page came without the service worker, and is fetched once more. */
export async function keepPage({ workers, caches, address }: Around): Promise<void> {
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
    // The browser keeps nothing, or the signal is gone already: the page stands as it is.
  }
}
