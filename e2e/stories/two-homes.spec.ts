import { expect, test } from '@playwright/test'
import { call, made } from '../fixtures/call.ts'
import { newEmail, newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const phone = { width: 360, height: 740 }

test('a second adult is invited, accepts from the mail on another browser, sees the bookings and books', async ({
  browser,
}) => {
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
  const events = await made(`/explore/events?program_id=${program}&age=9&limit=20`)
  const statuses: number[] = []
  for (const event of events.data) {
    const [option] = (await made(`/explore/events/${event.id}/options`)).data
    const answer = await call('/profile/registrations', {
      bearer: daniel.bearer,
      body: {
        event_id: event.id,
        option_id: option.id,
        customer_profile_id: daniel.profile_id,
        attendee_profile_id: maya?.attendee_profile_id,
      },
    })
    statuses.push(answer.status)
    if (answer.status === 201) break
  }
  expect(statuses).toContain(201)

  await page.goto(`/pg/${program}/profile/family/${maya?.attendee_id}/adults`)
  const row = page.getByRole('listitem').filter({ hasText: 'Can see bookings, book' })
  await expect(row.last()).toContainText('Nadia Roy')
  await page.getByRole('button', { name: 'Remove Nadia' }).click()
  await expect(page.getByRole('status')).toHaveText('Removed')
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
