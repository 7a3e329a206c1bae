const pollMs = 300

/** True while the readable cookie says that a session has not run out; it holds the expiry in ms and nothing else. */
export function isSignedIn(cookies: string, now: number): boolean {
  const found = /(?:^|;\s*)signed_in=(\d{1,16})(?:;|$)/.exec(cookies)
  return found !== null && Number(found[1]) > now
}

function show(): void {
  const who = isSignedIn(document.cookie, Date.now()) ? 'customer' : 'visitor'
  for (const each of document.querySelectorAll<HTMLElement>('[data-for]')) each.hidden = each.dataset['for'] !== who
}

/** Shows the account or the log-in link, now and whenever the cookie changes (site.txt §9: polled where there is no event). */
export function showWhoIsHere(): void {
  show()
  if ('cookieStore' in window) {
    window.cookieStore.addEventListener('change', show)
    return
  }
  let seen = document.cookie
  setInterval(() => {
    if (document.cookie === seen) return
    seen = document.cookie
    show()
  }, pollMs)
}
