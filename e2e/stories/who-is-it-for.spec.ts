import { randomUUID } from 'node:crypto'
import { words } from '../fixtures/buying.ts'
import { inDays } from '../site-clock.ts'
import { newFamily } from '../fixtures/families.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const event = (key: string, name: string, option: object) => ({
  key,
  type: 'camp',
  name,
  summary: 'A week of wind and water.',
  status: 'published',
  online_event: true,
  starts_at: inDays(40),
  ends_at: inDays(44),
  options: [{ key: 'full', name: 'Full day', cost: 345, spots_total: 20, ...option }],
})

async function openProgram(): Promise<string> {
  const program = `who-${randomUUID().slice(0, 8)}`
  await applySailCamps(program, {
    events: [
      event('small', 'Little Paddlers', { minimum_age: 5, maximum_age: 9 }),
      event('big', 'Night Sail', { minimum_age: 11, maximum_age: 15 }),
      event('any', 'Open Water', { minimum_age: 5, maximum_age: 15 }),
    ],
  })
  return `/pg/${program}`
}
const { search } = words.en.explore

test('a parent chooses a child, and the list has only what suits the child', async ({ phone }) => {
  const family = await newFamily({ ages: [7, 12] })
  const page = await openProgram()
  await logIn(phone, family, page)
  await phone.locator('summary', { hasText: search.filters }).click()
  await expect(phone.getByRole('checkbox', { name: 'Maya' })).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('checkbox', { name: 'Maya' }).check()
  const show = phone.locator('.end').getByRole('button')
  await expect(show).toHaveText('Show 2 events')
  await fitsTheScreen(phone)
  await show.click()
  await expect(phone.getByText('2 events suit Maya')).toBeVisible()
  const card = (name: string) => phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name }) })
  await expect(card('Little Paddlers')).toContainText('Open to Maya. Samuel is too old.')
  await expect(card('Open Water')).toContainText('Open to Maya and Samuel.')
  await expect(card('Night Sail')).toHaveCount(0)
  await expect(phone.getByText('1 other event does not suit Maya.')).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  await phone.goto(`${phone.url().split('#')[0]}&lang=fr`)
  await expect(card('Little Paddlers')).toContainText('Ouvert à Maya.')
  await isAccessible(phone)
  await phone.getByRole('link', { name: 'Retirer Convient à Maya' }).click()
  await expect(card('Night Sail')).toBeVisible()
})

test.describe('the list of what suits a child without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a parent chooses children by a link and a form, and another reader sees neither name nor filter', async ({
    phone,
    browser,
  }) => {
    const family = await newFamily({ ages: [7, 12] })
    const page = await openProgram()
    await phone.goto(page)
    await phone.locator('summary', { hasText: search.filters }).click()
    await phone.getByRole('link', { name: search.showFamily }).click()
    await expect(phone).toHaveURL(/\/login\?/)
    await logIn(phone, family, `${page}?for=family`)
    await phone.getByRole('checkbox', { name: 'Maya' }).check()
    await phone.getByRole('checkbox', { name: 'Samuel' }).check()
    await phone.locator('.end').getByRole('button').click()
    await expect(phone.getByText('1 event suits Maya and Samuel')).toBeVisible()
    await phone.getByRole('link', { name: 'Remove Suits Samuel' }).click()
    await expect(phone.getByText('2 events suit Maya')).toBeVisible()

    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(phone.url())
    await expect(stranger).not.toHaveURL(/for=/)
    await expect(stranger.getByText('3 events').first()).toBeVisible()
    await expect(stranger.getByText('Maya')).toHaveCount(0)
  })
})
