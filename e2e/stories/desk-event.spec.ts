import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkLook, deskEnds, field, fillHarvestWeek, openDesk, plainPage } from '../fixtures/desk.ts'
import { makePicture } from '../../functions/test-bench/uploads.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const newProgram = async (offer: object = {}) => {
  const program = `event-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, { languages: ['en'], ...offer })
  return program
}
const address = { address_line_1: '1 Pine Lane', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' }
const otter = {
  ...{ key: 'otter', type: 'camp', name: 'Otter Week', starts_at: '2027-08-23T09:00', ends_at: '2027-08-27T16:00' },
  ...{ venues: ['dock'], questions: ['swim'], waiver: 'water', overnight: false },
  options: [{ key: 'full', name: 'Full day', cost: 345, spots_total: 14 }],
}
const lists = {
  venues: [{ key: 'dock', name: 'North Dock', address }],
  waivers: [{ key: 'water', title: 'Water waiver', text: 'Water is wet.' }],
  questions: [
    { key: 'allergy', title: 'Any allergies?', type: 'long_text' },
    { key: 'swim', title: 'Can your child swim?', type: 'yes_no', required: true },
  ],
}

for (const { width, script } of deskEnds)
  test(`a manager makes a camp and puts it on sale at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    const looksRight = () => checkLook(page, script)
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

    await fillHarvestWeek(page, { from: '2027-08-23', to: '2027-08-27' })
    const option = (number: number) => page.getByRole('group', { name: `Option ${number}`, exact: true })
    await field(page, 'From age').fill('8')
    await field(page, 'To age').fill('12')
    await field(page, 'Places').fill('14')
    await field(page, 'Price').fill('345')
    // By keyboard: the button adds a row, and Enter in a field saves.
    await page.getByRole('button', { name: 'Add an option' }).press('Enter')
    await expect(field(page, 'Name')).toHaveValue('Harvest Week')
    await expect(option(2)).toBeVisible()
    if (script) await expect(option(2).getByLabel('Option', { exact: true })).toBeFocused()
    await option(2).getByLabel('Option', { exact: true }).fill('Half day')
    await option(2).getByLabel('Places').fill('6')
    await option(2).getByLabel('Price').fill('195.00')
    await option(2).getByLabel('Price').press('Enter')
    await expect(page.getByRole('status')).toContainText('Draft created')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await expect(option(2).getByLabel('Price')).toHaveValue('195')
    await looksRight()

    const card = page.getByRole('region', { name: 'What parents see' })
    await expect(card).toContainText('9 am – 4 pm, Pine Point · All ages')
    await expect(card).toContainText('from $195.00')

    // The list of what is missing leads to the field, and so does a refusal.
    await field(page, 'Summary, one line').fill('')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('Enter a one-line summary')
    await page.getByRole('link', { name: 'One-line summary', exact: true }).click()
    await expect(field(page, 'Summary, one line')).toBeInViewport()
    await expect(option(2).getByLabel('Price')).toHaveValue('195')
    await looksRight()
    await field(page, 'Summary, one line').fill('Pick, press and bake')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('status')).toContainText('on your site')
    await looksRight()
    await page.getByRole('link', { name: 'See the page as a parent' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvest Week')
    await page.goto(`/desk/${program}/events`)
    await expect(page.getByRole('row').filter({ hasText: 'Harvest Week' })).toContainText('On sale')
    await page.context().close()
  })

