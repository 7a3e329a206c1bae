import { type Browser, expect, type Page, test } from '@playwright/test'
import { invitationWords } from '../../functions/contract/sentences/invitation-words.ts'
import { goOnToPay, isPaid, type Language, payByCard, words } from '../fixtures/buying.ts'
import { call, made } from '../fixtures/call.ts'
import { newEmail, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { keyboard } from '../fixtures/hands.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'
import { paidOrder, placeOf } from '../fixtures/places.ts'

const phone = { width: 360, height: 740 }

/**
 * The other adult's booking is on My bookings and on the child's page, with the adult's name and without price or
 * buttons.
 */
async function seesOthersBooking(page: Page, booking: string, by: string, starts: string): Promise<void> {
  const month = starts.slice(0, 7)
  await page.goto(`/pg/${program}/profile/schedule`)
  const section = page.getByRole('region', { name: words.en.schedule.others })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByRole('listitem').getByRole('heading')).toHaveText(booking)
  await expect(section).toContainText(by)
  await expect(section).not.toContainText('$')
  await expect(section.locator('a, button')).toHaveCount(0)
  await fitsTheScreen(page)
  // The calendar of its month has the booking too, and the day links to it.
  await page.goto(`/pg/${program}/profile/schedule?show=month&month=${month}`)
  const day = page
    .getByRole('table')
    .getByRole('link', { name: booking.replace(/^Maya, /, '') })
    .first()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await day.click()
  await expect(page).toHaveURL(new RegExp(`#${await section.getByRole('listitem').getAttribute('id')}$`))
  await fitsTheScreen(page)
  await page.goto(`/pg/${program}/profile/overview`)
  await expect(section).toContainText(by)
  await page.goto(`/pg/${program}/profile/family`)
  await page.locator('main').getByRole('link', { name: 'Maya' }).first().click()
  await expect(section).toContainText(by)
}

const startOf = async (name: string): Promise<string> => {
  const { event_id } = await placeOf(name, name === 'Big lake day' ? 'Fifty places' : 'Full day')
  return (await made<{ starts_at: string }>(`/explore/events/${event_id}`)).starts_at
}

/**
 * Nadia invites Daniel, who accepts on another phone, books and pays by keyboard. The English run has no JavaScript on
 * Nadia's phone.
 */
async function inviteAndBook(browser: Browser, lang: Language) {
  const { adults: text, account, checkout } = words[lang]
  const nadia = await newFamily({ language: lang })
  const daniel = await newFamily({ language: lang, ages: [], name: ['Daniel', 'Okafor'] })
  await made(`/profile/programs/${program}/payment_methods/pm_card_mastercard/attach`, {
    bearer: nadia.bearer,
    body: {},
  })
  const hersPaid = await paidOrder(nadia, await placeOf('Big lake day', 'Fifty places'))
  const [maya] = nadia.children
  const hers = await browser.newContext({ viewport: phone, javaScriptEnabled: lang === 'fr' })
  const page = await hers.newPage()
  const herHands = keyboard(page, { onwards: true })
  await logIn(page, nadia, `/pg/${program}/profile/family/${maya?.attendee_id}/adults`)
  if (lang === 'fr') await isAccessible(page)
  await fitsTheScreen(page)
  await herHands.write(page.getByLabel(text.firstName), 'Daniel')
  await herHands.write(page.getByLabel(text.lastName, { exact: true }), 'Okafor')
  await herHands.write(page.getByLabel(text.email), daniel.email)
  await herHands.choose(page.getByLabel(text.relation('Maya')), text.relations.parent)
  await herHands.tick(page.getByRole('checkbox', { name: text.mayPickup }))
  await herHands.press(page.getByRole('button', { name: text.send }))
  await expect(page.getByRole('status')).toHaveText(text.saved.invited)
  await expect(page.getByText(new RegExp(text.invited('.+')))).toBeVisible()

  const { subject } = invitationWords[lang].mail
  const mail = await mailTo(daniel.email, new RegExp(`^${subject('.+', '.+')}$`))
  expect(mail.text).toMatch(/Nadia .*Maya/)
  expect(mail.text).not.toContain('Daniel')
  const his = await browser.newContext({ viewport: phone })
  const other = await his.newPage()
  const hands = keyboard(other, { onwards: true })
  await other.goto(/\/pg\/\S+\/invitations\/\S+/.exec(mail.text)?.[0] ?? '')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(text.received.heading('Nadia Roy', 'Maya'))
  await isAccessible(other)
  await fitsTheScreen(other)
  await hands.press(other.getByRole('link', { name: text.received.logIn }))
  await hands.write(other.getByLabel(account.email), daniel.email)
  await hands.write(other.getByLabel(account.password), daniel.password)
  await other.keyboard.press('Enter')
  await hands.press(other.getByRole('button', { name: text.received.accept }))
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(text.title('Maya'))
  await expect(other.getByRole('heading', { name: 'Nadia Roy', exact: true })).toBeVisible()
  await expect(other.getByRole('status')).toHaveText(text.saved.accepted)
  await isAccessible(other)
  await fitsTheScreen(other)

  // Nadia's booking has a day card on Daniel's phone, too.
  await other.goto(`/pg/${program}/profile/overview`)
  await hands.press(other.getByRole('link', { name: words[lang].dayCard.open }))
  await expect(other.getByRole('heading', { level: 2 })).toHaveText(/^Maya, /)

  // Daniel books on a phone and pays with a card that Nadia does not have.
  const place = await placeOf('March Break Makers', 'Full day')
  const activity = { page: other, hands, lang }
  await other.goto(`/pg/${program}/evt/${place.event_id}/register?option_id=${place.option_id}`)
  await hands.tick(other.getByRole('checkbox', { name: /^Maya/ }))
  const orderId = await goOnToPay(activity)
  await expect(other.getByLabel(checkout.cardNumber)).toBeVisible()
  return { nadia, daniel, maya, hersPaid, hers, page, his, other, activity, orderId }
}

