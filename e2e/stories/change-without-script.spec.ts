import { expect, test } from '@playwright/test'
import { like, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { fitsTheScreen, logIn } from '../fixtures/phone.ts'
import { newOrder, paidOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const { checkout, checkoutForm, order, registration } = words.en

test.describe('an order and its cart, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('the code of a link is applied to the booking, and a product is changed and removed, with JavaScript off', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const family = await newFamily()
    const { event_id } = await placeOf('Big lake day', 'Fifty places')
    await logIn(page, family, `/pg/${program}?discount=WELCOME10`)
    await page.goto(`/pg/${program}/evt/${event_id}/register`)
    await page.getByRole('checkbox', { name: /^Maya/ }).check({ force: true })
    await page.getByRole('button', { name: like(registration.goOn) }).click()
    await page.waitForURL(/\/checkout\/ord_/)
    await expect(page.getByRole('form', { name: `${checkout.remove} WELCOME10` })).toBeVisible()
    const orderId = /ord_\w+/.exec(page.url())?.[0] ?? ''

    const store = await (await fetch(`${site}/pg/${program}?store=all`)).text()
    const [source] = /\bvar_\w+/.exec(store) ?? []
    const body = { type: 'product_variation', source, quantity: 1 }
    await made(`/profile/orders/${orderId}/items`, { bearer: family.bearer, body })
    await page.reload()
    await page.getByRole('combobox', { name: like(checkout.quantity) }).selectOption('2')
    await page.getByRole('button', { name: like(checkoutForm.setQuantity) }).click()
    await expect(page.getByRole('combobox', { name: like(checkout.quantity) })).toHaveValue('2')
    await fitsTheScreen(page)
    for (const left of [1, 0]) {
      const items = page.getByRole('region', { name: checkoutForm.change })
      await items
        .getByRole('button', { name: like(checkout.remove) })
        .last()
        .click()
      await expect(page.getByRole('heading', { name: checkoutForm.change })).toHaveCount(left)
    }
    await expect(page.getByRole('heading', { name: checkout.empty })).toBeVisible()
  })

  test('a place and then the order are cancelled for the amounts shown, with JavaScript off', async ({ page }) => {
    test.setTimeout(120_000)
    const family = await newFamily({ ages: [9, 10, 11] })
    const place = await placeOf('Big lake day', 'Fifty places')
    const { id } = await paidOrder(family, place, [0, 1, 2])
    await logIn(page, family, `/pg/${program}/profile/orders/${id}`)
    const cancel = async (name: string, amount: RegExp) => {
      await page.locator('summary', { hasText: name }).click()
      const form = page.locator('details[open] > form')
      await form.getByLabel(order.cancel.why).selectOption({ index: 1 })
      await form.getByRole('button', { name: amount }).click()
    }
    await cancel('Cancel Maya’s place?', /^Cancel and get back/)
    await expect(page.getByRole('status').filter({ hasText: order.cancel.cancelled })).toBeVisible()
    await fitsTheScreen(page)
    await cancel(order.cancel.whole, /^Cancel the order and get back/)
    await expect(page.getByRole('heading', { name: order.headings.cancelled })).toBeVisible()
    const { status, amount_returned, amount_returning } = await made(`/profile/orders/${id}`, family)
    // Three places with their tax; the booking fee is kept.
    expect([status, amount_returned.value + amount_returning.value]).toEqual(['cancelled', 3 * 2712])

    await page.getByRole('link', { name: like(order.print) }).click()
    await page.getByRole('button', { name: order.papers.mailAgain }).click()
    await expect(page.getByRole('status').filter({ hasText: order.papers.mailed(family.email) })).toBeVisible()
    await fitsTheScreen(page)
  })

  test('an order to be paid later is cancelled, with JavaScript off', async ({ page }) => {
    const family = await newFamily()
    const { id } = await newOrder(family, await placeOf('Big lake day', 'Fifty places'))
    await made(`/profile/orders/${id}/payments`, { ...family, body: { checkout_method: 'offline' } })
    await logIn(page, family, `/pg/${program}/profile/orders/${id}`)
    await page.getByRole('button', { name: order.cancel.whole }).click()
    await expect(page.getByRole('heading', { name: order.headings.cancelled })).toBeVisible()
  })
})
