import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

const page = `/pg/${program}/profile`

test('in French, by keyboard alone, a parent turns a topic off, and finds it off again later', async ({ phone }) => {
  test.setTimeout(120_000)
  const { preferences: text, notifications: bell } = words.fr
  const { press } = keyboard(phone)
  await logIn(phone, await newFamily({ language: 'fr' }), `${page}/preferences?lang=fr`)
  await expect(phone.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
  const changes = phone.getByRole('checkbox', { name: /^Changements et rappels\s: Courriel$/ })
  await expect(changes).toBeChecked()
  await expect(phone.getByText(/^Toujours envoyé\. Paiements et remboursements\s: Courriel$/)).toBeAttached()
  await fitsTheScreen(phone)
  await isAccessible(phone)
  await changes.focus()
  await phone.keyboard.press('Space')
  await press(phone.getByRole('button', { name: text.save }))
  await expect(phone.getByText(text.saved)).toBeVisible()
  await expect(changes).not.toBeChecked()
  await expect(phone.getByRole('checkbox', { name: /^Réservations\s: Courriel$/ })).toBeChecked()

  await press(phone.getByRole('banner').getByRole('link', { name: /^Notifications/ }))
  await expect(phone.getByRole('heading', { level: 1, name: bell.title })).toBeVisible()
  await expect(phone.getByRole('heading', { level: 2, name: /^Aujourd’hui, / })).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
})

test('a parent reads what happened by the bell, and what arrives after the page was loaded stays unread', async ({
  phone,
}) => {
  test.setTimeout(180_000)
  const family = await newFamily({ ages: [13, 14] })
  const order = await paidOrder(family, await placeOf('Glaze and Fire Sunday', 'Two pots'), [0, 1])
  const list = () =>
    made<{ total: number; data: { reason: string; is_read: boolean }[] }>(
      `/programs/${program}/notifications?limit=100`,
      { bearer: family.bearer },
    )
  await expect
    .poll(async () => (await list()).data.some(({ reason }) => reason === 'registration_confirmed'))
    .toBe(true)
  await logIn(phone, family, `${page}/orders`)
  await phone
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications, \d+ new$/ })
    .click()
  const confirmed = phone.getByRole('listitem').filter({ hasText: 'Confirmed: Glaze and Fire Sunday' })
  await expect(confirmed).toBeVisible()
  await fitsTheScreen(phone)
  await isAccessible(phone)
  // What is opened is read.
  const paid = phone.getByRole('listitem').filter({ hasText: /^Unread: Paid/ })
  await paid.getByRole('link').click()
  await expect(phone).toHaveURL(/\/profile\/orders\//)
  await expect.poll(async () => (await list()).data.find(({ reason }) => reason === 'order_paid')?.is_read).toBe(true)
  await phone.goto(`${page}/notifications`)
  await expect(paid).toHaveCount(0)
  const { press } = keyboard(phone)
  await press(confirmed.getByRole('button', { name: /^Archive/ }))
  await expect(phone.getByText('Archived.')).toBeVisible()
  await expect(confirmed).toHaveCount(0)

  const { items } = await made<{ items: { registration_id: string }[] }>(`/profile/orders/${order.id}`, {
    bearer: family.bearer,
  })
  await made(`/profile/registrations/${items[0]?.registration_id}/cancel`, { bearer: family.bearer, body: {} })
  await expect
    .poll(async () => (await list()).data.some(({ reason }) => reason === 'registration_cancelled'))
    .toBe(true)
  await press(phone.getByRole('button', { name: 'Mark all as read' }))
  await expect(phone.getByText('All marked as read.')).toBeVisible()
  await phone.getByRole('link', { name: /^Unread/ }).click()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Cancelled: Glaze and Fire Sunday' })).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: /^Unread: Paid/ })).toHaveCount(0)
  await phone.getByRole('link', { name: 'Archived' }).click()
  await expect(confirmed).toBeVisible()
})
