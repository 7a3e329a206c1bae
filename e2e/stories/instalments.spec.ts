import { paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'

const text = words.en

test('a parent pays a week in parts, one of them through a refused card', async ({ phone }) => {
  test.setTimeout(240_000)
  const family = await newFamily()
  const place = await placeOf('March Break Makers', 'Full day')
  await logIn(phone, family, `/pg/${program}/evt/${place.event_id}`)
  await expect(phone.getByText(/^Or in parts: \$\S+ now, then \$\S+ on .+ and \$\S+ on .+\.$/)).toBeVisible()

  const order = await newOrder(family, place)
  await phone.goto(`/pg/${program}/checkout/${order.id}`)
  const parts = phone.getByRole('group', { name: text.checkout.whenToPay })
  await expect(parts.getByRole('listitem')).toHaveText([/^Then \$\S+ on /, /^Then \$\S+ on /])
  await parts.getByRole('radio', { name: /^In 3 parts: / }).check()
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

  // A card that can be kept and is refused when it is charged.
  await phone.goto(`/pg/${program}/profile/payment-methods`)
  await thumb.write(phone.getByLabel(text.checkout.cardNumber), '4000 0000 0000 0341')
  await thumb.write(phone.getByLabel(text.checkout.expiry), '12 / 34')
  await thumb.write(phone.getByLabel(text.checkout.securityCode), '123')
  await phone.getByRole('button', { name: 'Add card' }).click()
  await expect(phone.getByRole('status')).toHaveText('Your card is stored.')
  await phone.goto(`/pg/${program}/profile/orders/${order.id}`)
  await plan.getByText(text.order.plan.payEarly).click()
  await plan.getByRole('radio', { name: /ending 0341/ }).check()
  await plan.getByRole('button', { name: text.order.plan.pay }).click()
  await expect(phone.getByRole('alert').filter({ hasText: 'did not accept' })).toBeFocused()
  expect(await paymentsOf(family, order.id)).toMatchObject({ status: 'paid', succeeded: 1 })

  await plan.getByText(text.order.plan.payEarly).click()
  await plan.getByRole('radio', { name: /ending 4242/ }).check()
  await plan.getByRole('radio', { name: /everything that’s left/ }).check()
  await plan.getByRole('button', { name: text.order.plan.pay }).click()
  await expect(plan.getByText(text.order.plan.thanks)).toBeVisible()
  await expect(states).toContainText(['Paid', 'Paid', 'Paid'])
  const { paid, total } = await paymentsOf(family, order.id)
  expect(paid).toBe(total)
})
