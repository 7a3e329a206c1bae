import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkLook, deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, test } from '../fixtures/phone.ts'

async function ownProgram(): Promise<string> {
  const program = `import-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {
    venues: [
      {
        key: 'dock',
        name: 'Dock',
        address: { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-ON', postcode: 'K7H 1A1', country: 'CA' },
      },
    ],
  })
  return program
}
const sheet = (...rows: string[]) => `${rows.join('\n')}\n`
const head = 'Name,Kind,Location,Start date,Hours,Fee,Places,Coach'
const good = 'Otter Week,Camp,Dock,2099-07-06,9:00 AM - 4:00 PM,$395,12,Sam'
const wrong = 'Heron Week,Camp,Pier,2099-07-13,9:00 AM - 4:00 PM,$lots,12,Kim'
const choose = (page: Page, text: string | Buffer, name = 'events.csv') =>
  page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.isBuffer(text) ? text : Buffer.from(text) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

for (const { width, script } of deskEnds)
  test(`a manager imports a spreadsheet at ${width} px, ${script ? 'with' : 'without'} script`, async ({ browser }) => {
    const program = await ownProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', '/events', program)
    const looksRight = () => checkLook(page, script)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import events')
    await looksRight()

    await press(page, 'Check the file')
    await expect(page.getByRole('alert')).toContainText('Choose a CSV file, or paste the rows')
    await choose(page, Buffer.from([0x50, 0x4b, 3, 4, 0]), 'events.xlsx')
    await press(page, 'Check the file')
    await expect(page.getByRole('alert')).toContainText('This isn’t a CSV file')
    await choose(page, Buffer.alloc(1_000_001, 'x'))
    await press(page, 'Check the file')
    await expect(page.getByRole('alert')).toContainText('at most 1 MB')
    await looksRight()

    // Every mistake has its row and column, and is corrected on the page; a column is left out.
    await choose(page, sheet(head, good, wrong))
    await press(page, 'Check the file')
    await expect(page.getByRole('alert')).toContainText('mistakes to fix')
    await expect(page.getByRole('row').filter({ hasText: 'Row 3, Location' })).toContainText('“Pier”')
    await looksRight()
    await expect(page.getByLabel('Column Fee goes into').locator('option:checked')).toContainText('Price')
    await page.getByLabel('Column Coach goes into').selectOption('Leave out')
    await page.getByRole('textbox', { name: 'Row 3, Location' }).fill('Dock')
    await press(page, 'Check again')
    await expect(page.getByRole('alert')).toContainText('1 mistake to fix')
    await page.getByRole('textbox', { name: 'Row 3, Fee' }).fill('$420')
    await press(page, 'Check again')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Heron Week' })).toContainText('New')
    await looksRight()

    // A changed mapping is shown before it is imported.
    await page.getByLabel('Column Coach goes into').selectOption('Summary')
    await press(page, 'Import 2 events')
    await expect(page.locator('input[name=checked]')).toHaveValue(/summary/)
    await press(page, 'Import 2 events')
    await expect(page.getByRole('status')).toContainText('2 events imported')
    await expect(page.getByRole('row').filter({ hasText: 'Otter Week' })).toContainText('Draft')
    await looksRight()

    // The same rows again change nothing, and a changed price is named.
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page
      .getByLabel('Or paste the rows')
      .fill(sheet(head, good, wrong.replace('Pier', 'Dock').replace('$lots', '$420')))
    await press(page, 'Check the file')
    await expect(page.getByRole('status')).toContainText('Nothing to change')
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
    await choose(page, sheet(head, good.replace('$395', '$405')))
    await press(page, 'Check again')
    await expect(page.getByRole('region', { name: 'What changes' })).toContainText(
      'Price before fees and tax: 395 → 405',
    )
    await press(page, 'Change 1 event')
    await expect(page.getByRole('status')).toContainText('Your file is imported')
    await page.context().close()
  })

test('a manager imports a French spreadsheet in French', async ({ browser }) => {
  const program = await ownProgram()
  const page = await plainPage(browser, 360, false)
  await openDesk(page, 'manager', '/events/import', program, [], 'fr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Importer des activités')
  const rows =
    'Nom;Type;Lieu;Date de début;Heures;Prix;Places\nSemaine d’été;camp;Quai;6 juillet 2099;9 h - 16 h;395,00 $;12'
  await page
    .getByLabel('Fichier CSV', { exact: true })
    .setInputFiles({ name: 'ete.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click()
  await expect(page.getByRole('alert')).toContainText('1 erreur à corriger')
  await expect(page.getByRole('row').filter({ hasText: 'Ligne 2, Lieu' })).toContainText('« Quai » n’est pas un lieu')
  await page.getByRole('textbox', { name: 'Ligne 2, Lieu' }).fill('Dock')
  await page.getByRole('button', { name: 'Vérifier de nouveau' }).click()
  await page.getByRole('button', { name: 'Importer 1 activité' }).click()
  await expect(page.getByRole('status')).toContainText('1 activité importée')
  await fitsTheScreen(page)
  await page.context().close()
})
