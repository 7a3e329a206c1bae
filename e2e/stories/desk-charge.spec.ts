import type { Page } from '@playwright/test'
import { type AskingProgram, openAskingProgram, orderOfAgreed } from '../fixtures/asking-program.ts'
import { checkLook, deskEnds, field, openDesk, plainPage } from '../fixtures/desk.ts'
import { mailsTo, mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

/** Opens the form of a charge at an order of a family that lets the program charge this card. */
async function openCharge(page: Page, asking: AskingProgram, card: string, language: 'en' | 'fr' = 'en') {
  const order = await orderOfAgreed(asking, card)
  await openDesk(page, 'manager', `/orders/${order}`, asking.program, [], language)
  await page.locator('#charge > summary').click()
  return page.locator('#charge > form')
}
const toCard = /^To the stored card ending 4242/

for (const { width, script } of deskEnds)
  test(`a manager charges the stored card after a look at the sum at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const asking = await openAskingProgram()
    const page = await plainPage(browser, width, script)
    const form = await openCharge(page, asking, 'pm_card_visa')
    const check = () => form.getByRole('button', { name: 'Check', exact: true }).last().click()
    await field(page, 'What for').fill('Late pick-up')
    await form.getByLabel('Note').fill('Monday at 6:40 pm')
    // With tax, this is more than the family agreed to for one charge.
    await form.getByLabel('Amount before tax').fill('50')
    await check()
    await expect(form.getByText('$56.50').first()).toBeVisible()
    await expect(form.getByRole('radio')).toHaveCount(0)
    await form.getByLabel('Amount before tax').fill('20')
    await check()
    await expect(form.getByRole('radio', { name: 'By a link in an email' })).toBeChecked()
    await checkLook(page, script)

    // A larger amount for the card is refused at its field.
    await form.getByRole('radio', { name: toCard }).check()
    await form.getByLabel('Amount before tax').fill('50')
    await check()
    await expect(page.getByRole('alert')).toContainText('at most $50.00')
    await expect(form.getByLabel('Amount before tax')).toHaveAttribute('aria-invalid', 'true')
    await checkLook(page, script)
    await form.getByLabel('Amount before tax').fill('20')
    await check()
    await form.getByRole('radio', { name: toCard }).check()
    await form.getByRole('button', { name: 'Charge $22.60' }).click()
    await expect(page.getByRole('status')).toHaveText('Charged to the stored card. This is the new order.')
    await expect(page.locator('.badge').first()).toHaveText('Confirmed')
    await checkLook(page, script)
    const subjects = (await mailsTo(asking.family.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('charged you for'))).toEqual([])
    await page.context().close()
  })

test('a declined card leaves the charge to the link in the mail', async ({ browser }) => {
  const asking = await openAskingProgram()
  const page = await plainPage(browser, 360, true)
  const form = await openCharge(page, asking, 'pm_card_chargeCustomerFail')
  await field(page, 'What for').fill('Late pick-up')
  await form.getByLabel('Note').fill('Monday at 6:40 pm')
  await form.getByLabel('Amount before tax').fill('20')
  await form.getByLabel('Email the family').uncheck()
  await form.getByRole('button', { name: 'Check', exact: true }).last().click()
  await form.getByRole('radio', { name: /^To the stored card/ }).check()
  await form.getByRole('button', { name: 'Charge $22.60' }).click()
  await expect(page.getByRole('status')).toContainText('The card hasn’t paid it.')
  await fitsTheScreen(page)
  await isAccessible(page)
  const { text } = await mailTo(asking.family.email, /charged you for/)
  expect(text).toContain('/complete?')
  await page.context().close()
})

test('en français, la carte enregistrée est débitée', async ({ browser }) => {
  const asking = await openAskingProgram('fr')
  const page = await plainPage(browser, 360, false)
  const form = await openCharge(page, asking, 'pm_card_visa', 'fr')
  await field(page, 'Objet').fill('Départ tardif')
  await form.getByLabel('Message à la famille').fill('Lundi à 18 h 40')
  await form.getByLabel('Montant avant taxes').fill('20,00')
  await form.getByRole('button', { name: 'Vérifier', exact: true }).last().click()
  await form.getByRole('radio', { name: /^Avec la carte enregistrée qui se termine par 4242/ }).check()
  await fitsTheScreen(page)
  await form.getByRole('button', { name: /^Facturer 22,60/ }).click()
  await expect(page.getByRole('status')).toContainText('Montant débité de la carte enregistrée.')
  await page.context().close()
})
