// Shows what a push service brings, and opens the page that it is about. Nothing is cached, no request is touched.
const inOwnOrigin = (url) => {
  const address = new URL(typeof url === 'string' ? url : '/', location.origin)
  return address.origin === location.origin ? address.href : `${location.origin}/`
}

const messageOf = (data) => {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

// A new version has nothing of the former one to wait for.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag, lang } = messageOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title || location.hostname, {
      body: body || '',
      tag: tag || 'message',
      lang: lang || '',
      icon: '/favicon.png',
      data: { url: inOwnOrigin(url) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(inOwnOrigin(event.notification.data?.url)))
})

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === address)
  await (there ? there.focus() : self.clients.openWindow(address))
}

// As the pages name it (src/api/token-store.ts).
const tokenLock = '2021-03-04:token'

// The browser gave the subscription another address: the site learns it, when somebody is logged in here.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const former = oldSubscription?.endpoint
  const key = oldSubscription?.options.applicationServerKey
  if (!former || !key) return
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  // One at a time with the pages: a token is good once.
  const answer = await navigator.locks.request(tokenLock, () =>
    fetch('/token', { method: 'POST', headers: { Accept: 'application/json' } }),
  )
  if (!answer.ok) return
  const { access_token } = await answer.json()
  await fetch('/api/v1/profile/subscriptions/notifications', {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...subscription.toJSON(), public_key: keyText(key), renews: former }),
  })
}

const keyText = (key) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
