type Queue = {
  (...input: unknown[]): void
  queue: unknown[]
  callMethod?: (...input: unknown[]) => void
  push: unknown
  loaded: boolean
  version: string
}
type TrackedWindow = { fbq?: Queue; _fbq?: Queue; dataLayer?: unknown[] }

/** Loads the trackers the visitor agreed to, and reports the page view. The server has already checked the ids. */
export function loadTrackers({ meta, gtm }: { meta: string; gtm: string }): void {
  const page = window as unknown as TrackedWindow
  if (meta) {
    const fbq = queueOf(page)
    addScript('https://connect.facebook.net/en_US/fbevents.js')
    fbq('init', meta)
    fbq('track', 'PageView')
  }
  if (gtm) {
    page.dataLayer ??= []
    page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    addScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm)}`)
  }
}

/** The queue that Meta's script reads after it loads. */
function queueOf(page: TrackedWindow): Queue {
  if (page.fbq) return page.fbq
  const send = (...input: unknown[]) => void (fbq.callMethod ? fbq.callMethod(...input) : fbq.queue.push(input))
  const fbq = Object.assign(send, {
    queue: [] as unknown[],
    push: null as unknown,
    loaded: true,
    version: '2.0',
  }) as Queue
  fbq.push = fbq
  page.fbq = fbq
  page._fbq ??= fbq
  return fbq
}

function addScript(address: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.appendChild(script)
}
