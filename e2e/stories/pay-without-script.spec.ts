import { expect, type Page, test } from '@playwright/test'
import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { words } from '../fixtures/buying.ts'
import { fitsTheScreen } from '../fixtures/phone.ts'

const { checkout, checkoutForm: form, order } = words.en

/** Chooses a way to pay and sends the form. */
async function payWith(page: Page, way: string): Promise<void> {
  await page.getByRole('radio', { name: way }).check()
  await page.getByRole('button', { name: form.pay }).click()
}

test.describe('checkout with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a new card is paid on the provider’s page, which leads back to the order, with JavaScript off', async ({
    page,
  }) => {
    const { family, orderId } = await atCheckout(page)
    await fitsTheScreen(page)
    await expect(page.getByRole('button', { disabled: true })).toHaveCount(0)
    await page.getByRole('textbox', { name: checkout.codeLabel }).fill('NOSUCHCODE')
    await page.getByRole('button', { name: checkout.apply }).click()
    await expect(page.locator('#plain-code-error')).toBeVisible()

    await payWith(page, form.page)
    await page.waitForURL(/\/dev\/pay\/page_/)
    await fitsTheScreen(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(checkout.pageStep)).toBeVisible()
    await page.getByRole('link', { name: checkout.continuePage }).click()

    await page.getByLabel('Card number').fill('4000000000000002')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/profile\/orders\/ord_/)
    await expect(page.getByText(order.status.paid).first()).toBeVisible()
    const { status, succeeded, paid, total } = await paymentsOf(family, orderId)
    expect([status, succeeded, paid]).toEqual(['paid', 1, total])
  })

  test('the bank confirms a card of the provider’s page, and another way closes a page, with JavaScript off', async ({
    page,
  }) => {
    await atCheckout(page)
    await payWith(page, form.page)
    await page.waitForURL(/\/dev\/pay\/page_/)
    const left = page.url()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await payWith(page, form.page)
    await page.waitForURL((url) => /\/dev\/pay\/page_/.test(url.pathname) && url.href !== left)
    await page.getByLabel('Card number').fill('4000 0025 0000 3155')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(/\/profile\/orders\/ord_/)
    await page.goto(left)
    await expect(page.getByRole('heading', { name: 'This page is closed' })).toBeVisible()
  })
})
