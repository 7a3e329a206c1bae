import { expect, test } from '@playwright/test'
import { newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible } from '../fixtures/phone.ts'

const next = 'nine herons over water'
const linkIn = (text: string) => /http\S+\/recovery\/\S+/.exec(text)?.[0] ?? ''

for (const javaScriptEnabled of [true, false])
  test.describe(`a forgotten password, with script ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('A-10: leads by mail to a new one, and the used link says so', async ({ page }) => {
      const family = await newFamily()
      const check = async () => {
        await fitsTheScreen(page)
        if (javaScriptEnabled) await isAccessible(page)
      }
      await page.goto(`/pg/${program}/login`)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await check()
      await page.getByLabel('Email').fill(family.email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
      await check()

      const link = linkIn((await mailTo(family.email, /^Reset your password/)).text)
      const opened = await page.goto(link)
      // No other site learns of the link, and nothing of another site is on its page.
      expect(opened?.headers()['referrer-policy']).toBe('same-origin')
      expect(
        await page.locator(`script[src^="http"], link[href^="http"]:not([href^="${new URL(link).origin}"])`).count(),
      ).toBe(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
      await check()
      await page.getByLabel('New password').fill('password123')
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel('New password').fill(next)
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await expect(page).toHaveURL(new RegExp(`/pg/${program}(?:\\?|$)`))

      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was already used')
      await check()

      await page.goto(`/pg/${program}/profile/account`)
      await page.getByRole('link', { name: 'Change password' }).click()
      await check()
      await page.getByLabel('Current password').fill(next)
      await page.getByLabel('New password', { exact: true }).fill('seven otters asleep')
      await page.getByLabel('New password again').fill('seven otters asleep')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('status')).toHaveText('Password changed')
    })
  })
