import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accentRoles } from '../../functions/contract/offering/accent-roles.ts'
import { made } from '../fixtures/call.ts'
import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

/** A program of its own, so that the demo keeps its settings. */
async function ownProgram(): Promise<string> {
  const program = `set-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {})
  return program
}
const accent = '#c9573d'
// White text is too faint on this accent, so its buttons are darker.
const fill = accentRoles(accent)?.light.fill ?? ''
const rgbOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string, button = 'Save changes') =>
  part(page, name).getByRole('button', { name: button }).click()

for (const { width, script } of deskScreens)
  test(`a manager changes the settings of a program at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await ownProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/settings', program)
    const looksRight = () => checkLook(page, script)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await looksRight()

    const email = part(page, 'Program').getByLabel('Email')
    await page.getByLabel('Name (French)').fill('Camps de voile')
    await email.fill('nowhere')
    // The browser refuses the address first; the server refuses it as well.
    await part(page, 'Program')
      .locator('form')
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
    await save(page, 'Program')
    await expect(page.getByRole('alert')).toContainText('Nothing was changed')
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name (French)')).toHaveValue('Camps de voile')
    await looksRight()
    await email.fill('office@sail.example')
    await save(page, 'Program')
    await expect(page.getByRole('status')).toHaveText('Program saved')
    await expect(email).toHaveValue('office@sail.example')

    await page.getByLabel('Colour').fill(accent)
    if (script) {
      const preview = page.getByRole('img', { name: 'Preview of your brand' })
      await expect(preview).toHaveAttribute('style', new RegExp(`--fill: *light-dark\\(${fill},`))
    }
    await save(page, 'Brand')
    await expect(page.getByRole('status')).toHaveText('Brand saved')
    // The pages have the colour that the preview showed.
    await expect(part(page, 'Program').getByRole('button')).toHaveCSS('background-color', rgbOf(fill))

    await page.getByLabel('Families may pay at your office').check()
    await save(page, 'Payment')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Families may pay at your office')).toBeChecked()
    await page.getByLabel('How to pay you (English)').fill('Come by on Friday.')
    // A limit of nothing is refused at its field, and one with cents is kept as it was typed.
    const limit = page.getByLabel('The most that one such charge may be, with tax')
    await page.getByLabel('What parents may agree to', { exact: false }).first().fill('You may charge my stored card.')
    await limit.fill('0')
    await save(page, 'Payment')
    await expect(limit).toHaveAttribute('aria-invalid', 'true')
    await looksRight()
    await limit.fill('99.50')
    await save(page, 'Payment')
    await expect(page.getByRole('status')).toHaveText('Payment saved')
    await expect(page.getByLabel('Families may pay at your office')).toBeChecked()
    await expect(limit).toHaveValue('99.50')
    await save(page, 'Payment')
    await expect(page.getByRole('status')).toHaveText('Payment saved')
    await expect(limit).toHaveValue('99.50')
    await page.context().close()
  })

test('a change to an outdated version shows both versions, and can still be saved', async ({ browser }) => {
  const program = await ownProgram()
  const page = await plainPage(browser, 360, true)
  await openDesk(page, 'owner', '/settings', program)
  const other = await page.context().newPage()
  await other.goto(`/desk/${program}/settings`)
  await other.getByLabel('Phone').fill('613-555-0101')
  await save(other, 'Program')
  await expect(other.getByRole('status')).toHaveText('Program saved')

  await page.getByLabel('Phone').fill('613-555-0202')
  await save(page, 'Program')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Someone changed the settings in the meantime')
  await expect(alert).toContainText('Yours: 613-555-0202')
  await expect(alert).toContainText('Now: 613-555-0101')
  await expect(page.getByLabel('Phone')).toHaveValue('613-555-0202')
  await isAccessible(page)
  await fitsTheScreen(page)
  await save(page, 'Program', 'Save my version')
  await expect(page.getByRole('status')).toHaveText('Program saved')
  await expect(page.getByLabel('Phone')).toHaveValue('613-555-0202')
})

test('every member chooses their own emails in their own language', async ({ browser }) => {
  const program = await ownProgram()
  const page = await plainPage(browser, 360, false)
  const bearer = await openDesk(page, 'coach', '/notices', program)
  await page.getByLabel('Each booking').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('status')).toHaveText('Your emails are saved')
  await expect(page.getByLabel('Each booking')).toBeChecked()
  await expect(page.getByLabel('Refund requests')).toHaveCount(0)
  await page.goto(`/desk/${program}/settings`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
  // The desk follows the language of the member.
  await made('/profile', { method: 'PUT', bearer, body: { language: 'fr' } })
  await page.goto(`/desk/${program}/notices`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos courriels')
  await fitsTheScreen(page)
})
