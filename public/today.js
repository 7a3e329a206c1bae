// Keeps today's card for when there is no signal: the last page that came, at its own address alone (src/stores/kept-page.ts).
const store = 'today'
const longestMs = 36 * 3_600_000
const patienceMs = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function answer(event) {
  const { pathname } = new URL(event.request.url)
  const pages = await caches.open(store)
  const kept = await pages.match(pathname)
  const isFresh = kept && Date.now() - Number(kept.headers.get('X-Kept-At')) < longestMs
  if (kept && !isFresh) await pages.delete(pathname)
  const fetched = fetch(event.request).then(async (page) => {
    await keep(pages, pathname, page.clone())
    return page
  })
  if (!isFresh) return fetched
  // With hardly any signal an answer may take forever.
  const tooLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
  event.waitUntil(fetched.catch(() => {}))
  return (await Promise.race([fetched.catch(() => null), tooLate])) ?? asKept(kept)
}

// Whoever was logged out finds nothing here any more; a site that is down takes nothing away.
async function keep(pages, pathname, page) {
  if (page.status >= 500 || page.status === 429) return
  if (!page.ok) return pages.delete(pathname)
  const headers = new Headers(page.headers)
  headers.set('X-Kept-At', String(Date.now()))
  await pages.put(pathname, new Response(page.body, { headers }))
}

// Without a signal its scripts would only fail to load; the page needs none.
async function asKept(page) {
  const text = (await page.text())
    .replace(/ data-kept hidden/, ' data-kept')
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  return new Response(text, { headers: page.headers })
}
