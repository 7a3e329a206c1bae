import { randomUUID } from 'node:crypto'
import { goToProviderPage, payOnProviderPage } from '../fixtures/at-checkout.ts'
import { goOnToPay, isPaid, like, payByCard, words } from '../fixtures/buying.ts'
import { made, passDays } from '../fixtures/call.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, openOnNewDevice, test } from '../fixtures/phone.ts'
import { passMidnight } from '../site-clock.ts'

const program = `members-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`
const membership = (key: string, name: { en: string; fr: string }, more: Record<string, unknown>) => ({
  key,
  name,
  description: { en: 'Open lanes, every day.', fr: 'Couloirs libres, tous les jours.' },
  billing_period: 'month',
  cost: 30,
  include_fee: true,
  is_unlimited: true,
  ...more,
})
const forMembers = (key: string, name: string, { opens, lane }: { opens: string; lane: Record<string, unknown> }) => ({
  key,
  type: 'clinic',
  name,
  summary: 'For members.',
  starts_at: '+9d 07:00',
  ends_at: '+9d 08:00',
  online_event: true,
  status: 'published',
  restrict_to: { membership_packages: [opens] },
  options: [{ key: 'lane', name: 'One lane', spots_total: 'unlimited', ...lane }],
})

test.beforeAll(() =>
  applyProgram({
    program,
    name: 'Member Pool',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    email: 'hello@members.example',
    features: { online_payments: true, memberships: true },
    selling: { taxes: [{ name: 'HST', percent: 13 }], memberships: { customer_may_pause: true } },
    membership_packages: [
      membership('swim', { en: 'Swim Club', fr: 'Club de natation' }, { trial_days: 14 }),
      membership('family', { en: 'Family Lake', fr: 'Lac en famille' }, { cost: 40 }),
    ],
    events: [
      forMembers('dawn', 'Dawn swim', { opens: 'swim', lane: { free: true } }),
      forMembers('noon', 'Noon swim', { opens: 'swim', lane: { cost: 10 } }),
      forMembers('dusk', 'Dusk swim', { opens: 'family', lane: { cost: 10 } }),
    ],
  }),
)

type Named = { id: string; name: string }
const idOf = async (list: string, name: string) =>
  (await made<{ data: Named[] }>(`/explore/${list}`)).data.find((each) => each.name === name)?.id ?? ''
const packageOf = (name: string) => idOf(`programs/${program}/membership_packages`, name)
const eventOf = (name: string) => idOf(`events?program_id=${program}`, name)
const membershipsOf = async ({ bearer }: Pick<Family, 'bearer'>) =>
  (await made<{ data: { id: string; status: string }[] }>(`/profile/programs/${program}/memberships`, { bearer })).data

async function attach(bearer: string, source: string, is_default: boolean) {
  await made(`/profile/programs/${program}/payment_methods/${source}/attach`, { bearer, body: { is_default } })
}

