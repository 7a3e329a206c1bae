import { expect, test } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, runs } from '../fixtures/phone.ts'

const viewport = { width: 360, height: 740 }
const next = 'nine herons over water'
const linkIn = (text: string) => /http\S+\/recovery\/\S+/.exec(text)?.[0] ?? ''

for (const { lang, javaScriptEnabled } of runs)
  test.describe(`a forgotten password in ${lang}, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport })

    test('A-10: the mailed link sets a new password on another device', async ({ page, browser }) => {
      const { account: text } = words[lang]
      const family = await newFamily({ language: lang })
      const tablet = await (await browser.newContext({ javaScriptEnabled, viewport })).newPage()
      const check = async (checked = tablet) => {
        await fitsTheScreen(checked)
        if (javaScriptEnabled) await isAccessible(checked)
      }
      const here = keyboard(page, { onwards: true })
      await page.goto(`/pg/${program}/login?lang=${lang}`)
      await here.press(page.getByRole('link', { name: text.forgot }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.resetPassword)
      await check(page)
      await here.write(page.getByLabel(text.email), family.email)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.checkEmail)
      await check(page)

      const link = linkIn((await mailTo(family.email, /^(?:Reset|Réinitialis)/)).text)
      const there = keyboard(tablet, { onwards: true })
      const heading = tablet.getByRole('heading', { level: 1 })
      const opened = await tablet.goto(link)
      // No other page or site receives the link, and the page loads nothing from another site.
      expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
      expect(
        await tablet.locator(`script[src^="http"], link[href^="http"]:not([href^="${new URL(link).origin}"])`).count(),
      ).toBe(0)
      await expect(heading).toHaveText(text.setPassword)
      await check()
      const password = tablet.getByLabel(text.enterNewPassword)
      await there.write(password, 'password123')
      await tablet.keyboard.press('Enter')
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expect(tablet.getByRole('alert')).toBeFocused()
      await there.press(tablet.getByRole('alert').getByRole('link'))
      await expect(password).toBeFocused()
      await check()
      await there.write(password, next)
      await there.press(tablet.getByRole('button', { name: text.saveAndLogIn }))
      await expect(tablet).toHaveURL(new RegExp(`/pg/${program}/profile/account\\?`))
      await expect(tablet.getByRole('status').filter({ hasText: text.passwordReset })).toBeVisible()

      expect(await tablet.evaluate(() => document.referrer)).not.toContain('/recovery/')

      await tablet.goto(link)
      await expect(heading).toHaveText(text.linkUsed.title)
      await check()

      // The other device is logged in. The first device logs in with the new password.
      await tablet.goto(`/pg/${program}/profile/account`)
      await expect(heading).toHaveText(text.title)
      await page.goto(`/pg/${program}/login?lang=${lang}`)
      await here.write(page.getByLabel(text.email), family.email)
      await here.write(page.getByLabel(text.password), next)
      await here.press(page.getByRole('main').getByRole('button', { name: text.logIn, exact: true }))
      await expect(page).toHaveURL(new RegExp(`/pg/${program}(?:\\?|$)`))
      await tablet.context().close()
    })
  })
