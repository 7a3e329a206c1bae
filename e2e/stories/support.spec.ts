import { atCheckout } from '../fixtures/at-checkout.ts'
import { payByCard } from '../fixtures/buying.ts'
import { newEmail, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

test('a refused card leads to support with what went wrong, and back to the payment', async ({ phone }) => {
  test.setTimeout(120_000)
  const { family, orderId } = await atCheckout(phone)
  await payByCard({ page: phone, hands: thumb, lang: 'en' }, '4000 0000 0000 9995')
  const notice = phone.getByRole('alert').filter({ hasText: 'not enough money' })
  await notice.getByRole('link', { name: 'Tell us about it' }).click()

  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('How can we help?')
  const failure = phone.getByRole('region', { name: 'What went wrong goes with your report' })
  await expect(failure).toContainText('There is not enough money available on this card')
  await expect(failure).toContainText('402 · insufficient_funds')
  await expect(phone.getByRole('radio', { name: 'Payment or refund' })).toBeChecked()
  await expect(phone.getByLabel('More specifically (Payment or refund)')).toHaveValue('payment_failed')
  await expect(phone.getByLabel('Email for our answer')).toHaveValue(family.email)
  await fitsTheScreen(phone)
  await isAccessible(phone)

  await phone.getByLabel('In one line').fill('My card is refused')
  await phone.getByLabel('What happened').fill('The bank says there is money on it.')
  await phone.getByRole('button', { name: 'Send report' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('We have your report')
  await isAccessible(phone)
  const [number = ''] = /S-\d+/.exec((await phone.getByRole('status').textContent()) ?? '') ?? []
  expect((await mailTo(family.email, /^We have your report/)).subject).toContain(number)
  await phone.getByRole('link', { name: 'Back to where you were' }).click()
  await expect(phone).toHaveURL(new RegExp(`/checkout/${orderId}`))
})

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the footer leads to the form, a refused report keeps every word, and the next one is sent', async ({
    page,
  }) => {
    const email = newEmail()
    await page.goto(`/pg/${program}?lang=fr`)
    await page.getByRole('link', { name: 'Contact et aide' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comment pouvons-nous vous aider?')
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
