import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { newEmail, program } from '../fixtures/families.ts'
import { expect, test } from '../fixtures/phone.ts'

for (const { width, script } of deskScreens)
  test(`an owner invites, changes and ends a member at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'owner', '/team')
    const email = newEmail()
    const looksRight = () => checkLook(page, script)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team')
    await looksRight()

    await page.getByLabel('Email').fill(email)
    await page.getByLabel('First name').fill('Robin')
    await page.getByLabel('Last name').fill('Achebe')
    await page.getByText('Events they look after').click()
    const event = page.locator('fieldset input[type=checkbox]').first()
    await event.check()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('status')).toHaveText('Invitation sent')

    // The second invitation is refused, and nothing that was typed is lost.
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Title' }).fill('Canoe coach')
    await page.getByText('Events they look after').click()
    await page.locator('fieldset input[type=checkbox]').first().check()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Canoe coach')
    await expect(page.locator('fieldset input[type=checkbox]').first()).toBeChecked()
    await looksRight()

    await page.goto(`/desk/${program}/team`)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Coach')
    await row.getByRole('link', { name: 'Robin Achebe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robin Achebe')
    await looksRight()
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Nurse')
    await page.getByRole('textbox', { name: 'Title' }).fill('Camp nurse')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('status')).toHaveText('Changes saved')
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('nurse')
    await expect(page.locator('fieldset input[type=checkbox]').first()).toBeChecked()

    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('status')).toHaveText('Invitation sent again')
    await page.getByRole('button', { name: 'Cancel invitation' }).click()
    await expect(page.getByRole('status')).toHaveText('Invitation cancelled')
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
    await looksRight()
    await page.context().close()
  })

test('a manager does not open the page of the team', async ({ page }) => {
  await openDesk(page, 'manager', '/team')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})
