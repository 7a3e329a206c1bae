import { dayMs } from '#contract/limits'

const renewedKey = 'push-renewed'

type Browser = { Notification?: { permission: string }; localStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** Whether a browser that may show notifications has not said so for a day; asking notes that it does now. */
export function isRenewalDue(browser: Browser, now: number): boolean {
  if (browser.Notification?.permission !== 'granted') return false
  try {
    const last = Number(browser.localStorage.getItem(renewedKey) ?? 0)
    if (now - last < dayMs) return false
    browser.localStorage.setItem(renewedKey, String(now))
    return true
  } catch {
    // Without storage it would be each page: then it is none.
    return false
  }
}
