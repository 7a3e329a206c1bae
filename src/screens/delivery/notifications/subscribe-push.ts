/** The state of the panel: off, on, or the reason for which notifications are impossible. */
export type PushState = 'off' | 'on' | 'denied' | 'home_screen' | 'unsupported'
type PushWindow = Pick<Window, 'navigator'> & { PushManager?: unknown; Notification?: { permission: string } }

const workerAddress = '/sw.js'

/**
 * The support for notifications in a browser, before it asks the user. Safari on a phone shows notifications only
 * from the home screen.
 */
export function pushAbility({ navigator, PushManager, Notification }: PushWindow): Exclude<PushState, 'on'> {
  if ('serviceWorker' in navigator && PushManager && Notification)
    return Notification.permission === 'denied' ? 'denied' : 'off'
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return isTablet || /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'unsupported'
}

/** The subscription of this browser; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerAddress)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the browser and, when allowed, subscribes at the site. Called only on a press, never when a page opens. */
export async function subscribeHere(address: string, publicKey: string): Promise<'on' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await navigator.serviceWorker.register(workerAddress)
    const { pushManager } = await navigator.serviceWorker.ready
    const answer = await post(address, { subscription: await subscribeWith(pushManager, publicKey) })
    return answer.ok ? 'on' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Renews this browser's subscription, with the newest key. A browser that was turned off stays off. */
export async function renewPush(address: string): Promise<void> {
  const former = await currentSubscription()
  if (!former) return
  const preload = await fetch(address)
  const { public_key } = (preload.ok ? await preload.json() : {}) as { public_key?: string | null }
  if (!public_key) return
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscribeWith(pushManager, public_key)
  await post(address, { subscription, renews: former.endpoint })
}

async function subscribeWith(pushManager: PushManager, public_key: string): Promise<object> {
  const existing = await pushManager.getSubscription()
  const isNewest = existing && keyText(existing.options.applicationServerKey) === public_key
  if (existing && !isNewest) await existing.unsubscribe()
  const subscription = isNewest
    ? existing
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  return { ...subscription.toJSON(), public_key }
}

const post = (address: string, fields: object): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })

/** A key as the site encodes it. */
export const keyText = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
