import type { BrowserContext, Page, Worker } from '@playwright/test'
import { newPushSubscription } from '../../functions/test-bench/push-browsers.ts'
import { findChromium } from '../find-chromium.ts'
import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { browserArgs, site } from '../playwright.config.ts'

const profile = `/pg/${program}/profile`
// Uses full Chromium, because the headless shell shows no notifications.
test.use({ launchOptions: { executablePath: findChromium(), args: browserArgs } })

for (const lang of ['en', 'fr'] as const)
  test(`a parent turns on push notifications after a booking and receives one, in ${lang}${lang === 'fr' ? ' by the keyboard alone' : ''}`, async ({
    phone,
    context,
  }) => {
    test.setTimeout(180_000)
    const { push, topics, channels, box } = words[lang].preferences
    const hands = lang === 'fr' ? keyboard(phone) : thumb
    await withoutPushService(context)
    const family = await newFamily({ ages: [13], language: lang })
    const order = await paidOrder(family, await placeOf('Glaze and Fire Sunday', 'Two pots'), [0])
    await logIn(phone, family, `${profile}/orders/${order.id}`)
    const offer = phone.getByRole('region', { name: push.offer.title })
    await expect(offer).toBeVisible()
    await expect.poll(() => questions(phone)).toBe(0)
    await fitsTheScreen(phone)
    await isAccessible(phone, 'main')
    await hands.press(offer.getByRole('button', { name: push.offer.allow }))
    await expect(offer.getByRole('status')).toHaveText(push.offer.done)
    expect(await questions(phone)).toBe(1)

    await phone.goto(`${profile}/preferences`)
    await expect(phone.getByText(push.isOn)).toBeVisible()
    await expect(phone.getByRole('checkbox', { name: box(topics.changes?.name ?? '', channels.push) })).toBeChecked()
    await fitsTheScreen(phone)
    await isAccessible(phone)
    await hands.press(phone.getByRole('button', { name: push.test }))
    await expect(phone.getByText(push.saved.push_sent ?? '')).toBeVisible()

    const url = `${profile}/orders/${order.id}?lang=${lang}`
    await deliver(phone, {
      title: 'New time or place: Canoe Week',
      body: 'See when and where it is now.',
      url,
      tag: 'one',
    })
    await deliver(phone, { title: 'Elsewhere', body: '', url: 'https://evil.example/', tag: 'two' })
    await expect
      .poll(() => shown(phone))
      .toEqual([
        ['Elsewhere', ''],
        ['New time or place: Canoe Week', 'See when and where it is now.'],
      ])
    expect(await clicked(context, 'New time or place: Canoe Week')).toBe(`${site}${url}`)
    expect(await clicked(context, 'Elsewhere')).toBe(`${site}/`)

    await hands.press(phone.getByRole('button', { name: push.off }).first())
    await expect(phone.getByText(push.saved.push_off ?? '')).toBeVisible()
    await expect(phone.getByRole('button', { name: push.allow })).toBeVisible()
    await expect(phone.getByRole('heading', { name: push.devices })).toHaveCount(0)
    await fitsTheScreen(phone)
    await isAccessible(phone)
  })

/**
 * No push service is reachable here. The browser subscribes at the one of development builds, and its prompts are
 * counted.
 */
async function withoutPushService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: site })
  await context.addInitScript((made) => {
    const kept = 'story-subscription'
    const count = 'story-questions'
    Object.defineProperty(Notification, 'permission', {
      get: () => (localStorage.getItem(count) === null ? 'default' : 'granted'),
    })
    Notification.requestPermission = async () => {
      localStorage.setItem(count, String(Number(localStorage.getItem(count) ?? 0) + 1))
      return 'granted'
    }
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
    const subscription = () => {
      const key = localStorage.getItem(kept)
      return key === null
        ? null
        : {
            endpoint: made.endpoint,
            options: { applicationServerKey: bytes(key) },
            toJSON: () => ({ ...made, expirationTime: null }),
            unsubscribe: async () => localStorage.removeItem(kept),
          }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(kept, applicationServerKey)
        return subscription()
      },
    })
  }, newPushSubscription())
}

const questions = (page: Page) => page.evaluate(() => Number(localStorage.getItem('story-questions') ?? 0))

/** Dispatches a push message to the page's service worker. */
async function deliver(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${site}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: site,
    registrationId,
    data: JSON.stringify(message),
  })
  await devtools.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body }) => [title, body]).sort(([a = ''], [b = '']) => a.localeCompare(b))
  })

/** The page that a notification opens. A browser opens a window only for a real press, which a test cannot make. */
async function clicked(context: BrowserContext, title: string): Promise<string> {
  const worker = context.serviceWorkers().find((each) => each.url() === `${site}/sw.js`) as Worker
  return worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as ServiceWorkerScope
    const notification = (await scope.registration.getNotifications()).find((each) => each.title === wanted)
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => resolve(url)
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })
  }, title)
}

type ServiceWorkerScope = {
  registration: { getNotifications: () => Promise<Notification[]> }
  clients: { openWindow: (url: string) => Promise<void> }
  dispatchEvent: (event: Event) => boolean
  NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
}
