import { made } from '../fixtures/call.ts'
import { beginCamp, openBusyProgram } from '../fixtures/busy-program.ts'
import { checkLook, deskScreens, openDesk, plainPage } from '../fixtures/desk.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { applySailCamps } from '../fixtures/organiser.ts'

for (const { width, script } of deskScreens)
  test(`what waits at the desk leads to where it is done at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { program } = await openBusyProgram()
    await beginCamp(program)
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'owner', '', program)
    const looksRight = () => checkLook(page, script)
    const follow = async (name: RegExp) => {
      await page.getByRole('main').getByRole('link', { name }).click()
      await looksRight()
    }
    const home = () => page.goto(`/desk/${program}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
    await expect(page.getByText('1 person at 1 event')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Sail Week' })).toContainText('0 of 1, 1 to come')
    await expect(page.getByRole('heading', { name: 'The last 7 days' })).toBeVisible()
    await looksRight()

    await follow(/^Decide: Nadia Roy asks for/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Nadia Roy asks for/)
    await expect(page.getByText('She broke her wrist.')).toBeVisible()
    // A member decides under their own name.
    await expect(page.getByText('As Nadia Roy')).toBeVisible()
    await page.getByLabel('Tell the customer why').fill('See our policy')
    await page.locator('label[for="no"]').click()
    await page.getByRole('button', { name: 'Send my decision' }).click()
    await expect(page.getByText(/^By Nadia Roy, /)).toBeVisible()
    await looksRight()
    await home()
    await follow(/^1 message unanswered/)
    await expect(page.getByText('May we bring a dog?')).toBeVisible()
    await home()
    const booking = page.getByRole('listitem').filter({ hasText: 'Ruby Kessler' })
    await expect(booking).toContainText('$389.85')
    await booking.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kessler')
    await page.context().close()
  })

test('a day without people and tasks is calm, also in French', async ({ browser }) => {
  const program = `calm-${crypto.randomUUID().slice(0, 8)}`
  await applySailCamps(program, {})
  const page = await plainPage(browser, 360, true)
  const bearer = await openDesk(page, 'owner', '', program)
  await expect(page.getByText('No one is expected today.')).toBeVisible()
  await expect(page.getByText('Nothing needs you now.')).toBeVisible()
  await isAccessible(page)
  await made('/profile', { method: 'PUT', bearer, body: { language: 'fr' } })
  await page.goto(`/desk/${program}`)
  await expect(page.getByText('Personne n’est attendu aujourd’hui.')).toBeVisible()
  await expect(page.getByText('Rien ne vous attend pour le moment.')).toBeVisible()
  await fitsTheScreen(page)
  await isAccessible(page)
})
