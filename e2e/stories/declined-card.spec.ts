import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, payByCard, pressPay, words } from '../fixtures/buying.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, isAccessible, test } from '../fixtures/phone.ts'

// Number, reason and next step.
const cards: [string, RegExp, RegExp][] = [
  ['4000 0000 0000 0002', /Your bank did not accept this payment/, /Use another card, or ask your bank/],
  ['4000 0000 0000 9995', /There is not enough money available on this card/, /Use another way to pay/],
  ['4000 0000 0000 0069', /This card has expired/, /Use another card/],
  ['4000 0000 0000 0127', /The security code does not match/, /Check the 3 or 4 digits and try again/],
  [
    '4000 0000 0000 0119',
    /Something went wrong while the bank handled the payment/,
    /You were not charged\. Try again/,
  ],
  ['4000 0000 0000 9987', /Your bank did not accept this payment/, /Use another card, or ask your bank/],
  ['4000 0000 0000 9979', /Your bank did not accept this payment/, /Use another card, or ask your bank/],
  ['4100 0000 0000 0019', /Your bank did not accept this payment/, /Use another card, or ask your bank/],
  ['4000 0000 0000 0341', /Your bank did not accept this payment/, /Use another card, or ask your bank/],
]

test('every card that is refused says why and what next, keeps the places, and the next card pays', async ({
  phone,
}) => {
  test.setTimeout(300_000)
  for (const [number, reason, next] of cards.slice(0, 3)) await refusedThenPaid(number, reason, next)

  async function refusedThenPaid(number: string, reason: RegExp, next: RegExp) {
    // A page that is open would lead to the log-in once its cookies are gone.
    await phone.goto('about:blank')
    await phone.context().clearCookies()
    const { family, orderId } = await atCheckout(phone)
    const activity = { page: phone, hands: thumb, lang: 'en' as const }
    await payByCard(activity, number)
    const notice = phone.getByRole('alert').filter({ hasText: reason })
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(next)
    await expect(notice).toContainText(/still held until/)
    await expect(notice).toBeFocused()
    await isAccessible(phone)
    expect((await paymentsOf(family, orderId)).status).toBe('pending')
    await payByCard(activity, '4242 4242 4242 4242')
    await isPaid(activity)
    expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'paid', succeeded: 1 })
  }
})

for (const [number, reason, next] of cards.slice(3)) {
  test(`the card ${number} says why and what next`, async ({ phone }) => {
    test.setTimeout(120_000)
    await atCheckout(phone)
    await payByCard({ page: phone, hands: thumb, lang: 'en' }, number)
    const notice = phone.getByRole('alert').filter({ hasText: reason })
    await expect(notice).toContainText(next)
    await expect(notice).toContainText(/still held until/)
  })
}

test('an invalid card number is reported at its field before anything is sent', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atCheckout(phone)
  await payByCard({ page: phone, hands: thumb, lang: 'en' }, '4242 4242 4242 4241')
  await expect(phone.getByText(words.en.checkout.cardNumberError).first()).toBeVisible()
  await expect(phone.getByLabel(words.en.checkout.cardNumber)).toBeFocused()
  expect(await paymentsOf(family, orderId)).toMatchObject({ status: 'draft', succeeded: 0 })
  await phone.getByLabel(words.en.checkout.cardNumber).fill('5555 5555 5555 4444')
  await pressPay({ page: phone, hands: thumb, lang: 'en' })
  await isPaid({ page: phone, hands: thumb, lang: 'en' })
})
