import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOwnPage, isSignedIn, showWhoIsHere } from './signed-in-mark.ts'

const signedIn = 'signed_in=9999999999999'
const login = { hidden: false, dataset: { for: 'visitor' } }
const menu = { hidden: true, dataset: { for: 'customer' } }

const jar = { cookie: signedIn, querySelectorAll: () => [login, menu], querySelector: () => null }

/** A page with the account link and the cart, in a browser with or without cookie events. */
function page(pathname: string, cookieStore?: { addEventListener: (type: string, work: () => void) => void }) {
  const reload = vi.fn()
  jar.cookie = signedIn
  vi.stubGlobal('document', jar)
  vi.stubGlobal('location', { pathname, reload })
  vi.stubGlobal('window', cookieStore ? { cookieStore } : {})
  vi.stubGlobal('addEventListener', vi.fn())
  return reload
}

describe('watching for a log-out in another tab', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('a browser without cookie events is polled every 300 ms', () => {
    page('/pg/lakeside')
    showWhoIsHere()
    expect([login.hidden, menu.hidden]).toEqual([true, false])
    jar.cookie = ''
    vi.advanceTimersByTime(299)
    expect(menu.hidden).toBe(false)
    vi.advanceTimersByTime(1)
    expect([login.hidden, menu.hidden]).toEqual([false, true])
  })

  it('a browser with cookie events is not polled', () => {
    const listeners: (() => void)[] = []
    page('/pg/lakeside', { addEventListener: (_, work) => void listeners.push(work) })
    showWhoIsHere()
    jar.cookie = ''
    vi.advanceTimersByTime(10_000)
    expect(menu.hidden).toBe(false)
    for (const change of listeners) change()
    expect(menu.hidden).toBe(true)
  })

  it('a log-out in another tab sends a private page to the log-in', () => {
    for (const [pathname, times] of [
      ['/pg/lakeside/profile/orders', 1],
      ['/pg/lakeside', 0],
    ] as const) {
      const reload = page(pathname)
      showWhoIsHere()
      vi.advanceTimersByTime(5000)
      expect(reload).not.toHaveBeenCalled()
      jar.cookie = ''
      vi.advanceTimersByTime(300)
      expect(reload).toHaveBeenCalledTimes(times)
    }
  })

  it('a page that is being left is not reloaded', () => {
    const reload = page('/pg/lakeside/profile/account')
    const listeners: Record<string, () => void> = {}
    vi.stubGlobal('addEventListener', (type: string, work: () => void) => {
      listeners[type] = work
    })
    showWhoIsHere()
    listeners['beforeunload']?.()
    jar.cookie = ''
    vi.advanceTimersByTime(1000)
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['/pg/lakeside/profile', true],
    ['/pg/lakeside/profile/overview', true],
    ['/pg/lakeside/profiles', false],
    ['/pg/lakeside/evt/evt_1/register', false],
    ['/', false],
  ])('the path %s is a private page: %s', (pathname, isOwn) => expect(isOwnPage(pathname)).toBe(isOwn))

  it.each([
    ['', false],
    [signedIn, true],
    ['signed_in=1', false],
    ['a=1; signed_in=9999999999999; b=2', true],
    ['not_signed_in=9999999999999', false],
  ])('the cookies %j mean a logged-in customer: %s', (cookies, is) => expect(isSignedIn(cookies, 1000)).toBe(is))
})
