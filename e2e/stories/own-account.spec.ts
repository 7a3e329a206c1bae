import { newFamily, program } from '../fixtures/families.ts'
import { codeFor } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

test.describe('the account page without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('C4: a customer requests a new email, withdraws it and requests it again', async ({ page }) => {
    const family = await newFamily()
    await logIn(page, family, `/pg/${program}/profile/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    const next = `next-${family.email}`
    const change = async (email: string) => {
      await page.getByRole('link', { name: 'Edit profile' }).click()
      await page.getByLabel('New email').fill(email)
      await page.getByLabel('Current password').fill(family.password)
      await page.getByRole('button', { name: 'Send the code' }).click()
    }
    await page.getByRole('button', { name: 'Email me news' }).click()
    await expect(page.getByRole('status')).toHaveText('Saved')
    await page.getByRole('button', { name: 'Stop sending me news' }).click()
    await expect(page.getByRole('button', { name: 'Email me news' })).toBeVisible()

    await change(next)
    await page.goto(`/pg/${program}/profile/account`)
    await page.getByRole('link', { name: 'Enter the code' }).click()
    await page.getByRole('button', { name: `Keep ${family.email}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
    await page.goto(`/pg/${program}/profile/account`)
    await expect(page.locator('main')).not.toContainText(next)

    const other = `other-${family.email}`
    await change(other)
    await page.goto(`/pg/${program}/verify`)
    await page.getByLabel('Code').fill(await codeFor(other))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.goto(`/pg/${program}/profile/account`)
    await expect(page.locator('main')).toContainText(other)
  })
})

for (const lang of ['en', 'fr'] as const)
  test(`C4: the account page fits a phone and is accessible in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const family = await newFamily({ language: lang })
    await logIn(page, family, `/pg/${program}/profile/account`)
    await isAccessible(page)
    await fitsTheScreen(page)
  })

for (const javaScriptEnabled of [false, true])
  test.describe(`postal addresses, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('a postal address with a wrong postal code is refused, in French', async ({ page }) => {
      const family = await newFamily({ language: 'fr' })
      await logIn(page, family, `/pg/${program}/profile/account`)
      await page.getByRole('link', { name: 'Ajouter une adresse' }).click()
      await page.getByLabel('Numéro et rue').fill('12, rue Sherbrooke')
      await page.getByLabel('Ville').fill('Montréal')
      await page.getByLabel('Province ou État').fill('Québec')
      await page.getByLabel('Code postal').fill('12345')
      await page.getByRole('button', { name: 'Enregistrer l’adresse' }).click()
      await expect(page.getByRole('alert')).toContainText('Vérifiez ceci')
      await expect(page.getByLabel('Ville')).toHaveValue('Montréal')
      if (javaScriptEnabled) {
        await expect(page.getByRole('alert')).toBeFocused()
        await isAccessible(page)
        await fitsTheScreen(page)
      }
      await page.getByLabel('Code postal').fill('h2x1y4')
      await page.getByRole('button', { name: 'Enregistrer l’adresse' }).click()
      await expect(page.getByText('Adresse enregistrée')).toBeVisible()
      await expect(page.locator('main')).toContainText('Montréal, Québec, H2X 1Y4')
      if (javaScriptEnabled) await isAccessible(page)
      await page.getByRole('link', { name: 'Modifier 12, rue Sherbrooke' }).click()
      await page.getByLabel('Appartement, étage ou entrée').fill('App. 4')
      await page.getByRole('button', { name: 'Enregistrer l’adresse' }).click()
      await expect(page.locator('main')).toContainText('App. 4')
      await page.getByRole('button', { name: 'Supprimer 12, rue Sherbrooke' }).click()
      await expect(page.getByText('Aucune adresse pour l’instant.')).toBeVisible()
    })
  })
