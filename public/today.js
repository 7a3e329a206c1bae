// Keeps today's card and a day's roster for when there is no signal: the last page of each (src/stores/kept-page.ts).
const store = 'today'
const longestMs = 36 * 3_600_000
const patienceMs = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  // The answer to a form may have health notes, which are never kept.
  if (event.request.method !== 'GET') return
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
  else if (new URL(event.request.url).pathname.startsWith('/_astro/')) event.respondWith(asset(event.request))
})

async function answer(event) {
  const key = keyOf(event.request.url)
  const pages = await caches.open(store)
  await forgetOld(pages)
  const kept = keptFor(event.request.url, await pages.match(key))
  const fetched = fetch(event.request).then(async (page) => {
    await keep(pages, { key, address: event.request.url }, page.clone())
    return page
  })
  if (!kept) return fetched
  // With hardly any signal an answer may take forever.
  const tooLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
  event.waitUntil(fetched.catch(() => {}))
  return (await Promise.race([fetched.catch(() => null), tooLate])) ?? asKept(kept)
}

// One day's roster is one token. A search in it is answered by the kept roster, whose script searches.
function keyOf(address) {
  const { pathname, searchParams } = new URL(address)
  const token = searchParams.get('token')
  return token ? `${pathname}?token=${encodeURIComponent(token)}` : pathname
}

// A roster is stored with the name of the person who checks in. With another name, only the site answers: otherwise a
// check-in would have the wrong name.
function keptFor(address, page) {
  const by = byOf(address)
  return page && (!by || page.headers.get('X-Kept-By') === by) ? page : null
}

// As in src/stores/kept-page.ts: the page of a search has a part of the roster.
const isSearch = (address) => Boolean(new URL(address).searchParams.get('text'))

const byOf = (address) => encodeURIComponent(new URL(address).searchParams.get('by') ?? '')

// Deletes every page that is too old when any page of the same kind is opened.
async function forgetOld(pages) {
  for (const request of await pages.keys()) {
    const keptAt = (await pages.match(request))?.headers.get('X-Kept-At')
    if (keptAt && Date.now() - Number(keptAt) >= longestMs) await pages.delete(request)
  }
}

// A refusal, such as after a log-out, deletes the stored page. A failure of the site does not.
async function keep(pages, { key, address }, page) {
  if (page.status >= 500 || page.status === 429) return
  if (!page.ok) return pages.delete(key)
  if (isSearch(address)) return
  const headers = new Headers(page.headers)
  headers.set('X-Kept-At', String(Date.now()))
  headers.set('X-Kept-By', byOf(address))
  await pages.put(key, new Response(page.body, { headers }))
}

// The card needs no script, and without a signal its scripts would only fail to load. The roster's are kept with it.
async function asKept(page) {
  const text = (await page.text()).replace(/ data-kept hidden/, ' data-kept')
  const shown = text.includes('data-roster=') ? text : text.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  return new Response(shown, { headers: page.headers })
}

// The name of a built file has its hash, so a kept one is never stale.
async function asset(request) {
  return (await (await caches.open(store)).match(request)) ?? fetch(request)
}
