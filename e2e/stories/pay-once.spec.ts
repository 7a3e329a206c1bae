import type { Page } from '@playwright/test'
import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, like, payByCard, words } from '../fixtures/buying.ts'
import { program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, newPhone, test } from '../fixtures/phone.ts'

const activity = (page: Page) => ({ page, hands: thumb, lang: 'en' as const })
const payButton = (page: Page) => page.getByRole('button', { name: like(words.en.checkout.pay) })

async function fillCard(page: Page) {
  const text = words.en.checkout
  await expect(page.locator('#pay-card')).toBeEnabled()
  await page.locator('#pay-card').check({ force: true })
  await page.getByLabel(text.cardNumber).fill('4242 4242 4242 4242')
  await page.getByLabel(text.expiry).fill('12 / 34')
  await page.getByLabel(text.securityCode).fill('123')
}

test('a double click pays once', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atCheckout(phone)
  await fillCard(phone)
  await payButton(phone).dblclick()
  await isPaid(activity(phone))
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
})

test('two tabs that pay at once charge once and open the same receipt', async ({ phone, context }) => {
  test.setTimeout(150_000)
  const { family, orderId } = await atCheckout(phone)
  const second = await newPhone(context)
  await second.goto(`/pg/${program}/checkout/${orderId}`)
  await fillCard(phone)
  await fillCard(second)
  await Promise.all([payButton(phone).click(), payButton(second).click()])
  const receipts = [await isPaid(activity(phone)), await isPaid(activity(second))]
  expect(receipts[0]).toBe(receipts[1])
  const { paid, total, succeeded } = await paymentsOf(family, orderId)
  expect([succeeded, paid]).toEqual([1, total])
})

test('reloading during a payment or going back charges nothing more', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atCheckout(phone)
  await fillCard(phone)
  await payButton(phone).click()
  await phone.reload().catch((error: Error) => {
    // The reloaded page redirects to the receipt at the same moment, which aborts the reload.
    if (!error.message.includes('net::ERR_ABORTED')) throw error
  })
  await isPaid(activity(phone)).catch(async () => {
    // The request had not been sent when the page was reloaded.
    await payByCard(activity(phone), '4242 4242 4242 4242')
    await isPaid(activity(phone))
  })
  await phone.goto(`/pg/${program}/checkout/${orderId}`)
  await isPaid(activity(phone))
  const { paid, total, succeeded } = await paymentsOf(family, orderId)
  expect([succeeded, paid]).toEqual([1, total])
})

test('a second press after a lost response returns the same payment', async ({ phone }) => {
  test.setTimeout(150_000)
  const { family, orderId } = await atCheckout(phone)
  await fillCard(phone)
  let lost = 0
  await phone.route('**/payments', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await payButton(phone).click()
  await expect(phone.getByRole('alert').filter({ hasText: words.en.checkout.unreachable })).toBeVisible()
  expect(lost).toBe(1)
  await payButton(phone).click()
  await isPaid(activity(phone))
  const { paid, total, succeeded } = await paymentsOf(family, orderId)
  expect([succeeded, paid]).toEqual([1, total])
})
