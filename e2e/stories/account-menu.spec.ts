import type { Page } from '@playwright/test'
import { newFamily, program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const here = `/pg/${program}`
const headerOf = (page: Page) => page.getByRole('banner')
const account = (page: Page) => headerOf(page).locator('[data-for=customer] summary')
/** Maximum height of the header in px, so that it stays on one row: 56, and a border above and below. */
const rowHeight = 62

test('U10: public and private pages have the same account menu', async ({ phone }) => {
  test.setTimeout(120_000)
  const family = await newFamily()
  await logIn(phone, family, `${here}/profile/orders`)
  await phone.waitForURL(/\/profile\/orders/)
  const everyWidth = [320, 360, 1280]
  for (const [path, widths] of [
    [`${here}/profile/orders`, everyWidth],
    [`${here}/profile/schedule`, [360]],
    [here, everyWidth],
    [`${here}/promotions`, [360]],
  ] as const)
    for (const width of widths) {
      await phone.setViewportSize({ width, height: 740 })
      await phone.goto(path)
      await expect(account(phone)).toBeVisible()
      await expect(account(phone)).toHaveText('Account menu')
      expect((await headerOf(phone).boundingBox())?.height, `${path} at ${width}`).toBeLessThanOrEqual(rowHeight)
      await expect(headerOf(phone).getByRole('link', { name: 'Log in' })).toBeHidden()
      await account(phone).click()
      const menu = headerOf(phone).getByRole('navigation', { name: 'Account menu' })
      expect(await menu.getByRole('listitem').allInnerTexts()).toEqual([
        'Overview',
        'My bookings',
        'Family',
        'Orders',
        'Passes and memberships',
        'Payment methods',
        'Notifications',
        'Messages',
        'Preferences',
        'Account',
        'Log out',
      ])
      await fitsTheScreen(phone)
      // Content that an open menu partly covers cannot be tapped until it closes.
      await isAccessible(phone, 'header')
      await phone.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      if (width === 360) await isAccessible(phone)
    }
})

test('U10: one menu is open at a time, and Escape returns the focus to its button', async ({ phone }) => {
  await logIn(phone, await newFamily(), here)
  await phone.waitForURL(new RegExp(`${here}$`))
  await expect(account(phone)).toBeVisible()
  const [burger, own] = [headerOf(phone).locator('.burger'), headerOf(phone).locator('[data-for=customer]')]
  await burger.locator('summary').click()
  await expect(headerOf(phone).getByRole('link', { name: 'Promotions' })).toBeVisible()
  await own.locator('summary').click()
  await expect(headerOf(phone).getByRole('link', { name: 'Promotions' })).toBeHidden()
  await headerOf(phone).getByRole('link', { name: 'Orders' }).focus()
  await phone.keyboard.press('Escape')
  await expect(own.locator('summary')).toBeFocused()
  await own.locator('summary').press('Enter')
  await phone.mouse.click(4, 720)
  await expect(headerOf(phone).getByRole('link', { name: 'Orders' })).toBeHidden()
  await own.locator('summary').click()
  await headerOf(phone).getByRole('button', { name: 'Log out' }).click()
  await expect(phone.getByText('You’re logged out.')).toBeVisible()
})

test('X-09: the back button shows no profile after a log-out', async ({ phone }) => {
  const family = await newFamily()
  await logIn(phone, family, `${here}/profile/account`)
  await phone.waitForURL(/\/profile\/account/)
  await expect(phone.getByText(family.email).first()).toBeVisible()
  await account(phone).click()
  await headerOf(phone).getByRole('button', { name: 'Log out' }).click()
  await expect(phone.getByText('You’re logged out.')).toBeVisible()
  await phone.goBack()
  await phone.waitForURL(/\/login/)
  await expect(phone.getByText(family.email)).toHaveCount(0)
})

test.describe('pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('U10: the menu of a public page opens without JavaScript', async ({ page }) => {
    await page.goto(here)
    await headerOf(page).locator('.burger summary').click()
    await headerOf(page).getByRole('link', { name: 'Promotions' }).click()
    await expect(page).toHaveURL(/\/promotions/)
    await headerOf(page).locator('.burger summary').click()
    await expect(headerOf(page).getByRole('link', { name: 'Promotions' })).toHaveAttribute('aria-current', 'page')
    await expect(headerOf(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  })
})
