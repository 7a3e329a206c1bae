import type { Page } from '@playwright/test'
import { openChangeProgram } from '../fixtures/change-program.ts'
import { checkLook, deskEnds, openDesk, plainPage } from '../fixtures/desk.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const openPlace = async (page: Page, what: string, name = 'Dana') => {
  await page
    .getByRole('link', { name: new RegExp(`^${name} `) })
    .first()
    .click()
  await page.getByRole('link', { name: what }).click()
}
const check = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Check', exact: true }).last()

for (const { width, script } of [
  { width: 360, script: true },
  { width: 1280, script: true },
  { width: 360, script: false },
])
  test(`a manager moves a place to a cheaper and a dearer week and to another child at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, last_name, email } = await openChangeProgram()
    const page = await plainPage(browser, width, script)
    const looksRight = () => checkLook(page, script)
    await openDesk(page, 'manager', `/families?q=${last_name}`, program)
    await openPlace(page, 'Move or change person: Ruby, Sail Week')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ruby ${last_name}, Sail Week`)
    await expect(page.getByRole('radio', { name: /Full day/ })).toBeChecked()
    await looksRight()
    await check(page).click()
    await expect(page.getByRole('status')).toHaveText('Choose another option, camp or person.')

    // Half of the difference and its tax comes back.
    await page.getByRole('link', { name: 'Choose Kayak Week' }).click()
    await page.getByLabel('Reason').fill('Ruby prefers kayaks')
    await page.getByRole('combobox', { name: 'Person' }).focus()
    await check(page).click()
    await expect(page.getByRole('term').filter({ hasText: 'Comes back' })).toBeVisible()
    await expect(page.getByLabel('Reason')).toHaveValue('Ruby prefers kayaks')
    await expect(page.locator('.letter')).toContainText(`Email to ${email}`)
    await expect(page.locator('.letter')).toContainText('Before: Sail Week, Full day')
    await looksRight()
    // Another choice after the check is checked again before it moves.
    await page.getByRole('radio', { name: 'Cash, by you' }).check()
    await page.getByRole('button', { name: 'Move and refund $56.50' }).click()
    await expect(page.locator('.letter')).toContainText('refunded $56.50 to you in cash')
    await page.getByRole('button', { name: 'Move and refund $56.50' }).click()
    await expect(page.getByRole('status')).toHaveText('Booking moved.')
    await expect(page.getByRole('link', { name: 'Cancel: Ruby, Kayak Week' })).toBeVisible()
    expect((await mailTo(email, /^Moved: Kayak Week/)).text).toContain('refunded $56.50 to you in cash')

    await page.getByRole('link', { name: 'Move or change person: Ruby, Kayak Week' }).click()
    await page.getByRole('link', { name: 'Choose Windsurf Week' }).click()
    await check(page).click()
    await page.getByRole('radio', { name: 'Waive it' }).check()
    await check(page).click()
    // To waive needs a reason. The choice is kept.
    await expect(page.getByRole('alert')).toContainText('Nothing was changed')
    await expect(page.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('radio', { name: 'Waive it' })).toBeChecked()
    await looksRight()
    await page.getByLabel('Reason').fill('Our mistake')
    await check(page).click()
    await page.getByRole('button', { name: 'Move this booking' }).click()
    await expect(page.getByRole('link', { name: 'Cancel: Ruby, Windsurf Week' })).toBeVisible()

    await page.getByRole('link', { name: 'Move or change person: Ruby, Windsurf Week' }).click()
    await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: `Otto ${last_name}` })
    await check(page).click()
    await page.getByRole('button', { name: 'Move this booking' }).click()
    await expect(page.getByRole('link', { name: 'Cancel: Otto, Windsurf Week' })).toBeVisible()
    await page.context().close()
  })

