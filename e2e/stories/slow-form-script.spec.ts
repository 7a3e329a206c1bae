import { like, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { type Place, placeOf } from '../fixtures/places.ts'

const text = words.en.registration
/** The script of the form never comes; that of the island, which waits for it, does. */
const formScript = /\/RegistrationForm\.(?!island)[^/]+\.js$/

/** The form of an event for a family, whose script has not come when a button is pressed. */
async function openSlowForm(page: Parameters<typeof logIn>[0], { event_id }: Place) {
  let requests = 0
  await page.route(formScript, () => {
    requests += 1
  })
  const family = await newFamily()
  await logIn(page, family, `/pg/${program}/evt/${event_id}/register`)
  await page.locator('astro-island[ssr]').first().waitFor({ state: 'detached' })
  return { family, isAwaited: () => expect.poll(() => requests).toBeGreaterThan(0) }
}
const bookedBy = async ({ bearer }: { bearer: string }) =>
  (
    await made<{ data: { attendee: { first_name: string }; option_id: string }[] }>(
      `/profile/registrations?status=pending`,
      { bearer },
    )
  ).data

test.describe('a form that is sent before its script has come', () => {
  test('a ticked child gets the only option', async ({ page }) => {
    const place = await placeOf('Free taster', 'One afternoon')
    const { family, isAwaited } = await openSlowForm(page, place)
    const option = page.getByLabel(text.option, { exact: true })
    await expect(option.filter({ visible: true })).toHaveCount(0)
    await thumb.tick(page.getByRole('checkbox', { name: /^Maya/ }))
    await expect(option.filter({ visible: true })).toHaveCount(1)
    await isAwaited()
    await page
      .getByRole('button', { name: like(text.goOn) })
      .or(page.getByRole('button', { name: text.goOnFree }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout\/ord_/)
    expect((await bookedBy(family)).map(({ option_id }) => option_id)).toEqual([place.option_id])
  })

  test('a ticked child gets the chosen one of several options, and every answer', async ({ page }) => {
    const place = await placeOf('Canoe Week', 'Full day with early drop-off')
    const { family, isAwaited } = await openSlowForm(page, place)
    await thumb.tick(page.getByRole('checkbox', { name: /^Samuel/ }))
    await page.getByLabel(text.option, { exact: true }).filter({ visible: true }).selectOption(place.option_id)
    const about = page.getByRole('group', { name: text.about.replace('{name}', 'Samuel') })
    await about.getByRole('radio').nth(2).check()
    await about.getByRole('combobox').first().selectOption({ index: 2 })
    await page.getByRole('checkbox', { name: /agree/ }).check()
    await isAccessible(page)
    await fitsTheScreen(page)
    await isAwaited()
    await page.getByRole('button', { name: text.goOn }).click()
    await expect(page).toHaveURL(/\/checkout\/ord_/)
    expect((await bookedBy(family)).map(({ option_id }) => option_id)).toEqual([place.option_id])
    await expect(page.getByText('Samuel').first()).toBeVisible()
  })
})
