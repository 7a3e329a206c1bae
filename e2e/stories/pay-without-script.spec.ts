import { expect, test } from '@playwright/test'
import { atCheckout, goToProviderPage, payOnProviderPage } from '../fixtures/at-checkout.ts'

test.describe('checkout with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the bank confirms a card of the provider’s page, and another way closes a page, with JavaScript off', async ({
    page,
  }) => {
    await atCheckout(page)
    const left = await goToProviderPage(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/checkout\/ord_/)
    expect(await goToProviderPage(page)).not.toBe(left)
    await payOnProviderPage(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(/\/profile\/orders\/ord_/)
    await page.goto(left)
    await expect(page.getByRole('heading', { name: 'This page is closed' })).toBeVisible()
  })
})
