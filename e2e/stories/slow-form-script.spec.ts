import type { Locator, Page } from '@playwright/test'
import { like, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, formScriptRuns, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { type Place, placeOf } from '../fixtures/places.ts'

const text = words.en.registration
/** The script of the form never comes; that of the island, which waits for it, does. */
const formScript = /\/RegistrationForm\.(?!island)[^/]+\.js$/

/** The form of an event for a family, whose script has not come when a button is pressed, or comes `late`. */
async function openSlowForm(page: Page, { event_id }: Place, late?: Promise<void>) {
  let requests = 0
  await page.route(formScript, async (route) => {
    requests += 1
    if (!late) return
    await late
    await route.continue()
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

/** Ticks Samuel and answers the questions about Samuel. */
async function answersForSamuel(page: Page, option_id: string): Promise<Locator> {
  await thumb.tick(page.getByRole('checkbox', { name: /^Samuel/ }))
  await page.getByLabel(text.option, { exact: true }).filter({ visible: true }).selectOption(option_id)
  const about = page.getByRole('group', { name: text.about.replace('{name}', 'Samuel') })
  await about.getByRole('radio').nth(2).check()
  await about.getByRole('combobox').first().selectOption({ index: 2 })
  return about
}

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
    await answersForSamuel(page, place.option_id)
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

test.describe('the parts of a form whose script comes while it is filled in', () => {
  const parts = {
    questions: text.about.replace('{name}', 'Samuel'),
    products: text.addOnsFor.replace('{name}', 'Samuel'),
  }
  const partOf = (page: Page, heading: string) =>
    page.locator('details.ask').filter({ has: page.locator('summary', { hasText: heading }), visible: true })

  /** The form with complete questions about Samuel, once its script runs. */
  async function scriptComes(page: Page, before: () => Promise<void> = async () => {}) {
    const place = await placeOf('Canoe Week', 'Full day with early drop-off')
    const script = Promise.withResolvers<void>()
    const { isAwaited } = await openSlowForm(page, place, script.promise)
    const about = await answersForSamuel(page, place.option_id)
    await before()
    await isAwaited()
    script.resolve()
    await formScriptRuns(page)
    await expect(page.locator('.if-ticked')).toHaveCount(0)
    await expect(about.getByRole('radio').nth(2)).toBeChecked()
    return partOf(page, parts.questions)
  }

  test('answered questions stay open until another part is opened', async ({ page }) => {
    const questions = await scriptComes(page)
    await expect(questions).toHaveAttribute('open')
    await expect(questions.locator('summary')).toContainText(text.complete)
    await partOf(page, parts.products).locator('summary').click()
    await expect(partOf(page, parts.products)).toHaveAttribute('open')
    await expect(questions).not.toHaveAttribute('open')
    await fitsTheScreen(page)
  })

  test('answered questions stay open until the form is sent, and a part that was opened stays open', async ({
    page,
  }) => {
    const products = partOf(page, parts.products)
    const questions = await scriptComes(page, () => products.locator('summary').click())
    await expect(questions).toHaveAttribute('open')
    await expect(products).toHaveAttribute('open')
    await page.getByRole('button', { name: text.goOn }).click()
    await expect(page.getByRole('alert').filter({ hasText: text.tickWaiver })).toBeVisible()
    await expect(questions).not.toHaveAttribute('open')
    await expect(products).toHaveAttribute('open')
  })
})
