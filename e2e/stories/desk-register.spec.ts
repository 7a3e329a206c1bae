import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { bornFor, newEmail, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const camp = 'Moonlight Snowshoes'
const [year, month, day] = bornFor(9).split('-').map(Number)
const born = async (child: Locator): Promise<void> => {
  await child.getByLabel('Month').selectOption(String(month))
  await child.getByLabel('Day').fill(String(day))
  await child.getByLabel('Year').fill(String(year))
}

for (const { width, script } of deskScreens)
  test(`the front desk registers a caller’s two new children with cash at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const name = `Kessler${randomUUID().slice(0, 6)}`
    const email = newEmail()
    const page = await plainPage(browser, width, script)
    const checked = async () => {
      await fitsTheScreen(page)
      if (script) await isAccessible(page)
    }
    await openDesk(page, 'front_desk', `/families?q=${name}`)
    await page.getByRole('link', { name: 'Register a new family' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register')
    await page.getByLabel('Name of the camp').fill('Snowshoes')
    await page.getByRole('search', { name: 'Which camp?' }).getByRole('button', { name: 'Find' }).click()
    await checked()
    await page
      .getByRole('link', { name: `Choose ${camp}` })
      .first()
      .click()

    const form = page.getByRole('form', { name: 'Register' })
    await form.getByLabel('First name', { exact: true }).first().fill('Dana')
    await form.getByLabel('Last name', { exact: true }).first().fill(name)
    await form.getByLabel('Email (optional)').fill(email)
    const [first, second] = [
      form.getByRole('group', { name: 'Person 1' }),
      form.getByRole('group', { name: 'Person 2' }),
    ]
    await first.getByLabel('First name').fill('Ruby')
    await born(first)
    await form.getByText('Another person (2)').click()
    await second.getByLabel('First name').fill('Otto')
    await born(second)
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText('Otto')
    await expect(form.getByLabel('Emergency phone')).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('Emergency phone').fill('613 555 0168')
    await form.getByRole('radio', { name: 'Cash now' }).check()
    await second.getByLabel('First name').focus()
    await page.keyboard.press('Enter')
    // Enter checks the total and books nothing.
    await expect(page.getByRole('heading', { name: 'What the family gets' })).toBeVisible()
    await expect(page.locator('.letter').first()).toContainText(email)
    await expect(page.locator('.letter').first()).toContainText('Your places at Lakeside Camps are booked.')
    await expect(page.locator('.letter').first()).not.toContainText('Dana')
    await expect(form.getByLabel('Last name', { exact: true }).first()).toHaveValue(name)
    await checked()
    await form.getByRole('button', { name: /^Register 2 people/ }).click()

    await expect(page.getByRole('heading', { level: 1 })).toContainText('Order')
    await expect(page.getByRole('status')).toHaveText('Registered.')
    await expect(page.getByRole('row').filter({ hasText: 'Ruby' })).toContainText(camp)
    await checked()
    const mail = await mailTo(email, /^Confirmed: Moonlight Snowshoes/)
    expect(mail.text).toContain('Your places at Lakeside Camps are booked.')
    // The address is not confirmed yet, so the mail names no one.
    expect(mail.text).not.toMatch(/Dana|Ruby|Otto/)
    await page
      .getByRole('link', { name: `Dana ${name}` })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} family`)
    await page.context().close()
  })

test('a child who is too young is refused by name, with what would work instead', async ({ page }) => {
  const family = await newFamily({ ages: [3, 9] })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openDesk(page, 'manager', `/families?q=${family.email}`)
  await page.getByRole('link', { name: 'Nadia Roy' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click()
  await page.getByLabel('Name of the camp').fill('Canoe')
  await page.getByRole('search', { name: 'Which camp?' }).getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: 'Choose Canoe Week' }).first().click()
  await page.getByRole('button', { name: 'Check the total' }).last().click()
  await expect(page.getByRole('alert')).toContainText('Choose at least one person')
  for (const name of ['Maya Roy', 'Samuel Roy']) await page.locator('label', { hasText: name }).click()
  await page.getByRole('button', { name: 'Check the total' }).last().click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Maya')
  await expect(page.getByRole('checkbox', { name: /Samuel/ })).toBeChecked()
  await isAccessible(page)
  // A manager may make an exception. The front desk takes the child out, or another camp.
  await page.getByRole('textbox', { name: 'Reason' }).last().fill('The coach agreed')
  await page
    .getByRole('button', { name: /Update the total|Check the total/ })
    .last()
    .click()
  await expect(page.getByRole('button', { name: /^Register 2 people/ })).toBeVisible()
})

test('une famille francophone est inscrite avec un lien de paiement', async ({ page }) => {
  const family = await newFamily({ language: 'fr' })
  await openDesk(page, 'front_desk', `/families?q=${family.email}`, program, [], 'fr')
  await page.getByRole('link', { name: 'Nadia Roy' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Inscrire', exact: true }).click()
  await page.getByRole('row').getByRole('link').first().click()
  await page.locator('label', { hasText: 'Maya Roy' }).click()
  await page.getByRole('radio', { name: 'Par carte, grâce à un lien' }).check()
  await page.getByRole('button', { name: 'Calculer le total' }).last().click()
  await expect(page.locator('.letter').first()).toContainText('Votre place chez')
  await isAccessible(page)
  await page.getByRole('button', { name: /^Inscrire 1 personne/ }).click()
  await expect(page.getByRole('status')).toHaveText('Inscription faite.')
  await expect(page.getByRole('heading', { name: 'Lien pour la famille' })).toBeVisible()
  await page.getByLabel('Montant reçu').fill('dix')
  await page.getByRole('button', { name: 'Inscrire ce paiement' }).click()
  await expect(page.getByRole('alert')).toContainText('Rien n’a été inscrit')
  await expect(page.getByLabel('Montant reçu')).toHaveValue('dix')
  await isAccessible(page)
})

test('a coach has no link to register and no page for it', async ({ page }) => {
  await openDesk(page, 'coach')
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0)
  const answer = await page.goto(`/desk/${program}/register`)
  expect(answer?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})
