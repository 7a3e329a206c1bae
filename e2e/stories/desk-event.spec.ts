import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const newProgram = async () => {
  const program = `event-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, { languages: ['en'] })
  return program
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

for (const { width, script } of [
  { width: 360, script: false },
  { width: 1280, script: true },
])
  test(`a manager makes a camp and puts it on sale at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    const looksRight = async () => {
      await fitsTheScreen(page)
      if (script) await isAccessible(page)
    }
    await page.getByRole('link', { name: 'New event' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New event')
    await looksRight()

    // A refused form names its fields and keeps what was typed.
    await field(page, 'Summary, one line').fill('Pick, press and bake')
    await field(page, 'Option').fill('Full day')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter a name')
    await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Summary, one line')).toHaveValue('Pick, press and bake')
    await looksRight()

    await field(page, 'Name').fill('Harvest Week')
    await field(page, 'First day').fill('2027-08-23')
    await field(page, 'Last day').fill('2027-08-27')
    await page.getByLabel('Where').selectOption('A new place')
    await field(page, 'Name of the place').fill('Pine Point')
    await field(page, 'Address').fill('1 Pine Lane')
    await field(page, 'City').fill('Toronto')
    await field(page, 'Province or state').fill('CA-ON')
    await field(page, 'Postal code').fill('M5V 2T6')
    const option = (number: number) => page.getByRole('group', { name: `Option ${number}` })
    await field(page, 'From age').fill('8')
    await field(page, 'To age').fill('12')
    await field(page, 'Places').fill('14')
    await field(page, 'Price').fill('345')
    await page.getByRole('button', { name: 'Add an option' }).click()
    await expect(field(page, 'Name')).toHaveValue('Harvest Week')
    await option(2).getByLabel('Option', { exact: true }).fill('Half day')
    await option(2).getByLabel('Places').fill('6')
    await option(2).getByLabel('Price').fill('195.00')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('status')).toContainText('Draft created')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await expect(option(2).getByLabel('Price')).toHaveValue('195')
    await looksRight()

    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('status')).toContainText('on your site')
    await page.getByRole('link', { name: 'See the page as a parent' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await page.goto(`/desk/${program}/events`)
    await expect(page.getByRole('row').filter({ hasText: 'Harvest Week' })).toContainText('On sale')
    await page.context().close()
  })

test('a change by another member meanwhile is shown and not overwritten', async ({ browser }) => {
  const program = await newProgram()
  const page = await plainPage(browser, 1280, true)
  await openDesk(page, 'manager', '/events/new', program)
  await field(page, 'Name').fill('Otter Week')
  await field(page, 'First day').fill('2027-08-23')
  await field(page, 'Last day').fill('2027-08-27')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status')).toContainText('Draft created')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await field(other, 'Summary, one line').fill('From the office')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByRole('status')).toContainText('Changes saved')

  await field(page, 'Summary, one line').fill('From the field')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('This event was changed while you were editing')
  await expect(field(page, 'Summary, one line')).toHaveValue('From the field')
  await expect(page.getByText('Saved now: From the office')).toBeVisible()
  await isAccessible(page)
  await other.reload()
  await expect(field(other, 'Summary, one line')).toHaveValue('From the office')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status')).toContainText('Changes saved')
  await page.context().close()
})
