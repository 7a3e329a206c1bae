// Over 250 lines: one program of packages, which its stories share.
import { randomUUID } from 'node:crypto'
import { goOnToPay, isPaid, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const program = `visits-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`
const skating = (key: string, name: string, days: number) => ({
  key,
  type: 'class',
  name,
  summary: 'On the big rink.',
  starts_at: `+${days}d 09:00`,
  ends_at: `+${days}d 10:00`,
  online_event: true,
  status: 'published',
  restrict_to: { session_packages: ['ten'] },
  options: [{ key: 'ice', name: 'On the ice', cost: 25, spots_total: 'unlimited' }],
})

test.beforeAll(() =>
  applyProgram({
    program,
    name: 'Visit Rink',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    email: 'hello@rink.example',
    features: { online_payments: true, sessions: true, appointments: true, products: true },
    session_packages: [
      {
        key: 'ten',
        name: { en: 'Ten hours of ice', fr: 'Dix heures de glace' },
        cost: 180,
        include_fee: true,
        allocated_amount: 10,
        expiry_amount: 6,
        expiry_period: 'month',
        payment_plan: { deposit_percent: 40, parts: [{ days_after: 30 }, { days_after: 60 }] },
      },
    ],
    appointment_types: [
      {
        key: 'lesson',
        name: 'Private lesson',
        summary: 'With a coach.',
        status: 'published',
        is_online_event: true,
        period_type: 'rolling',
        max_booking_time: 60,
        opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '09:00', to: '16:00' }],
        restrict_to: { session_packages: ['ten'] },
        options: [{ key: 'half', name: 'Half an hour', cost: 40, duration: 30 }],
      },
    ],
    products: [
      {
        key: 'bottle',
        name: { en: 'Water bottle', fr: 'Gourde' },
        variations: [{ key: 'one', name: { en: 'One litre', fr: 'Un litre' }, cost: 15 }],
      },
    ],
    events: [
      skating('first', 'Morning skate', 40),
      skating('second', 'Evening skate', 50),
      {
        ...skating('camp', 'Hockey camp', 60),
        type: 'camp',
        ends_at: '+64d 16:00',
        restrict_to: undefined,
        options: [{ key: 'full', name: 'Full day', cost: 320, spots_total: 'unlimited' }],
      },
    ],
  }),
)

type Listed = { id: string; name: string }
const eventOf = async (name: string) =>
  (await made<{ data: Listed[] }>(`/explore/events?program_id=${program}`)).data.find((each) => each.name === name)
    ?.id ?? ''

test('G5: a parent buys a visit package and uses it for two children, without JavaScript', async ({
  phone,
  browser,
}) => {
  test.setTimeout(180_000)
  const family = await newFamily()
  await logIn(phone, family, `${here}/packages/session`)

  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, storageState: await phone.context().storageState() })
  ).newPage()
  await plain.goto(`${here}/packages`)
  await expect(
    plain.getByText('Or in instalments: $72.00 now, then 2 more. The checkout shows the days.'),
  ).toBeVisible()
  await plain.getByRole('link', { name: /^Buy/ }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Buy a pass')
  await expect(plain.getByRole('radio', { name: /^Everyone in your family/ })).toBeChecked()
  await plain.getByRole('button', { name: 'Add to cart' }).click()
  await expect(plain).toHaveURL(/\/checkout\/ord_/)
  const checkout = plain.url()
  await plain.context().close()

  await phone.goto(`${here}/profile/packages`)
  await expect(phone.getByText('No passes yet')).toBeVisible()
  await isAccessible(phone)
  await phone.goto(checkout)
  await expect(phone.getByRole('heading', { name: 'Ten hours of ice' })).toBeVisible()
  const parts = phone.getByRole('group', { name: words.en.checkout.whenToPay })
  await expect(parts.getByRole('radio', { name: /^In 3 payments: \$\d/ })).not.toBeChecked()
  await expect(parts.getByRole('listitem')).toHaveText([/^Then \$54\.00 on \w+\s\d/, /^Then \$54\.00 on \w+\s\d/])
  await isAccessible(phone)
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  expect((await mailTo(family.email, /Ten hours of ice/)).text).toContain('Ten hours of ice')
  await phone.getByRole('link', { name: 'See what’s left' }).click()
  await expect(phone.getByText('10 of 10 visits left')).toBeVisible()
  await isAccessible(phone)

  await phone.goto(`${here}/evt/${await eventOf('Morning skate')}`)
  await phone.getByRole('link', { name: 'Book with a pass' }).click()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await thumb.tick(phone.getByRole('checkbox', { name: /^Samuel/ }))
  await expect(phone.getByRole('radio', { name: 'Use a visit (10 left)' })).toBeChecked()
  await expect(phone.getByRole('radio', { name: 'Use a visit (9 left)' })).toBeChecked()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.locator('aside button[type=submit]:not([name])').click()
  await phone.waitForURL(/\/checkout\/ord_/)
  await phone.getByRole('button', { name: 'Confirm, nothing to pay' }).click()
  await isPaid(activity)
  await phone.goto(`${here}/profile/packages`)
  await expect(phone.getByText('8 of 10 visits left')).toBeVisible()
  await expect(phone.getByText(/Maya Roy/)).toBeVisible()
  await isAccessible(phone)
  await phone.setViewportSize({ width: 320, height: 640 })
  await fitsTheScreen(phone)
})