test('a refused renewal of a membership is paid from its mail', async ({ phone, browser }) => {
  test.setTimeout(240_000)
  await passMidnight()
  const family = await newFamily()
  await logIn(phone, family, `${here}/packages/membership`)
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  const text = words.en.memberships

  // The form that buys a membership works without JavaScript.
  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, storageState: await phone.context().storageState() })
  ).newPage()
  await plain.goto(`${here}/packages/membership`)
  await plain.getByRole('link', { name: /^Join.*Swim Club/ }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(text.joinTitle)
  await expect(plain.getByText('Today, 14 days free')).toBeVisible()
  await expect(plain.getByText(/^First payment, /)).toBeVisible()
  await plain.getByRole('radio', { name: /^Maya/ }).check()
  await plain.getByRole('button', { name: text.toCheckout }).click()
  await expect(plain).toHaveURL(/\/checkout\/ord_/)
  const checkout = plain.url()
  await plain.context().close()

  await phone.goto(`${here}/cart?membership_package_id=${await packageOf('Swim Club')}`)
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.goto(checkout)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.en.checkout.headingLater)
  await expect(phone.getByText(/^Free until .+, then \$33\.90 every month$/)).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  // A card that can be stored but is declined when it is charged.
  await thumb.write(phone.getByLabel(words.en.checkout.cardNumber), '4000 0000 0000 0341')
  await thumb.write(phone.getByLabel(words.en.checkout.expiry), '12 / 34')
  await thumb.write(phone.getByLabel(words.en.checkout.securityCode), '123')
  await phone.getByRole('button', { name: words.en.checkout.confirmLater }).click()
  await isPaid(activity)
  await expect(phone.getByText(/^Free until .+, then \$33\.90 every month$/)).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('link', { name: /^See the membership.*Swim Club/ }).click()
  await expect(phone.getByText('Free trial', { exact: true })).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  // The membership books the event that it covers, for its own child only; another child may join.
  await phone.goto(`${here}/evt/${await eventOf('Dawn swim')}`)
  await phone.getByRole('link', { name: words.en.event.bookWithPackage.membership, exact: true }).first().click()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await expect(phone.getByRole('radio', { name: 'Use Swim Club' })).toBeChecked()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Samuel/ }))
  await expect(phone.getByRole('radio', { name: /^Join Swim Club/ })).toBeChecked()
  await phone.getByRole('checkbox', { name: /^Samuel/ }).uncheck({ force: true })
  await isAccessible(phone)
  await phone.locator('aside button[type=submit]:not([name])').click()
  await phone.waitForURL(/\/checkout\/ord_/)
  await phone.getByRole('button', { name: words.en.checkout.confirmFree }).click()
  await isPaid(activity)

  // A person who already has the membership is marked before the purchase.
  await phone.goto(`${here}/cart?membership_package_id=${await packageOf('Swim Club')}`)
  await expect(phone.getByText('Maya: already a member.')).toBeVisible()
  await expect(phone.getByRole('radio', { name: /^Maya/ })).toHaveCount(0)

  const [bought] = await membershipsOf(family)
  await passDays({ membership_id: bought?.id ?? '' }, 15)
  const mail = await mailTo(family.email, /couldn’t charge your Swim Club/)
  const link = /https?:\/\/\S*\/profile\/memberships\/mem_\w+/.exec(mail.text)?.[0] ?? ''

  await phone.goto(`${here}/profile/overview`)
  await expect(phone.getByRole('link', { name: 'Swim Club: $33.90 couldn’t be charged', exact: true })).toBeVisible()
  await phone.locator('header [data-for=customer] summary').click()
  await expect(phone.getByRole('link', { name: /^Memberships.*Action needed/ }).first()).toBeVisible()
  await isAccessible(phone)

  // The mailed link opens the membership on another device after a log-in.
  const device = await openOnNewDevice(browser, link, family)
  await expect(device.getByText('Payment failed', { exact: true })).toBeVisible()
  await expect(device.getByText(/We couldn’t charge \$33\.90/)).toBeVisible()
  await isAccessible(device)
  await fitsTheScreen(device)
  await device.getByRole('button', { name: 'Pay $33.90' }).click()
  await expect(device.getByRole('alert')).toContainText('did not accept')
  await isAccessible(device)
  await device.getByRole('link', { name: text.pay.newCard }).click()
  await device.waitForURL(/\/checkout\/ord_/)
  const another = device.getByRole('radio', { name: words.en.checkout.newCard })
  await expect(another).toBeEnabled()
  await another.check({ force: true })
  await payByCard({ ...activity, page: device }, '4242 4242 4242 4242')
  await isPaid({ ...activity, page: device })
  await device.getByRole('link', { name: /^See the membership.*Swim Club/ }).click()
  await expect(device.getByText('Active', { exact: true })).toBeVisible()
  await expect(device.getByText('Visa ending 4242')).toBeVisible()
  expect((await membershipsOf(family))[0]?.status).toBe('active')
  await device.setViewportSize({ width: 320, height: 640 })
  await fitsTheScreen(device)
  await device.context().close()
})

test('a membership bought with the place that it opens is active once the card is charged', async ({ phone }) => {
  test.setTimeout(180_000)
  await passMidnight()
  const family = await newFamily()
  await logIn(phone, family, `${here}/evt/${await eventOf('Dusk swim')}`)
  await phone.getByRole('link', { name: words.en.event.bookWithPackage.membership, exact: true }).first().click()
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await expect(phone.getByRole('radio', { name: like(words.en.registration.joinAndPay) })).toBeChecked()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await goOnToPay(activity)
  await expect(phone.getByRole('heading', { name: 'Family Lake' })).toBeVisible()
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  expect((await membershipsOf(family)).map(({ status }) => status)).toEqual(['active'])
  const places = await made<{ data: { status: string; event: Named }[] }>('/profile/registrations', family)
  expect(places.data.map(({ status, event }) => [event.name, status])).toEqual([['Dusk swim', 'confirmed']])
})

