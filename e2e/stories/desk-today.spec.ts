import { openDesk, plainPage } from '../fixtures/desk.ts'
import { newFamily } from '../fixtures/families.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

for (const { width, script } of [
  { width: 360, script: true },
  { width: 1280, script: true },
  { width: 360, script: false },
])
  test(`the desk opens at the day with its sales and new bookings at ${width} px, ${script ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const family = await newFamily()
    await paidOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
    const page = await plainPage(browser, width, script)
    await openDesk(page, 'owner')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
    await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The last 7 days' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Moonlight Snowshoes' }).first()).toBeVisible()
    await fitsTheScreen(page)
    if (script) await isAccessible(page)
    await page.getByRole('listitem').filter({ hasText: 'Moonlight Snowshoes' }).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Matches for')
  })