test('G5: one payment pays for a package, a place, a camp and a bottle, in French', async ({ phone }) => {
  test.setTimeout(240_000)
  const family = await newFamily({ language: 'fr' })
  const { bearer } = family
  await logIn(phone, family, `${here}/evt/${await eventOf('Evening skate')}?lang=fr`)
  await phone.getByRole('link', { name: 'Réserver avec un forfait' }).click()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await expect(phone.getByRole('radio', { name: /^Acheter Dix heures de glace/ })).toBeChecked()
  await isAccessible(phone)
  const activity = { page: phone, hands: thumb, lang: 'fr' as const }
  const cart = await goOnToPay(activity)
  await expect(phone.getByRole('heading', { name: 'Dix heures de glace' })).toBeVisible()

  // The other child's camp and a product go into the same cart.
  await phone.goto(`${here}/evt/${await eventOf('Hockey camp')}/register?lang=fr`)
  await thumb.tick(phone.getByRole('checkbox', { name: /^Samuel/ }))
  expect(await goOnToPay(activity)).toBe(cart)
  await phone.goto(`${here}?store=all&lang=fr`)
  await phone.locator('article, li').filter({ hasText: 'Gourde' }).getByRole('button').first().click()
  await phone.getByRole('main').getByRole('button', { name: words.fr.store.toCart }).click()
  await expect(phone).toHaveURL(new RegExp(`/checkout/${cart}`))
  const lines = phone.locator('aside.panel .items > li')
  await expect(lines).toHaveCount(4)
  await expect(lines.filter({ hasText: 'Evening skate' })).toContainText('Maya')
  await expect(lines.filter({ hasText: 'Hockey camp' })).toContainText('Samuel')
  await expect(lines.filter({ hasText: 'Gourde' })).toHaveCount(1)
  await expect(phone.locator('dd.sum').first()).toContainText(/515,00/)
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  const order = await made<{
    items: { amount: { value: number }; amount_discount: { value: number } }[]
    amount_total: { value: number }
    payments: { status: string; amount_received: { value: number } }[]
  }>(`/profile/orders/${cart}`, { bearer })
  expect(order.payments.map(({ status, amount_received }) => [status, amount_received.value])).toEqual([
    ['succeeded', 51_500],
  ])
  expect(order.items.reduce((sum, { amount, amount_discount }) => sum + amount.value - amount_discount.value, 0)).toBe(
    51_500,
  )
  const receipt = phone.locator('section[aria-labelledby=receipt] tbody tr')
  const row = (what: RegExp) => receipt.filter({ hasText: what })
  await expect(receipt).toHaveCount(4)
  await expect(row(/Dix heures de glace/)).toContainText('180,00')
  await expect(row(/Evening skate.*Maya Roy/)).toContainText(/0,00/)
  await expect(row(/Hockey camp.*Samuel Roy/)).toContainText('320,00')
  await expect(row(/Gourde, Un litre/)).toContainText('15,00')
  await isAccessible(phone)
  await fitsTheScreen(phone)
  const mail = (await mailTo(family.email, /Hockey camp|Evening skate|Dix heures/)).text
  for (const what of ['Dix heures de glace', 'Evening skate', 'Hockey camp', 'Gourde']) expect(mail).toContain(what)
  expect((await made<{ total: number }>(`/profile/orders?program_id=${program}`, { bearer })).total).toBe(1)
  await phone.goto(`${here}/profile/packages`)
  await expect(phone.getByText('Il reste 9 visites sur 10')).toBeVisible()
  await isAccessible(phone)
})

test('G5, G6: the visit for a private lesson returns after a cancellation in time', async ({ phone }) => {
  test.setTimeout(180_000)
  const family = await newFamily()
  const { bearer } = family
  const joined = await made(`/profile/programs/${program}`, { bearer, body: {} })
  const [ten] = (await made<{ data: Listed[] }>(`/explore/programs/${program}/session_packages`)).data
  const order = await made('/profile/orders', {
    bearer,
    body: {
      program_id: program,
      customer_profile_id: joined.id,
      items: [{ type: 'session_package', source: ten?.id, quantity: 1 }],
    },
  })
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await logIn(phone, family, `${here}/checkout/${order.id}`)
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)

  const [lesson] = (await made<{ data: Listed[] }>(`/explore/appointment_types?program_id=${program}`)).data
  await phone.goto(`${here}/schedule/${lesson?.id}`)
  await phone.locator('.month-days a').last().click()
  await phone
    .getByRole('link', { name: /^Book / })
    .first()
    .click()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await expect(phone.getByRole('radio', { name: 'Use a visit (10 left)' })).toBeChecked()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  // By keyboard, the arrow key selects the price and then the visit again.
  await phone.getByRole('radio', { name: 'Use a visit (10 left)' }).press('ArrowDown')
  await expect(phone.getByRole('radio', { name: /^Pay / })).toBeChecked()
  await phone.getByRole('radio', { name: /^Pay / }).press('ArrowUp')
  await expect(phone.getByRole('radio', { name: 'Use a visit (10 left)' })).toBeChecked()
  await phone.locator('aside button[type=submit]:not([name])').click()
  await phone.waitForURL(/\/checkout\/ord_/)
  await phone.getByRole('button', { name: 'Confirm, nothing to pay' }).click()
  await isPaid(activity)
  await expect(phone.getByText(/1 visit used here\s· 9 of 10 visits left/)).toBeVisible()
  await isAccessible(phone)

  const [booked] = (
    await made<{ data: { id: string; cancellation: { sentence: string } }[] }>(
      '/profile/registrations?status=confirmed',
      { bearer },
    )
  ).data
  expect(booked?.cancellation.sentence).toBe('Cancel, and the visit goes back to your pass')
  await made(`/profile/appointments/${booked?.id}/cancel`, { bearer, body: {} })
  await phone.goto(`${here}/profile/packages`)
  await expect(phone.getByText('10 of 10 visits left')).toBeVisible()
  await expect(phone.getByText('Cancelled in time')).toBeVisible()
  await isAccessible(phone)
})
