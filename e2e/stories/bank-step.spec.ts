import type { Page } from '@playwright/test'
import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { type Activity, isPaid, payByCard, words } from '../fixtures/buying.ts'
import { password, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, isAccessible, logIn, newPhone, test } from '../fixtures/phone.ts'

const activity = (page: Page) => ({ page, hands: thumb, lang: 'en' as const })
const byKeyboard = (page: Page) => ({ page, hands: keyboard(page), lang: 'fr' as const })
const bankCard = '4000 0025 0000 3155'

async function atBank(phone: Page, how: Activity = activity(phone)) {
  const results = await atCheckout(phone, { language: how.lang })
  await payByCard(how, bankCard)
  await phone.waitForURL(/\/dev\/bank\//)
  return results
}

test('a confirmed bank step returns the customer to the paid order', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atBank(phone)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await phone.waitForURL(/\/profile\/orders\//)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^See you on /)
  await isAccessible(phone)
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
  await mailTo(family.email, /\d{4}-\d{6}/)
})

test('a refused bank step charges nothing, in French by keyboard', async ({ phone }) => {
  test.setTimeout(120_000)
  const how = byKeyboard(phone)
  const { family, orderId } = await atBank(phone, how)
  await how.hands.press(phone.getByRole('button', { name: 'Refuse' }))
  await expect(phone.getByText(words.fr.confirm.failed).first()).toBeVisible()
  await expect(phone.getByRole('link', { name: words.fr.checkout.tellUs })).toHaveAttribute(
    'href',
    /^\/support\?.*type=\w+.*path=%2Fconfirm-payment/,
  )
  await isAccessible(phone)
  await how.hands.press(phone.getByRole('link', { name: words.fr.confirm.backToCheckout }))
  await phone.waitForURL(/\/checkout\/ord_/)
  // The notice is in the HTML, so that nothing below it moves when the script starts.
  expect(await (await phone.request.get(phone.url())).text()).toMatch(/role="alert"[\s\S]*n’a pas été authentifié/)
  await payByCard(how, '4242 4242 4242 4242')
  await isPaid(how)
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
})

test('a customer can finish a bank step on another device', async ({ phone, browser }) => {
  test.setTimeout(180_000)
  const { family, orderId } = await atBank(phone)
  await phone.goto(`/pg/${program}`)

  const elsewhere = await newPhone(await browser.newContext({ viewport: { width: 360, height: 740 } }))
  await logIn(elsewhere, { email: family.email, password }, `/pg/${program}/checkout/${orderId}`)
  await elsewhere.getByRole('link', { name: words.en.checkout.toBank }).click()
  await elsewhere.waitForURL(/\/dev\/bank\//)
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await elsewhere.waitForURL(/\/profile\/orders\//)
  await expect(elsewhere.getByText(/Paid|Confirmed/).first()).toBeVisible()
  await elsewhere.context().close()

  await phone.goto(`/pg/${program}/checkout/${orderId}`)
  await isPaid(activity(phone))
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
})

test('a customer leaves a bank step and pays with another card', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atBank(phone)
  await phone.goto(`/pg/${program}/checkout/${orderId}`)
  await phone.getByRole('button', { name: words.en.checkout.actions.other }).click()
  await expect(phone.locator('input[name=number]')).toBeVisible()
  await expect(phone.locator(':is(#pay-card, [name=number]):focus')).toHaveCount(1)
  await payByCard(activity(phone), '4242 4242 4242 4242')
  await isPaid(activity(phone))
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
})

test('a forged return URL from the bank changes nothing', async ({ phone, request }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atBank(phone)
  const payments = await (
    await request.get(`/api/v1/profile/orders/${orderId}/payments`, {
      headers: { Authorization: `Bearer ${family.bearer}` },
    })
  ).json()
  await phone.goto(
    `/confirm-payment?program_id=${program}&order_id=${orderId}&payment_id=${payments.data[0].id}&redirect_status=succeeded&t=forged`,
  )
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'requires_action', succeeded: 0 })
})
