import { newFamily, program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const page = `/pg/${program}/profile`

test('a parent turns a topic off, and finds it off again later', async ({ phone }) => {
  test.setTimeout(120_000)
  await logIn(phone, await newFamily(), `${page}/preferences`)
  await expect(phone.getByRole('heading', { level: 1, name: 'Preferences' })).toBeVisible()
  const changes = phone.getByRole('checkbox', { name: 'Changes and reminders: Email' })
  await expect(changes).toBeChecked()
  await expect(phone.getByText('Always on. Payments and refunds: Email')).toBeAttached()
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await changes.uncheck()
  await phone.getByRole('button', { name: 'Save preferences' }).click()
  await expect(phone.getByText('Your preferences are saved.')).toBeVisible()
  await expect(changes).not.toBeChecked()
  await expect(phone.getByRole('checkbox', { name: 'Bookings: Email' })).toBeChecked()

  await phone
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
})
