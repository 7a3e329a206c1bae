import type { Page } from '@playwright/test'
import { paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, like, words } from '../fixtures/buying.ts'
import { made, passDays } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, openOnNewDevice, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'
import { siteClock } from '../site-clock.ts'

const text = words.en

type Order = { instalments: { due_on: string }[] }

async function addCard(page: Page, number: string): Promise<void> {
  await thumb.write(page.getByLabel(text.checkout.cardNumber), number)
  await thumb.write(page.getByLabel(text.checkout.expiry), '12 / 34')
  await thumb.write(page.getByLabel(text.checkout.securityCode), '123')
  await page.getByRole('button', { name: 'Add card' }).click()
}

async function atTheBank(page: Page, decision: 'Confirm' | 'Refuse'): Promise<void> {
  await page.waitForURL(/\/dev\/bank\//)
  await page.getByRole('button', { name: decision }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/dev/bank/'))
}

test('a parent pays a declined instalment from its mail on another phone', async ({ phone, browser }) => {
  test.setTimeout(240_000)
  const family = await newFamily()
  const place = await placeOf('March Break Makers', 'Full day')
  await logIn(phone, family, `/pg/${program}/evt/${place.event_id}`)
  await expect(phone.getByText(/^Or in instalments: \$\S+ now, then \$\S+ on .+ and \$\S+ on .+\.$/)).toBeVisible()

  const order = await newOrder(family, place)
  await phone.goto(`/pg/${program}/checkout/${order.id}`)
  const parts = phone.getByRole('group', { name: text.checkout.whenToPay })
  await expect(parts.getByRole('listitem')).toHaveText([/^Then \$\S+ on /, /^Then \$\S+ on /])
  await parts.getByRole('radio', { name: /^In 3 payments: / }).check()
  await expect(phone.getByText(text.checkout.partsConsent)).toBeVisible()
  await expect(phone.getByLabel(text.checkout.keepCard)).toHaveCount(0)
  await fitsTheScreen(phone)
  await isAccessible(phone)
  const first = /\$[\d.]+/.exec(
    (await parts.getByRole('radio', { name: /^In 3/ }).locator('..').textContent()) ?? '',
  )?.[0]
  await thumb.write(phone.getByLabel(text.checkout.cardNumber), '4242 4242 4242 4242')
  await thumb.write(phone.getByLabel(text.checkout.expiry), '12 / 34')
  await thumb.write(phone.getByLabel(text.checkout.securityCode), '123')
  await thumb.press(phone.getByRole('button', { name: `Pay ${first}` }))
  await isPaid({ page: phone, hands: thumb, lang: 'en' })

  const plan = phone.getByRole('region', { name: text.order.plan.title })
  const states = plan.getByRole('listitem')
  await expect(states).toContainText(['Paid', text.order.plan.states.scheduled, text.order.plan.states.scheduled])
  await fitsTheScreen(phone)
  await isAccessible(phone)

  // The card of the first instalment is removed, and the next instalment is declined when it is charged.
  const cards = `/pg/${program}/profile/payment-methods`
  await phone.goto(cards)
  await addCard(phone, '4000 0000 0000 0341')
  await expect(phone.getByRole('status')).toHaveText('Your card is stored.')
  await phone.getByRole('link', { name: /^Remove ?: Visa ending 4242$/ }).click()
  await phone.getByRole('button', { name: 'Remove Visa ending 4242' }).click()
  await expect(phone.getByRole('status')).toHaveText('The card is removed.')
  const { instalments } = await made<Order>(`/profile/orders/${order.id}`, { bearer: family.bearer })
  const daysUntil = (index: number) =>
    Math.ceil((Date.parse(`${instalments[index]?.due_on}T23:59:00-05:00`) - siteClock.now()) / 86_400_000)
  await passDays({ order_id: order.id }, daysUntil(1))
  const mail = await mailTo(family.email, /^We couldn’t charge \$/)
  const link = /https?:\/\/\S*\/profile\/orders\/ord_\w+/.exec(mail.text)?.[0] ?? ''

  // The mailed link opens the instalment on another device after a log-in. Another card pays it after a bank step.
  const device = await openOnNewDevice(browser, link, family)
  const onDevice = device.getByRole('region', { name: text.order.plan.title })
  const partsOnDevice = onDevice.getByRole('listitem')
  await expect(partsOnDevice).toContainText(['Paid', text.order.plan.states.failed, text.order.plan.states.scheduled])
  await expect(device.getByText(text.order.plan.failedTitle)).toBeVisible()
  await expect(
    onDevice.getByText(/^We couldn’t charge your card\. We’ll try again on .+\. To be sure, pay it now\.$/),
  ).toBeVisible()
  await fitsTheScreen(device)
  await isAccessible(device)
  await onDevice.getByRole('radio', { name: /ending 0341/ }).check()
  await onDevice.getByRole('button', { name: text.order.plan.pay }).click()
  await expect(device.getByRole('alert').filter({ hasText: 'did not accept' })).toBeFocused()
  expect(await paymentsOf(family, order.id)).toMatchObject({ status: 'paid', succeeded: 1 })

  await onDevice.getByRole('link', { name: text.order.plan.addCard }).click()
  await addCard(device, '4000 0025 0000 3155')
  await atTheBank(device, 'Confirm')
  // The bank returns to the instalment for which the card was added.
  await device.waitForURL(/\/profile\/orders\/ord_/)
  await expect(onDevice.getByRole('status')).toHaveText('Your card is stored.')
  await onDevice.getByRole('radio', { name: /, due / }).check()
  await onDevice.getByRole('radio', { name: /ending 3155/ }).check()
  await onDevice.getByRole('button', { name: text.order.plan.pay }).click()
  await atTheBank(device, 'Refuse')
  await expect(device.getByText(text.confirm.failedAfterCheckoutText)).toBeVisible()
  await device.getByRole('link', { name: text.confirm.seeOrder }).click()
  await expect(partsOnDevice).toContainText(['Paid', text.order.plan.states.failed, text.order.plan.states.scheduled])
  await onDevice.getByRole('radio', { name: /ending 3155/ }).check()
  await onDevice.getByRole('button', { name: text.order.plan.pay }).click()
  await atTheBank(device, 'Confirm')
  await device.waitForURL(/\/profile\/orders\/ord_.*saved=part/)
  await expect(partsOnDevice).toContainText(['Paid', 'Paid', text.order.plan.states.scheduled])
  await isAccessible(device)

  // The remainder is paid early, on the first phone again.
  await phone.goto(cards)
  await addCard(phone, '4242 4242 4242 4242')
  await expect(phone.getByRole('status')).toHaveText('Your card is stored.')
  await phone.goto(`/pg/${program}/profile/orders/${order.id}`)
  await plan.getByText(text.order.plan.payEarly).click()
  await plan.getByRole('radio', { name: /ending 4242/ }).check()
  await plan.getByRole('button', { name: text.order.plan.pay }).click()
  await expect(plan.getByText(text.order.plan.thanks)).toBeVisible()
  await expect(states).toContainText(['Paid', 'Paid', 'Paid'])
  const { paid, total } = await paymentsOf(family, order.id)
  expect(paid).toBe(total)
})

test('a parent pays a declined instalment from its mail, in French by keyboard', async ({ phone }) => {
  test.setTimeout(180_000)
  const { checkout, order: text, paymentMethods } = words.fr
  const { plan: fr } = text
  const family = await newFamily({ language: 'fr' })
  const order = await newOrder(family, await placeOf('March Break Makers', 'Full day'))
  const hands = keyboard(phone)
  await logIn(phone, family, `/pg/${program}/checkout/${order.id}`)
  const parts = phone.getByRole('group', { name: checkout.whenToPay })
  await expect(phone.locator('#pay-card')).toBeEnabled()
  await hands.tick(parts.getByRole('radio').nth(1))
  await expect(phone.getByText(checkout.partsConsent)).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await hands.write(phone.getByLabel(checkout.cardNumber), '4242 4242 4242 4242')
  await hands.write(phone.getByLabel(checkout.expiry), '12 / 34')
  await hands.write(phone.getByLabel(checkout.securityCode), '123')
  await hands.press(phone.getByRole('button', { name: like(checkout.pay) }))
  await isPaid({ page: phone, hands, lang: 'fr' })
  const plan = phone.getByRole('region', { name: fr.title })
  const states = plan.getByRole('listitem')
  await expect(states).toContainText([fr.states.paid, fr.states.scheduled, fr.states.scheduled])

  // The card of the first instalment is removed, and the remaining card is declined.
  const cards = `/profile/programs/${program}/payment_methods`
  const { bearer } = family
  const { sources } = await made<{ sources: { id: string }[] }>(`/profile/programs/${program}`, { bearer })
  await made(`${cards}/pm_card_chargeCustomerFail/attach`, { bearer, body: { is_default: true } })
  await made(`${cards}/${sources[0]?.id}/detach`, { bearer, body: {} })
  const { instalments } = await made<Order>(`/profile/orders/${order.id}`, { bearer })
  const until = Date.parse(`${instalments[1]?.due_on}T23:59:00-05:00`) - siteClock.now()
  await passDays({ order_id: order.id }, Math.ceil(until / 86_400_000))
  const mail = await mailTo(family.email, /^Le versement de \S+\s\$ n’a pas pu être prélevé/)
  await phone.goto(new URL(/https?:\/\/\S*\/profile\/orders\/ord_\w+/.exec(mail.text)?.[0] ?? '').pathname)
  await expect(states).toContainText([fr.states.paid, fr.states.failed, fr.states.scheduled])
  await isAccessible(phone)
  await fitsTheScreen(phone)

  await hands.press(plan.getByRole('link', { name: fr.addCard }))
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(paymentMethods.title)
  await expect(phone.getByLabel(checkout.cardNumber)).toBeEnabled()
  await hands.write(phone.getByLabel(checkout.cardNumber), '5555 5555 5555 4444')
  await hands.write(phone.getByLabel(checkout.expiry), '12 / 34')
  await hands.write(phone.getByLabel(checkout.securityCode), '123')
  await hands.press(phone.getByRole('button', { name: paymentMethods.add.press }))
  await phone.waitForURL(/\/profile\/orders\/ord_/)
  await expect(plan.getByRole('status')).toHaveText(paymentMethods.done.added ?? '')
  // The declined card is not preselected.
  await expect(plan.getByRole('radio', { name: /4444/ })).toBeChecked()
  await hands.press(plan.getByRole('button', { name: fr.pay }))
  await expect(plan.getByText(fr.thanks)).toBeVisible()
  await expect(states).toContainText([fr.states.paid, fr.states.paid, fr.states.scheduled])
  await isAccessible(phone)
})

test.describe('the instalments page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('a parent pays all remaining instalments early, in French', async ({ page }) => {
    const { plan: fr } = words.fr.order
    const family = await newFamily({ language: 'fr' })
    const order = await newOrder(family, await placeOf('March Break Makers', 'Full day'))
    await made(`/profile/orders/${order.id}/payments`, {
      bearer: family.bearer,
      body: {
        checkout_method: 'card',
        payment_source_id: 'pm_card_visa',
        pay_in_instalments: true,
      },
    })
    await logIn(page, family, `/pg/${program}/profile/orders/${order.id}`)
    const plan = page.getByRole('region', { name: fr.title })
    const parts = plan.getByRole('listitem')
    await expect(parts).toContainText(['Payé', fr.states.scheduled, fr.states.scheduled])
    await expect(parts.getByRole('heading')).toHaveText([/ 20\d\d$/, / 20\d\d$/, / 20\d\d$/])
    await fitsTheScreen(page)
    await plan.getByText(fr.payEarly).click()
    await plan.getByRole('radio', { name: /, tout ce qui reste/ }).check()
    await plan.getByRole('button', { name: fr.pay }).click()
    await expect(plan.getByText(fr.thanks)).toBeVisible()
    await expect(parts).toContainText(['Payé', 'Payé', 'Payé'])
    const { paid, total } = await paymentsOf(family, order.id)
    expect(paid).toBe(total)
  })
})
