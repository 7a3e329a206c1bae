import { cardWords } from '../../functions/contract/sentences/card-words.ts'
import { en as english } from '../../functions/contract/sentences/en.ts'
import { fr as french } from '../../functions/contract/sentences/fr.ts'
import { openAskingProgram, sentences } from '../fixtures/asking-program.ts'
import { paymentsOf } from '../fixtures/at-checkout.ts'
import { type Activity, isPaid, pressPay, words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { checkLook, plainPage } from '../fixtures/desk.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'

const page = `/pg/${program}/profile/payment-methods`

/** Fills in the form of a new card and sends it. */
async function addCard({ page: phone, hands, lang }: Activity, number: string): Promise<void> {
  const { checkout: text, paymentMethods: cards } = words[lang]
  await hands.write(phone.getByLabel(text.cardNumber), number)
  await hands.write(phone.getByLabel(text.expiry), '12 / 34')
  await hands.write(phone.getByLabel(text.securityCode), '123')
  await hands.press(phone.getByRole('button', { name: cards.add.press }))
}

for (const lang of ['en', 'fr'] as const)
  test(`a parent adds, uses and removes stored cards, in ${lang}${lang === 'fr' ? ' by the keyboard alone' : ''}`, async ({
    phone,
  }) => {
    const { checkout: text, paymentMethods: cards } = words[lang]
    const hands = lang === 'fr' ? keyboard(phone) : thumb
    const said = (lang === 'fr' ? french : english).declines
    const visa = (last4: string) => cardWords[lang].card('Visa', last4)
    test.setTimeout(240_000)
    const family = await newFamily({ language: lang })
    await logIn(phone, family, page)
    await expect(phone.getByRole('heading', { name: cards.none })).toBeVisible()
    const add = (number: string) => addCard({ page: phone, hands, lang }, number)

    await add('4000 0000 0000 9995')
    await expect(phone.getByRole('alert')).toContainText(said.insufficient_funds[0])
    await expect(phone.getByRole('alert')).toBeFocused()
    await add('4242 4242 4242 4242')
    await expect(phone.getByRole('status')).toHaveText(cards.done.added ?? '')
    await add('4000 0025 0000 3155')
    await phone.waitForURL(/\/dev\/bank\//)
    await hands.press(phone.getByRole('button', { name: 'Refuse' }))
    await expect(phone.getByRole('alert')).toContainText(said.storing_not_confirmed[0])
    await add('4000 0025 0000 3155')
    await phone.waitForURL(/\/dev\/bank\//)
    await hands.press(phone.getByRole('button', { name: 'Confirm' }))
    await expect(phone.getByRole('status')).toHaveText(cards.done.added ?? '')
    await expect(phone.getByRole('heading', { level: 3 })).toHaveText([visa('4242'), visa('3155')])
    await fitsTheScreen(phone)
    await isAccessible(phone)

    await hands.press(phone.getByRole('button', { name: new RegExp(`^${cards.makeDefault}.*3155$`) }))
    await expect(phone.getByRole('status')).toHaveText(cards.done.default ?? '')
    await expect(phone.getByRole('heading', { level: 3 })).toHaveText([visa('3155'), visa('4242')])
    await hands.press(phone.getByRole('link', { name: new RegExp(`^${cards.remove}.*3155$`) }))
    await expect(phone.getByRole('heading', { name: cards.removeTitle(visa('3155')) })).toBeVisible()
    await hands.press(phone.getByRole('button', { name: cards.removeIt(visa('3155')) }))
    await expect(phone.getByRole('status')).toHaveText(cards.done.removed ?? '')
    await expect(phone.getByRole('heading', { level: 3 })).toHaveText([visa('4242')])

    const order = await newOrder(family, await placeOf('Junior week', 'Ages 8 to 12'))
    await phone.goto(`/pg/${program}/checkout/${order.id}`)
    await expect(phone.getByRole('radio', { name: /Visa .*4242/ })).toBeChecked()
    await expect(phone.getByLabel(text.cardNumber)).toHaveCount(0)
    await isAccessible(phone)
    const activity = { page: phone, hands, lang }
    await pressPay(activity)
    await isPaid(activity)
    expect(await paymentsOf(family, order.id)).toMatchObject({ status: 'paid', succeeded: 1 })
  })

for (const { lang, script } of [
  { lang: 'en', script: true },
  { lang: 'fr', script: true },
  { lang: 'en', script: false },
] as const)
  test(`a parent agrees to later charges with a card, withdraws it and agrees again, in ${lang}, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const { consent, add, done } = words[lang].paymentMethods
    const { program: asking, family } = await openAskingProgram(lang)
    const phone = await plainPage(browser, 360, script)
    await logIn(phone, family, `/pg/${asking}/profile/payment-methods`)
    const box = phone.getByRole('checkbox', { name: sentences[lang] })
    const section = phone.getByRole('region', { name: consent.title })
    // Without a card there is nothing to agree to but with the card.
    await expect(section).toHaveCount(0)
    await box.check()
    await checkLook(phone, script)
    if (script) await addCard({ page: phone, hands: thumb, lang }, '4242 4242 4242 4242')
    else {
      await phone.getByRole('button', { name: add.toPage }).click()
      await phone.getByLabel('Card number').fill('4242 4242 4242 4242')
      await phone.getByRole('button', { name: 'Store this card' }).click()
    }
    await expect(phone.getByRole('status')).toHaveText(done.added ?? '')
    await expect(section).toContainText(sentences[lang])
    await expect(section.getByText(consent.agreedOn('').slice(0, 10))).toBeVisible()
    await expect(box).toHaveCount(0)
    await checkLook(phone, script)
    await section.getByRole('button', { name: consent.withdraw }).click()
    await expect(phone.getByRole('status')).toHaveText(done.withdrawn ?? '')
    await checkLook(phone, script)
    await section.getByRole('button', { name: consent.agree, exact: true }).click()
    await expect(phone.getByRole('status')).toHaveText(done.agreed ?? '')
    await expect(section.getByRole('button', { name: consent.withdraw })).toBeVisible()
    await phone.context().close()
  })
