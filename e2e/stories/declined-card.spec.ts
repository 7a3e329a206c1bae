import { en as english } from '../../functions/contract/sentences/en.ts'
import { fr as french } from '../../functions/contract/sentences/fr.ts'
import { atCheckout, paymentsOf } from '../fixtures/at-checkout.ts'
import { isPaid, payByCard, pressPay, words } from '../fixtures/buying.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { expect, isAccessible, test } from '../fixtures/phone.ts'

const sentences = { en: english, fr: french }
// A card number and the bank's response to it.
const cards: [string, keyof typeof english.declines][] = [
  ['4000 0000 0000 0002', 'not_accepted'],
  ['4000 0000 0000 9995', 'insufficient_funds'],
  ['4000 0000 0000 0069', 'expired_card'],
  ['4000 0000 0000 0127', 'incorrect_cvc'],
  ['4000 0000 0000 0119', 'processing_error'],
  ['4000 0000 0000 9987', 'not_accepted'],
  ['4000 0000 0000 9979', 'not_accepted'],
  ['4100 0000 0000 0019', 'not_accepted'],
  ['4000 0000 0000 0341', 'not_accepted'],
]
/**
 * True to test the page with every decline. An API test covers each of them, so the short run tests few on the page.
 */
const isEveryCard = process.env['EVERY_STORY'] !== undefined

test('a refused card shows its reason and keeps the places', async ({ phone }) => {
  test.setTimeout(300_000)
  for (const [number, why] of cards.slice(0, isEveryCard ? 3 : 1))
    await refusedThenPaid(number, ...english.declines[why])

  async function refusedThenPaid(number: string, reason: string, next: string) {
    // An open page would redirect to the log-in once its cookies are deleted.
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

for (const [at, [number, why]] of cards.slice(3, isEveryCard ? undefined : 4).entries()) {
  const lang = at % 2 === 0 ? 'en' : 'fr'
  const by = lang === 'fr' ? 'the keyboard alone' : 'a thumb'
  test(`the card ${number} is refused with a reason and a next step, in ${lang} by ${by}`, async ({ phone }) => {
    test.setTimeout(120_000)
    await atCheckout(phone, { language: lang })
    await payByCard({ page: phone, hands: lang === 'fr' ? keyboard(phone) : thumb, lang }, number)
    const [reason, next] = sentences[lang].declines[why]
    const notice = phone.getByRole('alert').filter({ hasText: reason })
    await expect(notice).toContainText(next)
    await expect(notice).toContainText(lang === 'fr' ? /encore gardée/ : /still held until/)
    await expect(notice).toBeFocused()
    await isAccessible(phone)
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
