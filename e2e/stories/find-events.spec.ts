import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { program } from '../fixtures/families.ts'
import { placeOf } from '../fixtures/places.ts'

const cards = 'main a[href*="/evt/"]'

test.describe('finding events without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor filters events by venue, day and tag', async ({ page }) => {
    await page.goto(`/pg/${program}`)
    const all = await page.locator(cards).count()
    await page.locator('summary', { hasText: 'Filters' }).click()
    await page.getByLabel('City').selectOption('Perth')
    await page.getByLabel('Arts').check()
    await page.locator('.end').getByRole('button').click()
    await page.waitForURL(/tags=Arts.*venue_city=Perth/)
    const both = await page.locator(cards).count()
    expect([both > 0, both < all]).toEqual([true, true])
    const months = await page.locator('.cards h2 small').allTextContents()
    expect(months.reduce((sum, words) => sum + Number(/^\d+/.exec(words)?.[0]), 0)).toBe(both)
    expect(months.join()).toMatch(/\d+ of \d+ events/)
    await expect(page.getByLabel('City')).toHaveValue('Perth')
    await page.getByRole('link', { name: 'Remove Arts' }).click()
    await expect(page).not.toHaveURL(/tags=/)
    await expect.poll(() => page.locator(cards).count()).toBeGreaterThan(both)
    await page.goto(`/pg/${program}?scheduled_gte=2099-01-01`)
    await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.locator(cards)).toHaveCount(all)
  })

  test('a visitor finds a program from the home page', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('What', { exact: true }).fill('lakeside')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/search=lakeside/)
    await expect(page.getByRole('heading', { name: 'Lakeside Camps' })).toBeVisible()
    // A program is found by a word of one of its events.
    await page.goto('/?search=canoe')
    await expect(page.getByRole('heading', { name: 'Lakeside Camps' })).toBeVisible()
    await page.goto('/?place_name=atlantis&lang=fr')
    await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible()
    await page.getByRole('link', { name: 'Effacer les filtres' }).click()
    await expect(page).toHaveURL(/\/\?lang=fr$/)
  })
})

for (const place of ['pg', 'embed']) {
  test(`the other filters of /${place} open on demand and keep the active ones`, async ({ phone }) => {
    await phone.goto(`/${place}/${program}`)
    await expect(phone.getByLabel('City')).toHaveCount(0)
    const all = await phone.locator(cards).count()
    await phone.locator('summary', { hasText: 'Filters' }).press('Enter')
    await phone.getByLabel('City').selectOption('Perth')
    await phone.getByLabel('From', { exact: true }).fill('2026-01-01')
    await isAccessible(phone)
    await phone.setViewportSize({ width: 320, height: 640 })
    await fitsTheScreen(phone)
    const show = phone.locator('.end').getByRole('button')
    await expect(show).toHaveText(/^Show \d+ events?$/)
    const shown = Number((await show.textContent())?.replaceAll(/\D/g, ''))
    await show.click()
    await phone.waitForURL(/scheduled_gte=2026-01-01.*venue_city=Perth/)
    const results = await phone.locator(cards).count()
    expect(results).toBe(shown)
    await expect(phone.getByText('2 on', { exact: true })).toBeVisible()
    expect([results > 0, results < all]).toEqual([true, true])
    // The folded filters stay closed for this search.
    await phone.getByLabel('Search events').fill('a')
    await phone.getByRole('button', { name: 'Show events' }).first().click()
    await expect(phone).toHaveURL(/search=a/)
    await expect(phone).toHaveURL(/scheduled_gte=2026-01-01.*venue_city=Perth/)
  })
}

test('the page with every filter set is accessible and fits a small screen', async ({ phone }) => {
  for (const path of [
    `/pg/${program}?venue_city=Perth&tags=Arts&tags=Family&gender=female&scheduled_gte=2026-01-01&online_event=true&age=8&type=camp`,
    '/?search=lakeside&place_name=lake&tags=Water',
  ]) {
    await phone.goto(path)
    for (const fold of await phone.locator('details.sieve > summary').all()) await fold.click()
    await isAccessible(phone)
    await phone.setViewportSize({ width: 320, height: 640 })
    await fitsTheScreen(phone)
  }
})

test('the attachment of an event is downloaded', async ({ phone }) => {
  const { event_id } = await placeOf('Canoe Week', 'Full day')
  await phone.goto(`/pg/${program}/evt/${event_id}`)
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: 'What to bring to Canoe Week' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('canoe-week.pdf')
  const answer = await phone.request.get(new URL(download.url()).pathname)
  expect([
    answer.status(),
    answer.headers()['content-disposition'],
    answer.headers()['x-content-type-options'],
  ]).toEqual([200, 'attachment', 'nosniff'])
})