test.describe('the registration form of an event for members, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a place and a membership with a free trial are booked at once', async ({ page }) => {
    test.setTimeout(180_000)
    const family = await newFamily()
    await logIn(page, family, `${here}/evt/${await eventOf('Noon swim')}/register`)
    await page.getByRole('checkbox', { name: /^Maya/ }).check({ force: true })
    const trial = page.getByRole('radio', { name: /Swim Club \(free for 14 days, then \$33\.90 a month\)/ })
    await expect(trial.first()).toBeChecked()
    await fitsTheScreen(page)
    await page.getByRole('button', { name: words.en.registration.goOn }).click()
    await expect(page.getByRole('heading', { name: 'Swim Club' })).toBeVisible()
    await expect(page.getByText(/^Free until .+, then \$33\.90 every month$/)).toBeVisible()
    // The place is paid on the provider's page, which keeps the card for the membership.
    await goToProviderPage(page)
    await payOnProviderPage(page, '4242 4242 4242 4242')
    await page.waitForURL(/\/profile\/orders\/ord_\w+/)
    expect((await membershipsOf(family)).map(({ status }) => status)).toEqual(['trialing'])
  })

  test('a stored card starts the free trial that opens a free place', async ({ page }) => {
    test.setTimeout(180_000)
    const family = await newFamily()
    await made(`/profile/programs/${program}`, { bearer: family.bearer, body: {} })
    await attach(family.bearer, 'pm_card_visa', true)
    await logIn(page, family, `${here}/evt/${await eventOf('Dawn swim')}/register`)
    await page.getByRole('checkbox', { name: /^Maya/ }).check({ force: true })
    await page.getByRole('button', { name: like(words.en.registration.goOn) }).click()
    await page.getByRole('button', { name: words.en.checkout.confirmFree }).click()
    await page.waitForURL(/\/profile\/orders\/ord_\w+/)
    expect((await membershipsOf(family)).map(({ status }) => status)).toEqual(['trialing'])
  })
})

test('a membership is paused, cancelled and resumed by keyboard alone', async ({ phone }) => {
  test.setTimeout(180_000)
  const family = await newFamily()
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: {} })
  await attach(bearer, 'pm_card_visa', true)
  // A second membership with nothing due yet is in the same cart.
  const items = await Promise.all(
    ['Family Lake', 'Swim Club'].map(async (name) => ({ type: 'membership_package', source: await packageOf(name) })),
  )
  const order = await made('/profile/orders', {
    bearer,
    body: { program_id: program, customer_profile_id: profile.id, items },
  })
  const paying = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
  await made(`/profile/orders/${order.id}/payments`, { bearer, body: paying })
  const own = await membershipsOf(family)
  const [bought, trial] = ['active', 'trialing'].map((status) => own.find((each) => each.status === status)?.id)
  await logIn(phone, family, `${here}/profile/memberships/${trial}`)
  const payments = phone.getByRole('region', { name: words.en.memberships.payments })
  await expect(payments).toContainText('$0.00')
  await expect(payments).not.toContainText('$45.20')
  await phone.goto(`${here}/profile/packages`)
  const hands = keyboard(phone)
  const text = words.en.memberships
  await expect(phone.getByText('Active', { exact: true })).toBeVisible()
  await expect(phone.getByText(/^Next payment, /).first()).toBeVisible()
  await isAccessible(phone)
  await hands.press(phone.getByRole('link', { name: /^See the membership.*Family Lake/ }))
  await phone.waitForURL(new RegExp(`/profile/memberships/${bought}`))

  await hands.press(phone.getByRole('link', { name: /^Put on hold/ }))
  await expect(phone.getByRole('heading', { name: text.hold.title })).toBeVisible()
  await isAccessible(phone)
  await hands.press(phone.getByRole('button', { name: text.hold.press }))
  await expect(phone.getByRole('status')).toHaveText(text.done.hold ?? '')
  await expect(phone.getByText('On hold', { exact: true })).toBeVisible()
  await hands.press(phone.getByRole('button', { name: text.hold.resume }))
  await expect(phone.getByRole('status')).toHaveText(text.done.resume ?? '')

  await hands.press(phone.getByRole('link', { name: /^Cancel membership/ }))
  await expect(phone.getByRole('heading', { name: text.cancel.title('Family Lake') })).toBeVisible()
  await isAccessible(phone)
  await hands.choose(phone.getByLabel(new RegExp(text.cancel.why.replace('?', '\\?'))), text.cancel.reasons.schedule)
  await hands.press(phone.getByRole('button', { name: /^End membership on / }))
  await expect(phone.getByRole('status')).toHaveText(text.done.cancel ?? '')
  await expect(phone.getByText(/^\s*Ends /)).toBeVisible()
  await isAccessible(phone)
  await mailTo(family.email, /Family Lake ends on/)
  await hands.press(phone.getByRole('button', { name: text.keep }))
  await expect(phone.getByRole('status')).toHaveText(text.done.keep ?? '')
  await expect(phone.getByText('Active', { exact: true })).toBeVisible()
})

