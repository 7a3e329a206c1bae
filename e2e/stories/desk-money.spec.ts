import { made } from '../fixtures/call.ts'
import { openBusyProgram } from '../fixtures/busy-program.ts'
import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

for (const { width, script } of deskScreens)
  test(`a bookkeeper reads the sums, records a payment and exports at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program } = await openBusyProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'finance', '/money', program)
    const looksRight = () => checkLook(page, script)
    const figure = (name: string) => page.locator('.figs > div').filter({ hasText: name })
    // Three places at $345 with 13% tax. One is still owed.
    await expect(figure('Sold')).toContainText('$1,169.55')
    await expect(figure('Taxes')).toContainText('$134.55')
    await expect(figure('Still due')).toContainText('$389.85')
    await expect(page.getByRole('row').filter({ hasText: 'Sail Week' }).last()).toContainText('$1,169.55')
    await expect(page.getByRole('complementary', { name: 'Received' })).toContainText('$779.70')
    await looksRight()

    await page.getByRole('link', { name: 'Record a payment from Ada Okafor' }).click()
    await page.getByLabel('Amount you received').fill('ten')
    await page.getByLabel('Your reference').fill('Cheque 12')
    await page.getByRole('button', { name: 'Record this payment' }).click()
    await expect(page.getByRole('alert')).toContainText('The payment wasn’t recorded')
    await expect(page.getByLabel('Amount you received')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Amount you received')).toHaveValue('ten')
    await expect(page.getByLabel('Your reference')).toHaveValue('Cheque 12')
    await looksRight()
    await page.getByLabel('Amount you received').fill('389.85')
    await page.getByText('Cheque', { exact: true }).click()
    await page.getByRole('button', { name: 'Record this payment' }).click()
    await expect(page.getByRole('status')).toHaveText('Payment recorded')
    await expect(figure('Still due')).toContainText('$0.00')
    await expect(page.getByText('Nothing is due.')).toBeVisible()

    await page.getByRole('link', { name: 'Show all orders of this period' }).click()
    await expect(page.getByRole('heading', { name: '3 orders' })).toBeVisible()
    await looksRight()
    await page.getByRole('combobox', { name: 'By' }).selectOption('week')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'By week' })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^sales.*\.csv$/)

    await page.getByRole('table').first().getByRole('link', { name: 'Dana Kessler' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kessler')
    await page.context().close()
  })

test('days that no report has are refused next to their field, also in French', async ({ browser }) => {
  const { program } = await openBusyProgram()
  const page = await plainPage(browser, 360, true)
  const bearer = await openDesk(page, 'finance', '/money', program)
  await made('/profile', { method: 'PUT', bearer, body: { language: 'fr' } })
  await page.goto(`/desk/${program}/money?from=2027-07-10&to=2027-07-01`)
  await expect(page.getByText('Choisissez un dernier jour après le premier')).toBeVisible()
  await expect(page.getByLabel('Au', { exact: true }).first()).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('link', { name: 'Inscrire un paiement de Ada Okafor' })).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
})

test('the front desk takes a payment without the reports', async ({ browser }) => {
  const { program } = await openBusyProgram()
  const page = await plainPage(browser, 360, false)
  await openDesk(page, 'front_desk', '/money', program)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money')
  await expect(page.locator('.figs')).toHaveCount(0)
  await page.getByRole('link', { name: 'Record a payment from Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Record this payment' }).click()
  await expect(page.getByRole('status')).toHaveText('Payment recorded')
  await page.goto(`/desk/${program}/money/export?report=sales&from=2027-07-01&to=2027-07-31`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})
