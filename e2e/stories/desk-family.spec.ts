import { randomUUID } from 'node:crypto'
import { made } from '../fixtures/call.ts'
import { openBusyProgram } from '../fixtures/busy-program.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { checkLook, deskEnds, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { cancelPlaces, findCustomer } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const newRoys = (): Promise<Family> => newFamily({ name: ['Nadia', `Rœy${randomUUID().slice(0, 8)}`] })

for (const { width, script } of deskScreens)
  test(`the front desk finds a family and notes something at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const family = await newRoys()
    const name = (await made<{ last_name: string }>('/profile', { bearer: family.bearer })).last_name
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'front_desk', '/families')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is it?')
    await fitsTheScreen(page)
    if (script) await isAccessible(page)

    await page.getByRole('searchbox').fill(family.email)
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Matches for')
    await fitsTheScreen(page)
    if (script) await isAccessible(page)
    await page
      .getByRole('link', { name: `Nadia ${name}` })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} family`)
    await fitsTheScreen(page)
    if (script) await isAccessible(page)

    await page.getByLabel('Add a note').last().fill('Louise picks up on Wednesdays.')
    await page.getByLabel('Show at the top of this page').first().check()
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('status')).toHaveText('Note added')
    await expect(page.locator('.memo')).toContainText('Louise picks up on Wednesdays.')

    await page.locator('.log summary').click()
    const change = page.locator('.log form')
    await change.getByRole('textbox').fill('Louise picks up on Fridays.')
    await fitsTheScreen(page)
    if (script) await isAccessible(page)
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.memo')).toContainText('Louise picks up on Fridays.')
    await page.locator('.log summary').click()
    await page.locator('.log form').getByRole('button', { name: 'Delete note' }).click()
    await expect(page.getByRole('status')).toHaveText('Note deleted')
    await expect(page.locator('.memo')).toHaveCount(0)
    await page.context().close()
  })

for (const { width, script } of deskEnds)
  test(`a manager copies and erases a family without a log-in at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program } = await openBusyProgram()
    const dana = await findCustomer(program, 'Kessler')
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', `/families/${dana}`, program)
    await page.getByRole('link', { name: 'Copy or erase their data' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal data of the Kessler family')
    await expect(page.getByRole('link', { name: 'Ruby Kessler · Sail Week' })).toBeVisible()
    await expect(page.getByText('Erase in 14 days')).toHaveCount(0)
    await checkLook(page, script)

    const reason = page.getByLabel('Who made the request, and how did you check?')
    await reason.fill('A call from Dana.')
    await page.getByRole('button', { name: 'Prepare the archive' }).click()
    await expect(page.getByRole('status')).toHaveText('The archive is being prepared')
    const download = page.getByRole('link', { name: 'Download the archive' })
    await expect(async () => {
      await page.reload()
      await expect(download).toBeVisible({ timeout: 500 })
    }).toPass()
    const file = await page.request.get((await download.getAttribute('href')) ?? '')
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/zip'])
    await expect(page.locator('.log')).toContainText('Archive requested by Nadia Roy')

    await cancelPlaces(program, dana)
    await page.reload()
    await page.locator('summary', { hasText: 'See what is erased' }).click()
    await checkLook(page, script)
    await reason.last().fill('   ')
    await page.getByRole('button', { name: 'Erase in 14 days' }).click()
    await expect(page.getByRole('alert')).toContainText('Check this and try again')
    await checkLook(page, script)
    await reason.last().fill('Another call from Dana.')
    await page.getByRole('button', { name: 'Erase in 14 days' }).click()
    await expect(page.getByRole('status')).toHaveText('The family will be erased in 14 days')
    await expect(page.locator('main')).toContainText('This family will be erased on')
    await checkLook(page, script)
    await page.getByRole('button', { name: 'Keep this family' }).click()
    await expect(page.getByRole('status')).toHaveText('The family stays')
    await page.context().close()
  })

test('the front desk cannot copy or erase a family', async ({ page }) => {
  const { program } = await openBusyProgram()
  const dana = await findCustomer(program, 'Kessler')
  await openDesk(page, 'front_desk', `/families/${dana}`, program)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kessler family')
  await expect(page.getByRole('link', { name: 'Copy or erase their data' })).toHaveCount(0)
  expect((await page.goto(`/desk/${program}/families/${dana}/privacy`))?.status()).toBe(403)
})

test('a customer finds no desk, and a visitor logs in first', async ({ page }) => {
  const family = await newFamily({ ages: [] })
  await page.goto(`/desk/${program}/families?q=roy`)
  await expect(page).toHaveURL(/\/login\?.*goto=%2Fdesk%2F/)
  await page.getByLabel('Email').fill(family.email)
  await page.getByLabel('Password', { exact: true }).fill(family.password)
  const answer = page.waitForResponse(
    (response) => response.url().includes('/families') && response.request().isNavigationRequest(),
  )
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  expect((await answer).status()).toBe(404)
})

test('finance has no health notes, at the address of their page either', async ({ page }) => {
  await openDesk(page, 'finance')
  const answer = await page.goto(`/desk/${program}/families/cus_1/health/reg_1`)
  expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([403, 'private, no-store'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
  await isAccessible(page)
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await expect(page).toHaveURL(/\/desk\/[^/]+$/)
})

test('a member at a keyboard searches, opens a result and lists the keys', async ({ page }) => {
  const family = await newRoys()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openDesk(page, 'manager', '/not-allowed')
  await page.waitForLoadState('load')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/\/families$/)
  await page.waitForLoadState('load')
  await page.keyboard.press('/')
  await page.keyboard.type(family.email)
  // The results come while the member types.
  await expect(page).toHaveURL(/q=family-/)
  await expect(page.locator('main .rows th a').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('family')
  await page.waitForLoadState('load')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
