import { dayMs } from '#contract/limits'

const renewedKey = 'push-renewed'

type Browser = { Notification?: { permission: string }; localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** True once a day in a browser that may show notifications. The call also stores the time of the renewal. */
export function isRenewalDue(browser: Browser, now: number): boolean {
  if (browser.Notification?.permission !== 'granted') return false
  try {
    const last = Number(browser.localStorage.getItem(renewedKey) ?? 0)
    if (now - last < dayMs) return false
    browser.localStorage.setItem(renewedKey, String(now))
    return true
  } catch {
    // Without storage every page would renew the subscription, so no page renews it.
    return false
  }
}
