import { en } from '../../functions/contract/sentences/en.ts'
import { fr } from '../../functions/contract/sentences/fr.ts'
import { supportWords } from '../../functions/contract/sentences/support-words.ts'
import { atCheckout } from '../fixtures/at-checkout.ts'
import { payByCard, words } from '../fixtures/buying.ts'
import { newEmail, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

for (const lang of ['en', 'fr'] as const)
  test(`a refused card links to support and back to the payment, in ${lang}`, async ({ phone }) => {
    test.setTimeout(120_000)
    const { support: text } = words[lang]
    const [refused] = { en, fr }[lang].declines.insufficient_funds
    const { family, orderId } = await atCheckout(phone, { language: lang })
    const hands = keyboard(phone, { onwards: true })
    await payByCard({ page: phone, hands, lang }, '4000 0000 0000 9995')
    const notice = phone.getByRole('alert').filter({ hasText: refused })
    await expect(notice).toBeFocused()
    await hands.press(notice.getByRole('link', { name: text.reportIt }))

    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.heading)
    const failure = phone.getByRole('region', { name: text.failureTitle })
    await expect(failure).toContainText(refused)
    await expect(failure).toContainText('402 · insufficient_funds')
    const billing = supportWords[lang].types.billing
    await expect(phone.getByRole('radio', { name: billing })).toBeChecked()
    await expect(phone.getByLabel(`${text.exactly} (${billing})`)).toHaveValue('payment_failed')
    await expect(phone.getByLabel(text.email)).toHaveValue(family.email)
    await fitsTheScreen(phone)
    await isAccessible(phone)

    await hands.write(phone.getByLabel(text.summary), 'My card is refused')
    await hands.write(phone.getByLabel(text.text), 'The bank says there is money on it.')
    await hands.press(phone.getByRole('button', { name: text.send }))
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text.sentTitle)
    await isAccessible(phone)
    const [number = ''] = /S-\d+/.exec((await phone.getByRole('status').textContent()) ?? '') ?? []
    expect((await mailTo(family.email, /S-\d+/)).subject).toContain(number)
    await hands.press(phone.getByRole('link', { name: text.back }))
    await expect(phone).toHaveURL(new RegExp(`/checkout/${orderId}`))
  })

test.describe('the support page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a rejected support report keeps its text', async ({ page }) => {
    const email = newEmail()
    await page.goto(`/pg/${program}?lang=fr`)
    await page.getByRole('link', { name: 'Contact et aide' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.fr.support.heading)
    await page.getByRole('radio', { name: 'Connexion' }).check()
    await expect(page.getByLabel(/^Plus précisément/)).toHaveCount(6)
    await expect(page.getByLabel(/^Plus précisément/).filter({ visible: true })).toHaveCount(1)
    const story = 'Le code n’arrive pas. '.repeat(100)
    await page.getByLabel('En une ligne').fill('Pas de code')
    await page.getByLabel('Que s’est-il passé').fill(story)
    await page.getByLabel('Votre nom').fill('Nadia Roy')
    await page.getByLabel('Courriel').fill(email)
    await page.getByRole('button', { name: 'Envoyer le message' }).click()
    await expect(page.getByRole('alert')).toContainText('Choisissez plus précisément de quoi il s’agit')
    await expect(page.getByLabel('Que s’est-il passé')).toHaveValue(story)
    await fitsTheScreen(page)
    await page.getByLabel('Plus précisément (Connexion)').selectOption('code_not_received')
    await page.getByRole('button', { name: 'Envoyer le message' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous avons reçu votre message')
    await mailTo(email, /^Nous avons reçu votre message S-\d+/)
  })
})

test('a visitor without an account asks about an event', async ({ phone }) => {
  const question = `Is there shade at lunch? ${newEmail()}`
  await phone.goto(`/pg/${program}?search=snowshoes`)
  await phone.getByRole('heading', { name: 'Moonlight Snowshoes' }).getByRole('link').click()
  const page = new URL(phone.url()).pathname
  await phone.getByRole('link', { name: words.en.messages.ask('Lakeside Camps') }).click()
  const { support: text } = words.en
  const { types } = supportWords.en
  await expect(phone.getByRole('radio', { name: types.question })).toBeChecked()
  await expect(phone.getByLabel(`${text.exactly} (${types.question})`)).toHaveValue('program_information')
  await phone.getByLabel(text.summary).fill('Shade at lunch')
  await phone.getByLabel(text.text, { exact: true }).fill(question)
  await phone.getByLabel(text.name).fill('Nadia Roy')
  await phone.getByLabel(text.email).fill(newEmail())
  await phone.getByRole('button', { name: text.send }).click()
  await expect(phone.getByText(/S-\d{5}/).first()).toBeVisible()
  const mail = await mailTo('hello@lakeside.example', /Shade at lunch/)
  expect(mail.text).toContain(question)
  expect(mail.text).toContain(page)
})
