import type { Page } from '@playwright/test'
import { fillIn } from '../../src/locales/fill-in.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { goOnToPay, isPaid, type Language, payByCard, words } from '../fixtures/buying.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { placeOf } from '../fixtures/places.ts'
import { photo } from '../pictures/photos.ts'
import { site } from '../playwright.config.ts'

const label = { en: 'Your child’s last swimming badge', fr: 'Le dernier insigne de natation de votre enfant' }

/** The form with this question for the first child. The test opens the file picker by keyboard. */
async function openQuestion(phone: Page, lang: Language) {
  const { event_id } = await placeOf('Girls on the Water', 'One of the crew')
  const family = await newFamily({ verified: false, language: lang, ages: [9, 10] })
  await logIn(phone, family, `/pg/${program}/evt/${event_id}/register`)
  await phone.waitForURL(/\/register/)
  const hands = keyboard(phone, { onwards: true })
  const [girl] = family.children
  await hands.tick(phone.getByRole('checkbox', { name: girl?.first_name ?? '' }))
  // The script of the form comes with the first input, and shows the file picker.
  await expect(phone.locator('.if-ticked')).toHaveCount(0)
  const name = words[lang].registration.about.replace('{name}', girl?.first_name ?? '')
  const about = phone.getByRole('group', { name })
  await hands.tick(about.getByRole('radio').nth(2))
  const picker = about.getByLabel(label[lang])
  const pick = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([phone.waitForEvent('filechooser'), hands.press(picker)])
    await chooser.setFiles(file)
    await expect(picker).toBeFocused()
  }
  return { hands, about, picker, pick }
}

test('a parent answers a question with a photo and replaces it, in French by keyboard', async ({ phone }) => {
  test.setTimeout(120_000)
  const { file: text } = words.fr.registration
  const { hands, about, picker, pick } = await openQuestion(phone, 'fr')
  await expect(picker).toHaveAccessibleDescription(new RegExp(`laissez ce champ vide\\. ${text.types}$`))
  const buffer = Buffer.from(await photo({ width: 300, height: 200 }))
  const attached = about.getByText(fillIn(text.sent, { name: 'insigne.webp' }))
  for (const again of [true, false]) {
    await pick({ name: 'insigne.jpg', mimeType: 'image/jpeg', buffer })
    await expect(attached).toBeVisible({ timeout: 60_000 })
    if (!again) break
    await hands.press(about.getByRole('button', { name: text.remove }))
    await expect(attached).toHaveCount(0)
    await expect(picker).toBeFocused()
  }
  await isAccessible(phone)
  await fitsTheScreen(phone)
})

test('a photo uploaded over a broken connection is stored with the booking', async ({ phone }) => {
  test.setTimeout(240_000)
  const text = words.en.registration
  const { hands, about, picker, pick } = await openQuestion(phone, 'en')
  await expect(picker).toHaveAccessibleDescription(/leave this empty\. JPG, PNG, WebP or PDF, up to 10 MB\.$/)

  // An invalid file is refused at once, at its question.
  await pick({ name: 'badge.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(about.getByText(text.file.wrongType)).toBeVisible()
  await expect(picker).toHaveAttribute('aria-invalid', 'true')

  let attempts = 0
  await phone.route('**/api/v1/files', async (route) => {
    attempts += 1
    if (attempts === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  const taken = Buffer.from(await photo({ width: 1200, height: 900 }, { orientation: 6 }))
  await pick({ name: 'badge.jpg', mimeType: 'image/jpeg', buffer: taken })
  await expect(about.getByRole('progressbar', { name: 'Sending badge.jpg' })).toBeVisible()
  await expect(about.getByText('badge.webp is attached.')).toBeVisible({ timeout: 60_000 })
  expect(attempts).toBe(2)
  await isAccessible(phone)
  await fitsTheScreen(phone)

  // The draft keeps the file's id after a reload.
  await phone.reload()
  // The questions are folded, because all of them are answered.
  await hands.press(phone.locator('details.ask > summary').filter({ visible: true }))
  await expect(about.getByText('badge.webp is attached.')).toBeVisible()
  await hands.tick(phone.getByRole('checkbox', { name: /agree/ }).last())
  const activity = { page: phone, hands, lang: 'en' as const }
  await goOnToPay(activity)
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)

  const link = phone.getByRole('link', { name: `Open: ${label.en}` })
  await expect(link).toBeVisible()
  await isAccessible(phone)
  const address = (await link.getAttribute('href')) ?? ''
  const opened = await phone.request.get(`${site}${address}`)
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/webp'])
  expect(opened.headers()['content-security-policy']).toContain('sandbox')
  expect(opened.url()).toContain('/uploads/file_')

  // Everyone except the family is sent to the log-in.
  const stranger = await phone.context().browser()?.newContext()
  const refused = await stranger?.request.get(`${site}${address}`)
  expect(refused?.url()).toContain('/login')
  await stranger?.close()
})
