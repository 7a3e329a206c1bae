import { expect, test } from '@playwright/test'
import { isPaid, payByCard } from '../fixtures/buying.ts'
import { call, made } from '../fixtures/call.ts'
import { newEmail, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { thumb } from '../fixtures/hands.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'

const phone = { width: 360, height: 740 }

test('a second adult is invited, accepts from the mail on another browser, sees the bookings, books and pays', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const nadia = await newFamily()
  const daniel = await newFamily({ ages: [] })
  const [maya] = nadia.children
  const hers = await browser.newContext({ viewport: phone, javaScriptEnabled: false })
  const page = await hers.newPage()
  await logIn(page, nadia, `/pg/${program}/profile/family/${maya?.attendee_id}/adults`)
  await page.getByLabel('First name').fill('Daniel')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Their email').fill(daniel.email)
  await page.getByLabel('They are Maya’s').selectOption('parent')
  await page.getByRole('checkbox', { name: 'Pick up' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('status')).toHaveText('The invitation is on its way.')
  await expect(page.getByText('no answer yet')).toBeVisible()

  const { text } = await mailTo(daniel.email, /^You’re invited/)
  expect(text).not.toMatch(/Maya|Nadia|Daniel/)
  const link = /\/pg\/\S+\/invitations\/[\w-]+/.exec(text)?.[0] ?? ''
  const his = await browser.newContext({ viewport: phone })
  const other = await his.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Nadia Roy invites you to look after Maya')
  await isAccessible(other)
  await fitsTheScreen(other)
  await other.getByRole('link', { name: 'Log in to accept' }).click()
  await other.getByLabel('Email').fill(daniel.email)
  await other.getByLabel('Password').fill(daniel.password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Who looks after Maya')
  await expect(other.getByRole('heading', { name: 'Nadia Roy', exact: true })).toBeVisible()
  await isAccessible(other)
  await fitsTheScreen(other)

  const family = await made('/profile/attendees', { bearer: daniel.bearer })
  expect(family.data.map(({ id }: { id: string }) => id)).toContain(maya?.attendee_id)
  // He books and pays as himself; she sees where Maya is and who booked it, and nothing of his order.
  const place = await placeOf('March Break Makers', 'Full day')
  const shared = { ...daniel, children: maya ? [maya] : [] }
  const order = await newOrder(shared, place)
  await other.goto(`/pg/${program}/checkout/${order.id}`)
  await payByCard({ page: other, hands: thumb, lang: 'en' }, '4242 4242 4242 4242')
  await isPaid({ page: other, hands: thumb, lang: 'en' })
  expect((await call(`/profile/orders/${order.id}`, { bearer: nadia.bearer })).status).toBe(404)

  await page.goto(`/pg/${program}/profile/family`)
  const others = page.getByRole('region', { name: 'Other adults' }).getByRole('listitem')
  await expect(others).toHaveCount(1)
  await expect(others).toContainText('Nadia Roy')
  await expect(others).toContainText('Can see bookings, book')
  await others.getByRole('link', { name: 'Maya' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Can see bookings, book' })
  await expect(row.last()).toContainText('Nadia Roy')
  await expect(page.getByRole('listitem').filter({ hasText: 'March Break Makers' })).toContainText('Booked by')
  await page.getByRole('button', { name: 'Remove Nadia' }).click()
  await expect(page.getByRole('status')).toHaveText('Removed')
  await page.goto(`/pg/${program}/profile/family`)
  await expect(page.getByRole('heading', { name: 'Maya' }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Other adults' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByText('Who looks after Maya')).toHaveCount(0)
  await Promise.all([hers.close(), his.close()])
})

test('an invitation is declined without an account, and the link then says so', async ({ page }) => {
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
