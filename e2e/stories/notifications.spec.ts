import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

const page = `/pg/${program}/profile`

test('a notification topic that was turned off stays off, in French by keyboard', async ({ phone }) => {
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

for (const lang of ['en', 'fr'] as const)
  test(`a notification that arrives after the page load stays unread, in ${lang}${lang === 'fr' ? ' by the keyboard alone' : ''}`, async ({
    phone,
  }) => {
    test.setTimeout(180_000)
    const { notifications: bell, shell } = words[lang]
    const hands = lang === 'fr' ? keyboard(phone) : thumb
    const family = await newFamily({ ages: [13, 14], language: lang })
    const said =
      lang === 'fr'
        ? { confirmed: /Confirmé/, cancelled: /Annulé/, paid: /Payé/ }
        : { confirmed: /Confirmed/, cancelled: /Cancelled/, paid: /Paid/ }
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
    await hands.press(
      phone
        .getByRole('banner')
        .getByRole('link', { name: new RegExp(`^${shell.bell.other.replace('{count}', '\\d+')}$`) }),
    )
    const confirmed = phone.getByRole('listitem').filter({ hasText: said.confirmed })
    await expect(confirmed.first()).toBeVisible()
    const before = await confirmed.count()
    await fitsTheScreen(phone)
    await isAccessible(phone)
    // Opening a notification marks it as read.
    const unread = new RegExp(bell.unread.replace('\u00a0', '\\s'))
    const paid = phone.getByRole('listitem').filter({ hasText: said.paid }).filter({ hasText: unread })
    await hands.press(paid.getByRole('link'))
    await expect(phone).toHaveURL(/\/profile\/orders\//)
    await expect.poll(async () => (await list()).data.find(({ reason }) => reason === 'order_paid')?.is_read).toBe(true)
    await phone.goto(`${page}/notifications`)
    await expect(paid).toHaveCount(0)
    await hands.press(confirmed.first().getByRole('button', { name: bell.archive }))
    await expect(phone.getByText(bell.done.archive ?? '')).toBeVisible()
    await expect(confirmed).toHaveCount(before - 1)

    const { items } = await made<{ items: { registration_id: string }[] }>(`/profile/orders/${order.id}`, {
      bearer: family.bearer,
    })
    await made(`/profile/registrations/${items[0]?.registration_id}/cancel`, { bearer: family.bearer, body: {} })
    await expect
      .poll(async () => (await list()).data.some(({ reason }) => reason === 'registration_cancelled'))
      .toBe(true)
    await hands.press(phone.getByRole('button', { name: bell.markAll }))
    await expect(phone.getByText(bell.done.mark_all ?? '')).toBeVisible()
    await hands.press(phone.getByRole('main').getByRole('link', { name: new RegExp(`^${bell.filters.unread}`) }))
    await expect(phone.getByRole('listitem').filter({ hasText: said.cancelled }).first()).toBeVisible()
    await expect(paid).toHaveCount(0)
    await hands.press(phone.getByRole('main').getByRole('link', { name: bell.filters.archived }))
    await expect(confirmed.first()).toBeVisible()
  })