test('a refund outside the policy takes four clicks from the search, with the keyboard for the check', async ({
  browser,
}) => {
  const { program, last_name } = await openChangeProgram()
  const page = await plainPage(browser, 1280, true)
  await openDesk(page, 'manager', `/families?q=${last_name}`, program)
  await openPlace(page, 'Cancel: Ruby, Sail Week')
  await expect(page.locator('.letter')).toContainText('Cancelled: Sail Week')
  await page.locator('label[for="other"]').click()
  await page.getByLabel('Amount (up to $389.85)').fill('a lot')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Nothing was changed')
  await expect(page.getByLabel('Amount (up to')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Amount (up to')).toHaveValue('a lot')
  await isAccessible(page)
  await page.getByLabel('Amount (up to').fill('389.85')
  await page.getByLabel('Reason').fill('Ruby broke her wrist')
  await page.getByLabel('Amount (up to').press('Enter')
  await expect(page.getByText('More than your policy')).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Cancel and refund $389.85' }).click()
  await expect(page.getByRole('status')).toHaveText('Place cancelled.')
  await expect(page.getByRole('link', { name: 'Cancel: Ruby, Sail Week' })).toHaveCount(0)
  await page.context().close()
})

const undo = /^Undo, for (?:9|10) more minutes$/
for (const { width, script } of deskEnds)
  test(`the front desk undoes a cancellation, and its mail does not leave, at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program, last_name, email } = await openChangeProgram()
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'manager', `/families?q=${last_name}`, program)
    await openPlace(page, 'Cancel: Ruby, Sail Week')
    await expect(page.getByText('You can undo this for ten minutes.')).toBeVisible()
    await page.getByRole('button', { name: /^Cancel and refund/ }).click()
    await expect(page.getByRole('status')).toHaveText('Place cancelled.')
    await checkLook(page, script)
    await page.getByRole('link', { name: /^Ruby, Sail Week: undo, for (?:9|10) more minutes$/ }).click()
    await checkLook(page, script)
    // A copy of the page has the button still after it was used.
    const copy = await page.context().newPage()
    await copy.goto(page.url())
    await page.getByRole('button', { name: undo }).click()
    await expect(page.getByRole('status')).toHaveText('Undone. Everything is as before.')
    await expect(page.getByRole('link', { name: 'Cancel: Ruby, Sail Week' })).toBeVisible()
    await checkLook(page, script)
    await copy.getByRole('button', { name: undo }).click()
    await expect(copy.getByRole('alert')).toContainText('Change the booking as it is now.')
    await checkLook(copy, script)

    // Cash was handed over, so it is not undone.
    await page.getByRole('link', { name: 'Cancel: Ruby, Sail Week' }).click()
    await page.getByRole('radio', { name: 'Cash, by you' }).check()
    await check(page).click()
    await expect(page.getByText('This can’t be undone.')).toBeVisible()
    await page.getByRole('button', { name: /^Cancel and refund/ }).click()
    await expect(page.getByRole('link', { name: /undo/ })).toHaveCount(0)
    const { text } = await mailTo(email, /^Cancelled: Sail Week/)
    expect(text).toContain('to you in cash')
    await page.context().close()
  })

test('the front desk cancels by the policy and no further, without JavaScript', async ({ browser }) => {
  const { program, last_name } = await openChangeProgram()
  const page = await plainPage(browser, 360, false)
  await openDesk(page, 'front_desk', `/families?q=${last_name}`, program)
  await openPlace(page, 'Move or change person: Ruby, Sail Week')
  await page.getByRole('link', { name: 'Choose Windsurf Week' }).click()
  await check(page).click()
  await expect(page.getByRole('status')).toContainText('A manager can waive the difference')
  await expect(page.getByRole('button', { name: 'Move this booking' })).toHaveCount(0)
  await page.getByRole('list', { name: 'What to do' }).getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Another amount needs someone who may make exceptions.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Another amount' })).toHaveCount(0)
  await fitsTheScreen(page)
  const refund = page.getByRole('button', { name: /^Cancel and refund \$194\.9[23]$/ })
  const id = new URL(page.url()).pathname
  // A form that was changed by hand is refused by the call.
  const refused = await page.request.post(id, {
    form: { act: 'cancel', much: 'other', amount: '389.85', currency: 'CAD', reason: 'Please', key: 'changed-by-hand' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(await refused.text()).toContain('Nothing was changed')
  await refund.click()
  await expect(page.getByRole('status')).toHaveText('Place cancelled.')
  await page.context().close()
})

test('en français, une place est annulée sans remboursement', async ({ browser }) => {
  const { program, last_name } = await openChangeProgram()
  const page = await plainPage(browser, 360, true)
  await openDesk(page, 'manager', `/families?q=${last_name}`, program, [], 'fr')
  await openPlace(page, 'Annuler: Ruby, Semaine de voile')
  await page.getByRole('radio', { name: 'Rien', exact: true }).check()
  await page.getByLabel('Motif').fill('Absence sans avis')
  await page.getByRole('button', { name: 'Vérifier', exact: true }).last().click()
  await expect(page.getByText('En deçà de votre politique')).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Annuler cette place' }).click()
  await expect(page.getByRole('status')).toHaveText('Place annulée.')
  await page.context().close()
})