for (const { width, script } of deskEnds)
  test(`a manager writes the questions of a camp and puts it on sale in one step at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram({ venues: lists.venues })
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events/new', program)
    await page.goto(`/desk/${program}/events/new`)
    await fillHarvestWeek(page, { from: '2027-08-23', to: '2027-08-27', place: 'North Dock' })
    await field(page, 'Option').fill('Full day')
    await field(page, 'Places').fill('14')
    await field(page, 'Price').fill('345')

    // A refused question keeps what was typed, in the question and in the event.
    const questions = page.getByRole('region', { name: 'Questions' })
    await questions.locator('summary').click()
    await field(page, 'Question').fill('T-shirt size?')
    await page.getByLabel('Kind of answer').selectOption('One choice')
    await page.getByRole('button', { name: 'Add the question' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('Write at least one choice, each one once')
    await expect(field(page, 'Question')).toHaveValue('T-shirt size?')
    await expect(field(page, 'Name')).toHaveValue('Harvest Week')
    await checkLook(page, script)
    await field(page, 'Choices').fill('Small\nMedium')
    await page.getByLabel('Families must answer it').check()
    await page.getByRole('button', { name: 'Add the question' }).click()
    const size = questions.getByRole('checkbox', { name: /T-shirt size/ })
    await expect(size).toBeChecked()
    await expect(questions).toContainText('One choice · required')
    await expect(field(page, 'Price')).toHaveValue('345')

    // Another question is about health, and changes afterwards.
    await questions.locator('summary').click()
    await field(page, 'Question').fill('What helps at bedtime?')
    await page.getByLabel('About health').check()
    await page.getByRole('button', { name: 'Add the question' }).click()
    await expect(questions).toContainText('Health note')
    await page.getByRole('button', { name: 'Change: T-shirt size?' }).click()
    await expect(field(page, 'Choices')).toHaveValue('Small\nMedium')
    await field(page, 'Choices').fill('Small\nMedium\nLarge')
    await checkLook(page, script)
    await page.getByRole('button', { name: 'Save the question' }).click()
    await expect(size).toBeChecked()
    await expect(page.getByRole('button', { name: 'Add the question' })).toBeHidden()
    await questions.locator('summary').click()
    await field(page, 'Question').fill('Left over?')
    await page.getByRole('button', { name: 'Change: What helps at bedtime?' }).click()
    await expect(questions.getByRole('checkbox', { name: /Left over/ })).toBeChecked()
    await page.getByRole('button', { name: 'Change: Left over?' }).click()
    await page.getByRole('button', { name: 'Delete the question' }).click()
    await expect(questions).not.toContainText('Left over?')

    // The draft is kept when something is missing, and the page says what.
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('alert')).toContainText('It is not on sale yet')
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('One-line summary')
    await expect(size).toBeChecked()
    await checkLook(page, script)
    await field(page, 'Summary, one line').fill('Pick, press and bake')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('status')).toContainText('on your site')
    await checkLook(page, script)
    await page.context().close()
  })

test('a change by another member meanwhile is shown and not overwritten', async ({ browser }) => {
  const program = await newProgram({ ...lists, events: [otter] })
  const page = await plainPage(browser, 1280, true)
  await openDesk(page, 'manager', '/events', program)
  const open = async (tab: Page) => {
    await tab.goto(`/desk/${program}/events`)
    await tab.getByRole('link', { name: 'Otter Week', exact: true }).click()
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Otter Week')
  }
  await open(page)
  const other = await page.context().newPage()
  await open(other)
  const allergy = (tab: Page) => tab.getByRole('checkbox', { name: /allergies/ })
  await expect(page.locator('#questions')).toContainText('Health note')
  await field(other, 'Summary, one line').fill('From the office')
  await field(other, 'Price').fill('350')
  await allergy(other).press('Space')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByRole('status')).toContainText('Changes saved')

  await field(page, 'Summary, one line').fill('From the field')
  await field(page, 'Places').fill('16')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('This event was changed while you were editing')
  await expect(field(page, 'Summary, one line')).toHaveValue('From the field')
  await expect(field(page, 'Price')).toHaveValue('345')
  for (const text of ['From the office', '350', '14', 'ticked'])
    await expect(page.getByText(`Saved now: ${text}`)).toBeVisible()
  await isAccessible(page)
  await other.reload()
  await expect(field(other, 'Summary, one line')).toHaveValue('From the office')

  await field(page, 'Price').fill('350')
  await allergy(page).press('Space')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status')).toContainText('Changes saved')
  await other.reload()
  await expect(field(other, 'Summary, one line')).toHaveValue('From the field')
  for (const [name, value] of [
    ['Price', '350'],
    ['Places', '16'],
  ] as const)
    await expect(field(other, name)).toHaveValue(value)
  await expect(other.getByRole('combobox', { name: 'Where' })).toHaveValue('dock')
  await expect(other.getByRole('combobox', { name: 'Waiver' })).toHaveValue('water')
  await expect(allergy(other)).toBeChecked()
  await page.context().close()
})

test('a question that another member changed meanwhile shows both versions', async ({ browser }) => {
  const program = await newProgram({ ...lists, events: [otter] })
  const page = await plainPage(browser, 360, false)
  await openDesk(page, 'manager', '/events', program)
  const open = async (tab: Page) => {
    await tab.goto(`/desk/${program}/events`)
    await tab.getByRole('link', { name: 'Otter Week', exact: true }).click()
    await tab.getByRole('button', { name: 'Change: Can your child swim?' }).click()
  }
  await open(page)
  const other = await page.context().newPage()
  await open(other)
  await field(other, 'Question').fill('Does your child swim?')
  await other.getByLabel('Families must answer it').uncheck()
  await other.getByRole('button', { name: 'Save the question' }).click()
  await expect(other.locator('#questions')).toContainText('Does your child swim?')

  await field(page, 'Question').fill('How far does your child swim?')
  await field(page, 'Summary, one line').fill('From the field')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('This question was changed while you were editing')
  await expect(field(page, 'Question')).toHaveValue('How far does your child swim?')
  await expect(page.getByText('Saved now: Does your child swim?')).toBeVisible()
  await expect(page.getByText('Saved now: not ticked')).toBeVisible()
  await expect(field(page, 'Summary, one line')).toHaveValue('From the field')
  await checkLook(page, false)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status')).toContainText('Changes saved')
  await expect(page.locator('#questions')).toContainText('How far does your child swim? Yes or no · required')
  await page.context().close()
})

for (const { width, script } of deskEnds)
  test(`a manager chooses, replaces and removes the picture of a camp at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = await newProgram({ ...lists, languages: ['en', 'fr'], events: [otter] })
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    await page.goto(`/desk/${program}/events`)
    await page.getByRole('link', { name: 'Otter Week', exact: true }).click()
    const section = page.getByRole('region', { name: 'Picture' })
    const card = page.getByRole('region', { name: 'What parents see' })
    const choose = async (label: string, name: string, buffer: Buffer) => {
      await section.getByLabel(label).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
      // Without JavaScript, the button shows the picture.
      if (!script) await section.getByRole('button', { name: 'Show the picture' }).click()
    }
    const photo = async (sides: { width: number; height: number }) => Buffer.from(await makePicture(sides))

    // A refused file is an error of its field, and the form keeps its input.
    await field(page, 'Name, in English').fill('Otter Lake Week')
    await choose('Choose a picture', 'dock.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(/Choose a JPG, PNG or WebP picture/)
    await expect(section.getByLabel('Choose a picture')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Name, in English')).toHaveValue('Otter Lake Week')
    await checkLook(page, script)

    await choose('Choose a picture', 'dock.jpg', await photo({ width: 1500, height: 1000 }))
    await expect(section.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
    const shown = card.getByRole('listitem').locator('img')
    await expect(shown).toHaveAttribute('src', /^\/uploads\/pic_[0-9a-f]{32}\.webp$/)
    const first = (await shown.getAttribute('src')) ?? ''
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(field(page, 'Name, in English')).toHaveValue('Otter Lake Week')
    await section.getByLabel('What the picture shows, in English').fill('A dock at dawn')
    await section.getByLabel('What the picture shows, in French').fill('Un quai à l’aube')
    await field(page, 'Summary, one line, in English').fill('Five days on the water')
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByRole('status')).toContainText('on your site')
    await expect(section.getByRole('img')).toHaveAttribute('alt', 'A dock at dawn')
    await checkLook(page, script)
    const visitor = await plainPage(browser, width, false)
    await visitor.goto(`/pg/${program}?lang=fr`)
    const event = page.url().replace(/\/desk\/(.*)\/events\/([^/]+)\/edit.*$/, '/pg/$1/evt/$2')
    await visitor.goto(`${event}?lang=fr`)
    await expect(visitor.getByRole('img', { name: 'Un quai à l’aube' })).toHaveAttribute('src', first)
    await visitor.context().close()

    // Another picture is saved with the button of the form.
    await section
      .getByLabel('Choose another picture')
      .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 900, height: 1200 }) })
    if (script) await expect(shown).not.toHaveAttribute('src', first)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toContainText('Changes saved')
    await expect(shown).not.toHaveAttribute('src', first)
    await section.getByRole('button', { name: 'Remove the picture' }).click()
    await expect(section.getByRole('button', { name: 'Remove the picture' })).toBeHidden()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toContainText('Changes saved')
    await expect(section.getByLabel('Choose a picture')).toBeVisible()
    await expect(shown).toHaveCount(0)
    await page.context().close()
  })

test('a manager finishes a draft in French on a phone', async ({ browser }) => {
  const program = await newProgram({ ...lists, languages: ['en', 'fr'], events: [otter] })
  const page = await plainPage(browser, 360, true)
  await openDesk(page, 'manager', '/events?lang=fr', program, [], 'fr')
  await page.goto(`/desk/${program}/events?lang=fr`)
  await page.getByRole('link', { name: 'Otter Week', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Prête à publier\u00a0?' })).toBeVisible()
  await field(page, 'Prix').fill('trois cents')
  await page.getByRole('button', { name: 'Enregistrer le brouillon' }).click()
  await expect(page.getByRole('alert')).toContainText('Entrez un prix comme 345,00')
  await expect(field(page, 'Prix')).toHaveValue('trois cents')
  await fitsTheScreen(page)
  await isAccessible(page)
  await field(page, 'Prix').fill('345,00')
  await page.getByLabel('Résumé d’une ligne, en anglais').fill('Five days on the water')
  await page.getByRole('button', { name: 'Enregistrer et publier' }).click()
  await expect(page.getByRole('status')).toContainText('sur votre site')
  await page.context().close()
})
