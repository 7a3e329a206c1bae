import type { Page } from '@playwright/test'
import { atCheckout } from '../fixtures/at-checkout.ts'
import { made } from '../fixtures/call.ts'
import { isPaid, payByCard, pressPay, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, focusInTree, isAccessible, logIn, newPhone, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'

const text = words.en.checkout
const label = (words: string) => new RegExp(`^${words}`)

/** Opens the checkout of an order for two children. */
async function atCheckoutOfTwo(phone: Page, language: 'en' | 'fr' = 'en') {
  const family = await newFamily({ language })
  const place = await placeOf('Big lake day', 'Fifty places')
  const { id } = await newOrder(family, place, [0, 1])
  await logIn(phone, family, `/pg/${program}/checkout/${id}`)
  await phone.waitForURL(/\/checkout\/ord_/)
  return { family, place }
}

for (const lang of ['en', 'fr'] as const)
  test(`U12: the header and the countdown bar do not cover the form on a phone (${lang})`, async ({ phone }) => {
    test.setTimeout(120_000)
    const { place } = await atCheckoutOfTwo(phone, lang)
    for (const path of [phone.url(), `/pg/${program}/evt/${place.event_id}/register`]) {
      await phone.goto(path)
      const [bar, main] = [phone.locator('.hold'), phone.locator('main h1')]
      await expect(bar.getByRole('timer')).toBeVisible()
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
      expect(y + height, path).toBeLessThanOrEqual(110)
      await expect(main).toBeInViewport()
      await fitsTheScreen(phone)
    }
  })

test('U12: the default card is preselected and its fields form one group', async ({ phone }) => {
  test.setTimeout(120_000)
  await atCheckout(phone)
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await expect(phone.getByRole('radio', { name: text.card })).toBeChecked()
  const group = phone.getByRole('group', { name: text.cardDetails })
  const number = group.getByLabel(text.cardNumber)
  const [expiry, code] = [group.getByLabel(text.expiry), group.getByLabel(text.securityCode)]
  const errors = group.locator('.error')
  await expect(number).toBeEnabled()

  for (let round = 0; round < 2; round += 1) {
    await pressPay(activity)
    await expect(errors).toHaveCount(3)
    await expect(number).toBeFocused()
  }
  await isAccessible(phone)
  await number.pressSequentially('4000000000000002')
  await expect(number).toHaveValue('4000 0000 0000 0002')
  await expect(errors).toHaveCount(2)
  await expiry.pressSequentially('1234')
  await expect(expiry).toHaveValue('12 / 34')
  await expect(errors).toHaveCount(1)
  await code.pressSequentially('123')
  await expect(errors).toHaveCount(0)

  await pressPay(activity)
  await phone.getByRole('button', { name: text.actions.other }).click()
  await expect(number).toBeFocused()
  for (const field of [number, expiry, code]) await expect(field).toHaveValue('')

  await phone.getByLabel(text.codeLabel).fill('NOSUCHCODE')
  await phone.getByRole('button', { name: text.apply }).click()
  const refused = phone.locator('#code-error')
  await expect(refused).toBeVisible()
  await expect(phone.getByLabel(text.codeLabel)).toBeFocused()
  await phone.getByLabel(text.codeLabel).pressSequentially('X')
  await expect(refused).toHaveCount(0)
})

test('a code is applied with the first press, while the script of its form loads and when it does not load', async ({
  phone,
}) => {
  test.setTimeout(120_000)
  const { orderId } = await atCheckout(phone)
  const applyOn = (page: Page) => page.getByRole('button', { name: text.apply })
  const appliedOn = (page: Page) => page.getByRole('button', { name: 'Remove code WELCOME10' })
  async function press(page: Page) {
    await expect(applyOn(page)).toBeEnabled()
    await page.getByLabel(text.codeLabel).fill('WELCOME10')
    await applyOn(page).click()
  }
  let load = () => {}
  const isLoaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await phone.route(/\/CodeForm\.[^/]*js/, async (route) => {
    await isLoaded
    await route.continue()
  })
  await phone.reload()
  // The script of the page runs, but not yet that of the form.
  await expect(phone.getByRole('button', { name: text.moreTime })).toBeEnabled()
  await press(phone)
  await expect(applyOn(phone)).toHaveAttribute('aria-busy', 'true')
  load()
  await appliedOn(phone).click()
  await expect(appliedOn(phone)).toHaveCount(0)

  const other = await newPhone(phone.context())
  await other.route(/\/_astro\/[^/]*\.js/, (route) => route.abort())
  await other.goto(`/pg/${program}/checkout/${orderId}`)
  await press(other)
  await expect(appliedOn(other)).toBeVisible()
})

test('U3: the keyboard focus is never lost during checkout', async ({ phone }) => {
  test.setTimeout(180_000)
  await atCheckoutOfTwo(phone)
  const hands = keyboard(phone)
  const activity = { page: phone, hands, lang: 'en' as const }
  const status = phone.getByRole('status')
  const saysTotal = async (words: string) => {
    const line = status.filter({ hasText: words })
    await expect(line).toBeAttached()
    await expect(line).toContainText((await phone.locator('dd.sum').textContent()) ?? '')
  }

  await hands.write(phone.getByLabel(text.codeLabel), 'WELCOME10')
  // A press before the script has loaded posts the form, and the page starts again.
  await expect(phone.locator('astro-island[ssr]').filter({ has: phone.getByLabel(text.codeLabel) })).toHaveCount(0)
  await hands.press(phone.getByRole('button', { name: text.apply }))
  await saysTotal('WELCOME10 applied.')
  await expect.poll(() => focusInTree(phone)).toBe(`button: ${text.apply}`)
  await hands.press(phone.getByRole('button', { name: 'Remove code WELCOME10' }))
  await saysTotal('WELCOME10 removed.')
  await expect.poll(() => focusInTree(phone)).toBe(`textbox: ${text.codeLabel}`)

  await hands.press(phone.getByRole('button', { name: text.moreTime }))
  await expect.poll(() => focusInTree(phone)).toMatch(/^timer: /)

  await hands.press(phone.getByRole('button', { name: label(text.remove) }).first())
  await saysTotal('Big lake day')
  await expect.poll(() => focusInTree(phone)).toBe(`heading: ${text.order}`)

  for (const number of ['4000 0000 0000 0002', '4000 0000 0000 9995']) {
    await payByCard(activity, number)
    await expect.poll(() => focusInTree(phone)).toMatch(/^alert: /)
    await expect(phone.getByRole('alert').filter({ hasText: 'still held' })).toBeFocused()
  }
  await isAccessible(phone)

  await hands.press(phone.getByRole('button', { name: label(text.remove) }))
  await expect.poll(() => focusInTree(phone)).toBe(`heading: ${text.empty}`)
})

test('U3: after a cancellation by keyboard the focus is on the new status of the order', async ({ phone }) => {
  test.setTimeout(180_000)
  await atCheckout(phone)
  const hands = keyboard(phone)
  const activity = { page: phone, hands, lang: 'en' as const }
  const cancel = words.en.order.cancel
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)

  const manage = phone.locator('summary', { hasText: words.en.order.manage })
  const change = phone.getByRole('link', { name: label(words.en.order.change) })
  await hands.press(manage)
  await hands.press(change)
  await expect.poll(() => focusInTree(phone)).toMatch(/^heading: /)
  await hands.press(phone.getByRole('button', { name: cancel.keep }))
  await expect(manage).toBeFocused()
  await hands.press(manage)
  await hands.press(change)

  const send = phone.getByRole('button', { name: /Cancel and get back/ })
  for (let round = 0; round < 2; round += 1) {
    await hands.press(send)
    await expect.poll(() => focusInTree(phone)).toBe(`combobox: ${cancel.why}`)
  }
  const required = phone.locator('#reason-error')
  await expect(required).toHaveText(cancel.reasonRequired)
  await hands.choose(phone.getByLabel(cancel.why), cancel.reasons.wrong_selection)
  await expect(required).toHaveCount(0)
  await phone.route('**/cancel', (route) => route.abort('connectionreset'), { times: 1 })
  await hands.press(send)
  await expect.poll(() => focusInTree(phone)).toMatch(/^alert: /)
  await hands.press(send)
  await expect(phone.getByText(words.en.order.status.cancelled).first()).toBeVisible()
  await expect.poll(() => focusInTree(phone)).toBe(`heading: ${words.en.order.headings.cancelled}`)
  await isAccessible(phone)
})

