import { type CartCookie, readCartCookie } from '#contract/money/read-cart-cookie'

const pollMs = 300

/** True while the readable cookie says that a session has not run out; it holds the expiry in ms and nothing else. */
export function isSignedIn(cookies: string, now: number): boolean {
  const match = /(?:^|;\s*)signed_in=(\d{1,16})(?:;|$)/.exec(cookies)
  return match !== null && Number(match[1]) > now
}

function show(): void {
  const who = isSignedIn(document.cookie, Date.now()) ? 'customer' : 'visitor'
  for (const each of document.querySelectorAll<HTMLElement>('[data-for], [data-bell]'))
    each.hidden = (each.dataset['for'] ?? 'customer') !== who
  const link = document.querySelector<HTMLAnchorElement>('[data-cart]')
  if (link)
    showCart(
      link,
      who === 'customer'
        ? readCartCookie(document.cookie, link.closest<HTMLElement>('[data-program]')?.dataset['program'] ?? '')
        : null,
    )
}

/** The words of a cart, and where it leads: `_` stands in the address for the order. */
export function cartLink(
  { order_id, places }: CartCookie,
  { cart = '', one = '', other = '' }: DOMStringMap,
): { href: string; words: string } {
  return { href: cart.replace('_', order_id), words: (places === 1 ? one : other).replace('{count}', `${places}`) }
}

function showCart(link: HTMLAnchorElement, cart: CartCookie | null): void {
  link.hidden = cart === null
  if (!cart) return
  const { href, words } = cartLink(cart, link.dataset)
  const [label, count] = link.querySelectorAll('span, b')
  link.href = href
  if (label) label.textContent = words
  if (count) count.textContent = `${cart.places}`
}

const ownPage = /^\/pg\/[^/]+\/profile(?:\/|$)/

/** Whether a page shows what only its customer may see: it is left once they have logged out in another tab. */
export const isOwnPage = (pathname: string): boolean => ownPage.test(pathname)

/** Shows the account or the log-in link, and the cart, now and whenever a cookie changes (polled where there is no event). */
export function showWhoIsHere(): void {
  let wasSignedIn = isSignedIn(document.cookie, Date.now())
  // On its way to another page, by the log-out of this tab too, it must not be called back.
  let isLeaving = false
  const leave = () => {
    isLeaving = true
  }
  if (isOwnPage(location.pathname)) addEventListener('beforeunload', leave)
  const update = () => {
    show()
    const isStill = isSignedIn(document.cookie, Date.now())
    // Loaded again, the page leads to the log-in, and from there back.
    if (wasSignedIn && !isStill && !isLeaving && isOwnPage(location.pathname)) location.reload()
    wasSignedIn = isStill
  }
  show()
  // A page that comes back as it was left has missed what happened since.
  addEventListener('pageshow', (event) => {
    isLeaving = false
    if (event.persisted) update()
    else show()
  })
  if ('cookieStore' in window) {
    window.cookieStore.addEventListener('change', update)
    return
  }
  let lastCookies = document.cookie
  setInterval(() => {
    if (document.cookie === lastCookies) return
    lastCookies = document.cookie
    update()
  }, pollMs)
}
