import { type CartCookie, readCartCookie } from '#contract/money/read-cart-cookie'

const pollMs = 300

/** True while the readable cookie shows a session that has not expired. The cookie contains only the expiry in ms. */
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

/** The text and URL of the cart link. The order id replaces `_` in the URL. */
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

const ownPage = /^\/(?:pg\/[^/]+\/profile|desk\/[^/]+)(?:\/|$)/

/** True for a page that only its customer, or a member of a team, may see. It reloads after a log-out in another tab. */
export const isOwnPage = (pathname: string): boolean => ownPage.test(pathname)

/**
 * Shows the account or the log-in link, and the cart, now and after each change of a cookie. Polls in browsers without
 * cookie events.
 */
export function showWhoIsHere(): void {
  let wasSignedIn = isSignedIn(document.cookie, Date.now())
  // The page is being left, perhaps by its own log-out, so it must not be reloaded.
  let isLeaving = false
  const leave = () => {
    isLeaving = true
  }
  if (isOwnPage(location.pathname)) addEventListener('beforeunload', leave)
  const update = () => {
    show()
    const isStill = isSignedIn(document.cookie, Date.now())
    // The reloaded page redirects to the log-in, which returns to it.
    if (wasSignedIn && !isStill && !isLeaving && isOwnPage(location.pathname)) location.reload()
    wasSignedIn = isStill
  }
  show()
  // A page restored from the browser's cache missed all changes in the meantime.
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
