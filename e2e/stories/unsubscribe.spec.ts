import type { Page } from '@playwright/test'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

/** A customer who consented to news. */
async function newReader(): Promise<Family> {
  const family = await newFamily({ ages: [] })
  await made('/profile/notifications/subscribe', { bearer: family.bearer, body: { program_id: program } })
  return family
}

/** Opens the mailed link from the footer of the mail. */
async function openLinkOfMail(page: Page, family: Family): Promise<void> {
  await page.goto(`/pg/${program}`)
  await page.getByRole('link', { name: 'Stop news by email' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop news from Lakeside Camps')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(family.email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look in your inbox')
  const mail = await mailTo(family.email, /^Stop news from/)
  await page.goto(/https?:\S+\/unsubscribe\S+/.exec(mail.text)?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop news from Lakeside Camps?')
}

test('a reader undoes an unsubscription with one tap', async ({ phone }) => {
  const family = await newReader()
  await openLinkOfMail(phone, family)
  await expect(phone.getByRole('main')).toContainText(`${family.email[0]}…@example.com`)
  await fitsTheScreen(phone)
  await isAccessible(phone)

  await phone.getByRole('radio', { name: 'Something else' }).check()
  await phone.getByRole('button', { name: 'Stop the news' }).click()
  await expect(phone.getByLabel('In your words')).toBeFocused()
  await expect(phone.getByRole('radio', { name: 'Something else' })).toBeChecked()
  await isAccessible(phone)
  await phone.getByLabel('In your words').fill('We moved away')
  await phone.getByRole('button', { name: 'Stop the news' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('No more news from Lakeside Camps')
  await fitsTheScreen(phone)
  await isAccessible(phone)

  await phone.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('You get news from Lakeside Camps again')
  await isAccessible(phone)
})

test.describe('the unsubscribe page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the mailed link unsubscribes and subscribes again', async ({ page }) => {
    const family = await newReader()
    await openLinkOfMail(page, family)
    await page.getByRole('link', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ne plus recevoir les nouvelles de /)
    await page.getByRole('radio', { name: 'Je n’en veux plus' }).check()
    await page.getByRole('button', { name: 'Arrêter les nouvelles' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Plus de nouvelles de /)
    await page.getByRole('button', { name: 'Me réabonner' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Vous recevez de nouveau /)
  })
})