test('an invited second adult books and pays, in French', async ({ browser }) => {
  test.setTimeout(120_000)
  const { hers, his, activity } = await inviteAndBook(browser, 'fr')
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  await isAccessible(activity.page)
  await Promise.all([hers.close(), his.close()])
})

test('an invited second adult books with their own card and sees only their own payments', async ({ browser }) => {
  test.setTimeout(240_000)
  const { nadia, daniel, maya, hersPaid, hers, page, his, other, activity, orderId } = await inviteAndBook(
    browser,
    'en',
  )
  const family = await made('/profile/attendees', { bearer: daniel.bearer })
  expect(family.data.map(({ id }: { id: string }) => id)).toContain(maya?.attendee_id)
  // Her card is not offered, and neither adult sees the other's order.
  await expect(other.locator('main')).not.toContainText('4444')
  const hands = keyboard(other)
  await hands.tick(other.getByLabel(words.en.checkout.keepCard))
  await payByCard({ ...activity, hands }, '4242 4242 4242 4242')
  const receipt = await isPaid(activity)
  const [lake, makers] = [await startOf('Big lake day'), await startOf('March Break Makers')]
  await seesOthersBooking(other, 'Maya, Big lake day', 'Booked by Nadia Roy', lake)
  await isAccessible(other)
  await seesOthersBooking(page, 'Maya, March Break Makers', 'Booked by Daniel Okafor', makers)
  // The day card shows the next booking by either adult.
  const isLakeFirst = lake < makers
  for (const phone of [page, other]) {
    await phone.goto(`/pg/${program}/profile/today`)
    await expect(phone.getByRole('heading', { level: 2 })).toHaveText([
      isLakeFirst ? 'Maya, Big lake day' : 'Maya, March Break Makers',
    ])
    const by = phone.getByText(isLakeFirst ? /Booked by Nadia Roy/ : /Booked by Daniel Okafor/)
    await expect(by).toHaveCount(isLakeFirst === (phone === page) ? 0 : 1)
    await fitsTheScreen(phone)
  }
  await isAccessible(other)
  for (const [who, theirs, order] of [
    [nadia, page, orderId],
    [daniel, other, hersPaid.id],
  ] as const) {
    expect((await call(`/profile/orders/${order}`, { bearer: who.bearer })).status).toBe(404)
    expect((await theirs.goto(`/pg/${program}/profile/orders/${order}`))?.status()).toBe(404)
    await theirs.goto(`/pg/${program}/profile/orders`)
    await expect(theirs.locator(`a[href*="${order}"]`)).toHaveCount(0)
  }
  await expect(page.locator('main')).not.toContainText(receipt)
  await page.goto(`/pg/${program}/profile/payment-methods`)
  await expect(page.locator('main')).toContainText('4444')
  await expect(page.locator('main')).not.toContainText('4242')
  await other.goto(`/pg/${program}/profile/payment-methods`)
  await expect(other.locator('main')).toContainText('4242')
  await expect(other.locator('main')).not.toContainText('4444')

  await page.goto(`/pg/${program}/profile/family`)
  const others = page.getByRole('region', { name: 'Other adults' }).getByRole('listitem')
  await expect(others).toHaveCount(1)
  await expect(others).toContainText('Daniel Okafor')
  await expect(others).toContainText('Can see bookings, book')
  await others.getByRole('link', { name: 'Maya' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Can see bookings, book' })
  await expect(row.last()).toContainText('Daniel Okafor')
  await expect(page.getByRole('listitem').filter({ hasText: 'March Break Makers' })).toContainText(
    'Booked by Daniel Okafor',
  )
  await page.getByRole('button', { name: 'Remove Daniel' }).click()
  await expect(page.getByRole('status')).toHaveText('Removed')
  await page.goto(`/pg/${program}/profile/family`)
  await expect(page.getByRole('heading', { name: 'Maya' }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Other adults' })).toHaveCount(0)
  await other.goto(`/pg/${program}/profile/family`)
  await expect(other.getByRole('link', { name: 'Maya' })).toHaveCount(0)
  await Promise.all([hers.close(), his.close()])
})

test('an invited adult declines without an account', async ({ page }) => {
  await page.setViewportSize(phone)
  const nadia = await newFamily({ language: 'fr' })
  const email = newEmail()
  await made('/profile/invitations', {
    bearer: nadia.bearer,
    body: {
      program_id: program,
      attendee_ids: [nadia.children[0]?.attendee_id],
      email,
      first_name: 'Louise',
      last_name: 'Roy',
      relation: 'grandparent',
    },
  })
  const { text } = await mailTo(email, /invit/)
  await page.goto(/\/pg\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? '')
  await isAccessible(page)
  await page.locator('button[value=decline]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/declined|refusée/)
})
