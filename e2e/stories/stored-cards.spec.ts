import { paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, pressPay, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'

const page = `/pg/${program}/profile/payment-methods`
const text = words.en.checkout

test('a parent adds cards, one through the bank, chooses the default, pays with it, and removes one', async ({
  phone,
}) => {
  test.setTimeout(240_000)
  const family = await newFamily()
  await logIn(phone, family, page)
  await expect(phone.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
  const add = async (number: string) => {
    await thumb.write(phone.getByLabel(text.cardNumber), number)
    await thumb.write(phone.getByLabel(text.expiry), '12 / 34')
    await thumb.write(phone.getByLabel(text.securityCode), '123')
    await phone.getByRole('button', { name: 'Add card' }).click()
  }

  await add('4000 0000 0000 9995')
  await expect(phone.getByRole('alert')).toContainText('There is not enough money available on this card.')
  await expect(phone.getByRole('alert')).toBeFocused()
  await add('4242 4242 4242 4242')
  await expect(phone.getByRole('status')).toHaveText('Your card is stored.')
  await add('4000 0025 0000 3155')
  await phone.waitForURL(/\/dev\/bank\//)
  await phone.getByRole('button', { name: 'Refuse' }).click()
  await expect(phone.getByRole('alert')).toContainText('The bank did not confirm storing this card.')
  await add('4000 0025 0000 3155')
  await phone.waitForURL(/\/dev\/bank\//)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await expect(phone.getByRole('status')).toHaveText('Your card is stored.')
  await expect(phone.getByRole('heading', { level: 3 })).toHaveText(['Visa ending 4242', 'Visa ending 3155'])
  await fitsTheScreen(phone)
  await isAccessible(phone)

  await phone.getByRole('button', { name: /^Make default ?: Visa ending 3155$/ }).click()
  await expect(phone.getByRole('status')).toHaveText('Your default card is changed.')
  await expect(phone.getByRole('heading', { level: 3 })).toHaveText(['Visa ending 3155', 'Visa ending 4242'])
  await phone.getByRole('link', { name: /^Remove ?: Visa ending 3155$/ }).click()
  await expect(phone.getByRole('heading', { name: 'Remove Visa ending 3155?' })).toBeVisible()
  await phone.getByRole('button', { name: 'Remove Visa ending 3155' }).click()
  await expect(phone.getByRole('status')).toHaveText('The card is removed.')
  await expect(phone.getByRole('heading', { level: 3 })).toHaveText(['Visa ending 4242'])

  const order = await newOrder(family, await placeOf('Junior week', 'Ages 8 to 12'))
  await phone.goto(`/pg/${program}/checkout/${order.id}`)
  await expect(phone.getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked()
  await expect(phone.getByLabel(text.cardNumber)).toHaveCount(0)
  await isAccessible(phone)
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await pressPay(activity)
  await isPaid(activity)
  expect(await paymentsOf(family, order.id)).toMatchObject({ status: 'paid', succeeded: 1 })
})
