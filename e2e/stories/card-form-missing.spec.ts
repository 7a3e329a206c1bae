import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { words } from '../fixtures/buying.ts'
import { expect, isAccessible, test } from '../fixtures/phone.ts'

const { checkout, order } = words.en

test('a card form that does not come in eight seconds, or is blocked, leads to the provider’s page', async ({
  page,
}) => {
  const form = /\/_astro\/SandboxCard\.\w*/
  const toPage = page.getByRole('button', { name: checkout.toPage })
  await page.clock.install()
  await page.route(form, () => {})
  const { family, orderId } = await atCheckout(page)
  await expect(page.getByRole('radio', { name: checkout.card })).toBeEnabled()
  await expect(toPage).toHaveCount(0)
  await page.clock.runFor(8000)
  await expect(toPage).toBeVisible()
  await isAccessible(page)

  await page.unroute(form)
  await page.route(form, (route) => route.abort())
  await page.reload()
  await expect(toPage).toBeVisible()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(toPage).toBeFocused()
  await toPage.click()
  await page.waitForURL(/\/dev\/pay\/page_/)
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/profile\/orders\/ord_/)
  await expect(page.getByText(order.status.paid).first()).toBeVisible()
  const { status, succeeded, paid, total } = await paymentsOf(family, orderId)
  expect([status, succeeded, paid]).toEqual(['paid', 1, total])
})
