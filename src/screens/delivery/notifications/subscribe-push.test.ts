import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokenKey } from '../../../api/token-store.ts'
import { isRenewalDue } from '../../../layouts/renewal-due.ts'
import { preferences as en } from '../../../locales/en/delivery/preferences.ts'
import { preferences as fr } from '../../../locales/fr/delivery/preferences.ts'
import { mayOffer } from './offer-push.ts'
import { keyText, pushAbility } from './subscribe-push.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1'
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15'
const browser = (more: { permission?: string; userAgent?: string; maxTouchPoints?: number }) => {
  const { permission, userAgent = '', maxTouchPoints = 0 } = more
  return {
    navigator: { userAgent, maxTouchPoints, ...(permission ? { serviceWorker: {} } : {}) } as unknown as Navigator,
    ...(permission ? { PushManager: {}, Notification: { permission } } : {}),
  }
}
const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('push support of a browser', () => {
  it.each([
    [{ permission: 'default' }, 'off'],
    [{ permission: 'granted' }, 'off'],
    [{ permission: 'denied' }, 'denied'],
    [{ permission: 'default', userAgent: iPhone }, 'off'],
    [{ userAgent: iPhone }, 'home_screen'],
    [{ userAgent: iPad, maxTouchPoints: 5 }, 'home_screen'],
    [{ userAgent: iPad }, 'unsupported'],
    [{}, 'unsupported'],
  ])('a browser with %j has the push state %s', (more, state) => expect(pushAbility(browser(more))).toBe(state))
})

it('push is offered on the first order only', () => {
  const own = storage()
  expect(['ord_1', 'ord_1', 'ord_2'].map((order) => mayOffer(order, () => own))).toEqual([true, true, false])
  expect(
    mayOffer('ord_1', () => {
      throw new Error('no storage')
    }),
  ).toBe(false)
})

it('a subscription is sent again once a day', () => {
  const own = { Notification: { permission: 'granted' }, localStorage: storage() }
  const day = 86_400_000
  expect([day, day + 1, 2 * day - 1, 2 * day].map((now) => isRenewalDue(own, now))).toEqual([true, false, false, true])
  expect(isRenewalDue({ ...own, Notification: { permission: 'default' } }, 9 * day)).toBe(false)
  expect(isRenewalDue({ localStorage: storage() }, day)).toBe(false)
})

it('the VAPID key is encoded as the site encodes it', () => {
  expect(keyText(Uint8Array.from([4, 251, 255]).buffer)).toBe('BPv_')
  expect(keyText(null)).toBe('')
})

it('the service worker shares its lock with the pages', () => {
  const worker = readFileSync('public/sw.js', 'utf8')
  expect(worker).toContain(`'${tokenKey}'`)
  expect(worker).not.toMatch(/addEventListener\('fetch'|caches/)
})

it('every notification title is in both languages', () => {
  const titles = ({ push }: typeof en) => [
    push.title,
    push.devices,
    push.allow,
    push.offer.title,
    ...Object.values(push.saved),
  ]
  expect(titles(fr)).toHaveLength(titles(en).length)
  expect(titles(fr).filter((title) => titles(en).includes(title))).toEqual([])
  expect(fr.push.title).toBe('Notifications sur cet appareil')
})
