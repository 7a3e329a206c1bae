import { expect, test } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const account = `/pg/${program}/profile/account`

for (const javaScriptEnabled of [true, false])
  test.describe(`the profile page, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 640 } })

    test('a profile with an invalid phone number is refused and keeps the input', async ({ page }) => {
      const family = await newFamily()
      await logIn(page, family, account)
      await page.getByRole('link', { name: 'Edit profile' }).click()
      await fitsTheScreen(page)
      if (javaScriptEnabled) await isAccessible(page)
      await page.getByLabel('First name').fill('Amélie')
      await page.getByLabel('Phone').fill('12345678')
      await page.getByLabel('Time zone').selectOption('America/Vancouver')
      await page.getByRole('checkbox', { name: /Email me news/ }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('Phone')
      await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('First name')).toHaveValue('Amélie')
      await expect(page.getByLabel('Time zone')).toHaveValue('America/Vancouver')
      await expect(page.getByRole('checkbox', { name: /Email me news/ })).toBeChecked()
      if (javaScriptEnabled) await expect(page.getByRole('alert')).toBeFocused()

      await page.getByLabel('Phone').fill('613 555 0142')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status')).toHaveText('Saved')
      await expect(page.getByLabel('Phone')).toHaveValue('+1 613 555 0142')
      // This refusal has a reason other than the file. No file causes such a refusal, so the test changes the form.
      await page.locator('input[name=purpose]').evaluate((input) => input.setAttribute('value', 'x'))
      await page.getByLabel(words.en.account.choosePicture).setInputFiles('public/favicon.png')
      await page.getByRole('button', { name: words.en.account.savePicture }).click()
      await expect(page.getByText(words.en.account.pictureFailed)).toBeVisible()
      await page.getByLabel('Language').selectOption('fr')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modifier le profil')
      await fitsTheScreen(page)
      await page.getByRole('link', { name: 'Retour à votre compte' }).click()
      await expect(page.locator('main')).toContainText('Amélie')
    })
  })
