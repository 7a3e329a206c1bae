import { type Browser, expect, type Page, test } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const account = `/pg/${program}/profile/account`
const viewport = { width: 360, height: 740 }

/** Logs the same family in on another browser. */
async function elsewhere(browser: Browser, family: Family): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await logIn(page, family, account)
  return page
}
const isLoggedOut = async (page: Page) => {
  await page.goto(account)
  await expect(page).toHaveURL(new RegExp(`/pg/${program}/login\\?`))
}

test.use({ viewport })

for (const javaScriptEnabled of [true, false])
  test.describe(`sessions on other devices, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('A-14: a customer logs out one other device, then all others', async ({ page, browser }) => {
      const family = await newFamily()
      const [phone, tablet] = [await elsewhere(browser, family), await elsewhere(browser, family)]
      await logIn(page, family, account)
      await expect(page.getByText('This device')).toHaveCount(1)
      await fitsTheScreen(page)
      if (javaScriptEnabled) await isAccessible(page)
      const there = page.getByRole('button', { name: /^Log out there/ })
      // The two browsers, and the fixture that created the family.
      await expect(there).toHaveCount(3)
      await there.first().click()
      await expect(page.getByRole('status')).toHaveText('That device is logged out')
      await isLoggedOut(tablet)
      await phone.goto(account)
      await expect(phone).toHaveURL(new RegExp(`${account}$`))
      await page.getByRole('button', { name: 'Log out everywhere else' }).click()
      await expect(page.getByRole('status')).toHaveText('Your other devices are logged out')
      await expect(there).toHaveCount(0)
      await isLoggedOut(phone)
    })
  })

test('a log-out in one tab logs out the other tab', async ({ page, context }) => {
  await logIn(page, await newFamily(), account)
  const other = await context.newPage()
  await other.goto(`/pg/${program}/profile/overview`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hi, Nadia')
  await page.goto(`/pg/${program}/logout`)
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You’re logged out.')).toBeVisible()
  await expect(other).toHaveURL(new RegExp(`/pg/${program}/login\\?program_id=${program}&goto=`))
})

for (const lang of ['en', 'fr'] as const)
  test(`A-14: a new password logs out the other browser, in ${lang}`, async ({ page, browser }) => {
    const { account: text } = words[lang]
    const family = await newFamily({ language: lang })
    const other = await elsewhere(browser, family)
    await logIn(page, family, account)
    const hands = keyboard(page, { onwards: true })
    await hands.press(page.getByRole('link', { name: text.changePassword }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.changePassword)
    await isAccessible(page)
    const repeated = page.getByLabel(text.repeatPassword)
    const fill = async (again: string) => {
      await hands.write(page.getByLabel(text.currentPassword), family.password)
      await hands.write(page.getByLabel(text.enterNewPassword, { exact: true }), 'seven otters asleep')
      await hands.write(repeated, again)
      await page.keyboard.press('Enter')
    }
    await fill('seven otters awake')
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(repeated).toHaveAttribute('aria-invalid', 'true')
    await isAccessible(page)
    await fill('seven otters asleep')
    await expect(page.getByRole('status')).toHaveText(text.passwordChanged)
    await fitsTheScreen(page)
    await isLoggedOut(other)
    await page.goto(account)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title)
  })

test('A-14: the link in the new-device mail ends that log-in', async ({ page, browser }) => {
  const family = await newFamily()
  const stranger = await elsewhere(browser, family)
  const link = /http\S+\/not-me\?\S+/.exec((await mailTo(family.email, /^New log-in/)).text)?.[0] ?? ''
  await page.goto(link)
  await isAccessible(page)
  await page.getByRole('button', { name: /^This wasn’t me/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is safe')
  await fitsTheScreen(page)
  await isLoggedOut(stranger)
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(page).toHaveURL(new RegExp(`/pg/${program}/forgot-password`))
})