/** The largest contentful paint, and when its request started relative to the first paint. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ element: string; isPicture: boolean; isInTime: boolean }>((resolve) => {
        let last: (PerformanceEntry & { element?: Element | null; url?: string }) | undefined
        new PerformanceObserver((list) => {
          last = list.getEntries().at(-1)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => {
          const [load] = last?.url ? performance.getEntriesByName(last.url) : []
          const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
          resolve({
            element: `${last?.element?.tagName.toLowerCase()} ${last?.element?.textContent?.trim().slice(0, 40)}`,
            isPicture: last?.element?.tagName === 'IMG',
            isInTime:
              load !== undefined && load.startTime <= firstPaint && last?.element?.hasAttribute('height') === true,
          })
        }, 1500)
      }),
  )

test('T9: the largest contentful paint is text on a phone and a preloaded picture on a wide screen', async ({
  phone,
}) => {
  const { event_id } = await placeOf('Junior week', 'Ages 8 to 12')
  const requested: string[] = []
  phone.on(
    'request',
    (request) => request.resourceType() === 'image' && requested.push(new URL(request.url()).pathname),
  )
  const paths = [`/pg/${program}/login`, `/pg/${program}/signup`, `/pg/${program}/evt/${event_id}/register`]
  const strip = phone.locator('.strip img')
  for (const path of paths) {
    await phone.goto(path)
    const { element, isPicture } = await largestPaint(phone)
    expect(isPicture, `${path}: ${element}`).toBe(false)
    expect(requested, 'a phone does not load what it does not show').not.toContain(await strip.getAttribute('src'))
  }
  await phone.setViewportSize({ width: 1280, height: 900 })
  for (const path of paths) {
    await phone.goto(path)
    await expect(strip).toBeVisible()
    const paint = await largestPaint(phone)
    expect(!paint.isPicture || paint.isInTime, `${path}: ${JSON.stringify(paint)}`).toBe(true)
  }
})

for (const lang of ['en', 'fr'] as const)
  test.describe(`the checkout without JavaScript, in ${lang}`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

    test('a customer without JavaScript can pay later or with a stored card', async ({ page }) => {
      const family = await newFamily({ language: lang, verified: true })
      const place = await placeOf('Big lake day', 'Fifty places')
      const [order, second] = [await newOrder(family, place), await newOrder(family, place, [1])]
      const { checkout: own, checkoutForm: form } = words[lang]
      const payWith = async (way: string | RegExp) => {
        await page.getByRole('radio', { name: way }).check()
        await page.getByRole('button', { name: form.pay }).click()
      }
      await logIn(page, family, `/pg/${program}/checkout/${order.id}`)
      await fitsTheScreen(page)
      await payWith(own.offline)
      await page.waitForURL(/\/profile\/orders\//)
      expect((await made(`/profile/orders/${order.id}`, { bearer: family.bearer })).status).toBe('pending')

      const methods = `/profile/programs/${program}/payment_methods`
      for (const card of ['pm_card_visa', 'pm_card_chargeCustomerFail'])
        await made(`${methods}/${card}/attach`, { bearer: family.bearer, body: {} })
      await page.goto(`/pg/${program}/checkout/${second.id}`)
      await payWith(/0341/)
      await expect(page.locator('#plain-ways-error')).toBeVisible()
      await expect(page.getByRole('radio', { name: /0341/ })).toBeFocused()
      await payWith(/4242/)
      await page.waitForURL(/\/profile\/orders\//)
      expect((await made(`/profile/orders/${second.id}`, { bearer: family.bearer })).status).toBe('paid')
    })
  })
