import { randomUUID } from 'node:crypto'
import { call, made } from '../fixtures/call.ts'
import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

for (const { width, script } of deskScreens)
  test(`an owner makes a client of the API, sees its secret once and revokes it at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const program = `acc-${randomUUID().slice(0, 8)}`
    await applySailCamps(program, {})
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'owner', '/access', program)
    const looksRight = () => checkLook(page, script)
    await expect(page.getByText('No software has access.')).toBeVisible()
    await looksRight()

    await page.getByRole('textbox', { name: 'Name' }).fill('Club website')
    await page.getByRole('button', { name: 'Make a client' }).click()
    await expect(page.getByText('Copy the secret now')).toBeVisible()
    const [id, secret] = await page.locator('#made code').allTextContents()
    await looksRight()
    const settings = () => {
      const credentials = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      return call(`/organiser/programs/${program}/settings`, { headers: { Authorization: credentials } })
    }
    expect((await settings()).status).toBe(200)

    await page.goto(`/desk/${program}/access`)
    await expect(page.getByText('Copy the secret now')).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText(secret ?? '')
    const row = page.getByRole('row').filter({ hasText: 'Club website' })
    await row.locator('summary').click()
    await looksRight()
    await row.getByRole('button', { name: 'Revoke Club website' }).click()
    await expect(page.getByRole('status')).toHaveText('Access revoked')
    await expect(row).toContainText('Revoked')
    expect((await settings()).status).toBe(401)

    await page.goto(`/desk/${program}/team`)
    await page.getByRole('link', { name: 'Who opened health notes' }).click()
    await expect(page.getByText('No one has opened health notes.')).toBeVisible()
    await looksRight()
    await page.context().close()
  })

test('a manager has no access for software, and the page is in French too', async ({ browser }) => {
  const program = `acc-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {})
  const page = await plainPage(browser, 360, true)
  const bearer = await openDesk(page, 'owner', '/access', program)
  await made('/profile', { method: 'PUT', bearer, body: { language: 'fr' } })
  await page.goto(`/desk/${program}/access`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accès à l’API')
  await fitsTheScreen(page)
  await isAccessible(page)
  const manager = await plainPage(browser, 360, false)
  await openDesk(manager, 'manager', '/access', program)
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('This page isn’t part of your role')
})