test('a customer pays a declined charge with another card, in French without JavaScript', async ({
  phone,
  browser,
}) => {
  test.setTimeout(180_000)
  const family = await newFamily({ language: 'fr' })
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: {} })
  await attach(bearer, 'pm_card_chargeCustomerFail', true)
  await made(`/profile/programs/${program}/memberships`, {
    bearer,
    body: { package_id: await packageOf('Swim Club'), customer_profile_id: profile.id },
  })
  await attach(bearer, 'pm_card_visa', false)
  const [bought] = await membershipsOf(family)
  await passDays({ membership_id: bought?.id ?? '' }, 15)
  await mailTo(family.email, /Paiement refusé/)
  await logIn(phone, family, `${here}/profile/packages?lang=fr`)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Vos abonnements')
  await expect(phone.getByText('Paiement refusé', { exact: true })).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const plain = await (
    await browser.newContext({
      javaScriptEnabled: false,
      storageState: await phone.context().storageState(),
      viewport: { width: 360, height: 740 },
    })
  ).newPage()
  await plain.goto(`${here}/profile/packages?lang=fr`)
  await plain.getByRole('link', { name: /^Régler ça/ }).click()
  await expect(plain.getByText(/Nous n’avons pas pu prélever 33,90/)).toBeVisible()
  await plain.getByRole('radio', { name: /4242/ }).check()
  await plain.getByRole('button', { name: like('Payer') }).click()
  await expect(plain.getByRole('status')).toHaveText('Payé. Merci.')
  await expect(plain.getByText('Actif', { exact: true })).toBeVisible()
  const page = plain.url()
  await plain.context().close()
  await phone.goto(page)
  await isAccessible(phone)
  await phone.setViewportSize({ width: 320, height: 640 })
  await fitsTheScreen(phone)
})

test('a renewal that needs a bank confirmation is confirmed on its page without JavaScript', async ({
  phone,
  browser,
}) => {
  test.setTimeout(180_000)
  const family = await newFamily()
  const { bearer } = family
  const profile = await made(`/profile/programs/${program}`, { bearer, body: {} })
  await attach(bearer, 'pm_card_visa', false)
  // The bank accepts the card for storage, and asks for confirmation of each payment.
  const path = `/profile/programs/${program}/payment_methods/pm_card_authenticationRequired/attach`
  const setup = await made<{ next_action_url: string }>(path, { bearer, body: { is_default: true } })
  const decision = new URLSearchParams({ decision: 'confirm' })
  await fetch(setup.next_action_url, { method: 'POST', body: decision, redirect: 'manual' })
  await attach(bearer, 'pm_card_authenticationRequired', true)
  await made(`/profile/programs/${program}/memberships`, {
    bearer,
    body: { package_id: await packageOf('Swim Club'), customer_profile_id: profile.id },
  })
  const [bought] = await membershipsOf(family)
  await passDays({ membership_id: bought?.id ?? '' }, 15)
  await logIn(phone, family, `${here}/profile/memberships/${bought?.id}`)
  const text = words.en.memberships
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, storageState: await phone.context().storageState() })
  ).newPage()
  await plain.goto(`${here}/profile/memberships/${bought?.id}`)
  await expect(plain.getByText(text.pay.bankText('$33.90'))).toBeVisible()
  // Another card can pay instead.
  await expect(plain.getByRole('heading', { name: text.pay.otherCard })).toBeVisible()
  await plain.getByRole('link', { name: text.pay.toBank }).click()
  await plain.getByRole('button', { name: 'Confirm' }).click()
  const answered = plain.url()
  await plain.context().close()
  // With JavaScript the response is requested at once, otherwise by the scheduler.
  await phone.goto(answered)
  await expect(phone.getByText(/Paid|Confirmed/).first()).toBeVisible()
  await phone.goto(`${here}/profile/memberships/${bought?.id}`)
  await expect(phone.getByText('Active', { exact: true })).toBeVisible()
  await expect(phone.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(phone.getByText('$33.90').first()).toBeVisible()
})
