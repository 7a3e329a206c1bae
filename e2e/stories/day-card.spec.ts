import { words } from '../fixtures/buying.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'
import { siteClock } from '../site-clock.ts'

const today = `/pg/${program}/profile/today`

test('a parent reads the day card without a connection', async ({ browser }) => {
  // A browser without a connection logs to its console.
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } })
  // The service worker compares its time with the time in the page.
  await context.route('**/today.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: siteClock.text + (await response.text()) })
  })
  const phone = await context.newPage()
  const { dayCard, overview, account } = words.en
  const family = await newFamily()
  await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
  await logIn(phone, family, `/pg/${program}/profile/overview`)
  await phone.getByRole('link', { name: dayCard.open }).click()
  const heading = phone.getByRole('heading', { level: 2, name: /^Maya, Big lake day$/ })
  await expect(heading).toBeVisible()
  await expect(phone.getByRole('link', { name: overview.directions })).toBeVisible()
  await expect(phone.getByRole('link', { name: dayCard.write })).toHaveAttribute('href', /^mailto:/)
  await expect(phone.locator('[data-kept]')).toBeHidden()
  await fitsTheScreen(phone)
  await isAccessible(phone)

  // The card is cached once the service worker is installed.
  await expect
    .poll(() => phone.evaluate(async () => (await (await caches.open('today')).keys()).length))
    .toBeGreaterThan(0)
  await context.setOffline(true)
  await phone.reload()
  await expect(heading).toBeVisible()
  await expect(phone.getByRole('status')).toContainText('No signal right now.')
  await isAccessible(phone)
  await context.setOffline(false)
  await phone.reload()
  await expect(phone.locator('[data-kept]')).toBeHidden()

  await phone.goto(`/pg/${program}/logout`)
  await phone.getByRole('main').getByRole('button', { name: account.logOut }).click()
  await expect(phone.getByText(account.goodbyeText)).toBeVisible()
  await expect.poll(() => phone.evaluate(() => caches.has('today'))).toBe(false)
})

test('the day card shows hours, venue and contacts, in French by keyboard', async ({ phone }) => {
  const { dayCard, overview, schedule } = words.fr
  const family = await newFamily({ language: 'fr' })
  await logIn(phone, family, `${today}?lang=fr`)
  await expect(phone.getByRole('heading', { name: schedule.none })).toBeVisible()
  await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
  await phone.goto(`/pg/${program}/profile/overview?lang=fr`)
  await phone.getByRole('link', { name: dayCard.open }).focus()
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('link', { name: overview.directions })).toBeVisible()
  await expect(phone.getByText(dayCard.offline)).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
})
