import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { field, fillHarvestWeek, openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

/** A program with nothing but its name, which no one can pay yet. */
async function newProgram(): Promise<string> {
  const program = `first-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, { languages: ['en'], features: { online_payments: false } })
  return program
}
const stepsOf = (page: Page, title: string) => page.getByRole('region', { name: title }).getByRole('listitem')

for (const { width, script } of [
  { width: 360, script: false },
  { width: 1280, script: true },
])
  test(`a new owner comes from nothing to a camp on sale at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'owner', '', program)
    const title = 'From nothing to a camp on sale'
    const step = (name: string) => stepsOf(page, title).filter({ hasText: name })
    const home = () => page.goto(`/desk/${program}`)
    const looksRight = async () => {
      await fitsTheScreen(page)
      if (script) await isAccessible(page)
    }
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect(page.getByText('5 steps are left.')).toBeVisible()
    await expect(stepsOf(page, title)).toHaveCount(5)
    await looksRight()

    // A step is skipped, and its undo opens it again.
    await page.getByRole('button', { name: 'Skip: A place' }).click()
    await expect(page.getByRole('status')).toHaveText('You skipped “A place”.')
    await expect(step('A place')).toContainText('Skipped')
    await looksRight()
    await page.getByRole('button', { name: 'Undo: A place' }).click()
    await expect(step('A place')).toContainText('To do')

    await page.getByRole('link', { name: 'Name and brand', exact: true }).click()
    await page.getByLabel('Colour').fill('#11696b')
    await page.getByRole('region', { name: 'Brand', exact: true }).getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('status')).toHaveText('Brand saved')
    await home()
    await expect(step('Name and brand')).toContainText('Done')

    await page.getByRole('link', { name: 'How families pay you', exact: true }).click()
    await page.getByLabel('Families may pay at your office').check()
    await page.getByLabel('How to pay you').fill('Come by on Friday.')
    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    await payment.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('status')).toHaveText('Payment saved')
    await home()
    await expect(step('How families pay you')).toContainText('Done')
    await expect(page.getByText('3 steps are left.')).toBeVisible()

    // Looking at the site is done by pressing its button.
    await page.getByRole('button', { name: 'See your site' }).click()
    await expect(page).toHaveURL(new RegExp(`/pg/${program}`))
    await home()
    await expect(step('Look at it as a parent')).toContainText('Done')
    await looksRight()

    await page.getByRole('link', { name: 'A place', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New event')
    await fillHarvestWeek(page, { from: '2030-08-05', to: '2030-08-09' })
    await field(page, 'Summary, one line').fill('Pick, press and bake')
    await field(page, 'Option').fill('Full day')
    await field(page, 'Places').fill('14')
    await field(page, 'Price').fill('345')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('status')).toContainText('Draft created')
    await home()
    await expect(step('A place')).toContainText('Done')
    await expect(page.getByText('One step is left.')).toBeVisible()
    await expect(step('A camp on sale')).toContainText('Your draft is saved.')
    await looksRight()

    // The camp goes on in its draft, and the steps are gone once it is on sale.
    await page.getByRole('link', { name: 'A camp on sale', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('status')).toContainText('on your site')
    await page.getByRole('link', { name: 'See the page as a parent' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await home()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
    await looksRight()
    await page.context().close()
  })

test('the steps are gone when all are skipped, the last one can be undone, and the sample season is offered, in French', async ({
  browser,
}) => {
  const program = await newProgram()
  const page = await plainPage(browser, 360, true)
  await openDesk(page, 'manager', '', program, [], 'fr')
  const heading = page.getByRole('heading', { name: 'De zéro à un premier camp en vente' })
  await expect(heading).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  const skip = page.getByRole('button', { name: /^Passer/ })
  for (const left of [5, 4, 3, 2, 1]) {
    await expect(skip).toHaveCount(left)
    await skip.first().click()
  }
  await expect(heading).toHaveCount(0)
  await expect(page.getByRole('status')).toContainText('Vous avez passé')
  await isAccessible(page)
  await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
  await expect(heading).toBeVisible()
  await expect(page.getByText('Il reste une étape.')).toBeVisible()
  await page.getByRole('link', { name: 'Aller à la saison' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saison')
  await page.context().close()
})

test('a role that does not set the program up sees no steps', async ({ page }) => {
  const program = await newProgram()
  await openDesk(page, 'front_desk', '', program)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expect(page.getByRole('heading', { name: 'From nothing to a camp on sale' })).toHaveCount(0)
})

test('a step that another member finished meanwhile is refused with the reason', async ({ browser }) => {
  const program = await newProgram()
  const page = await plainPage(browser, 360, false)
  await openDesk(page, 'owner', '', program)
  const other = await page.context().newPage()
  await other.goto(`/desk/${program}`)
  await other.getByRole('button', { name: 'See your site' }).click()
  await expect(other).toHaveURL(new RegExp(`/pg/${program}`))
  await page.getByRole('button', { name: 'Skip: Look at it as a parent' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was changed')
  await fitsTheScreen(page)
  await page.context().close()
})
