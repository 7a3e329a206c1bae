import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { made } from '../fixtures/call.ts'
import { newFamily } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { fitsTheScreen, isAccessible, logIn } from '../fixtures/phone.ts'

const program = `line-${randomUUID().slice(0, 8)}`
const file = {
  program,
  name: 'Tidewater Club',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  country: 'CA',
  features: { online_payments: true },
  venues: [
    {
      key: 'pier',
      name: 'Long Pier',
      address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
    },
  ],
  events: [
    {
      key: 'rowing',
      type: 'camp',
      name: 'Rowing week',
      summary: 'Five days',
      status: 'published',
      starts_at: '+90d mon 09:00',
      ends_at: '+94d fri 16:00',
      venues: ['pier'],
      waitlist: true,
      options: [{ key: 'boat', name: 'Boat', cost: 100, spots_total: 1 }],
    },
  ],
}

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

test('two children join the waitlist of a full week, and one takes the place that comes free', async ({ page }) => {
  await applyProgram(file)
  const seller = await newFamily()
  const family = await newFamily()
  const { bearer } = seller
  const [event] = (await made(`/explore/events?program_id=${program}`)).data
  const [option] = (await made(`/explore/events/${event.id}/options`)).data
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const child = await made(`/profile/programs/${program}/attendees`, {
    bearer,
    body: { program_id: program, attendee_id: seller.children[0]?.attendee_id },
  })
  const sold = await made('/profile/registrations', {
    bearer,
    body: {
      event_id: event.id,
      option_id: option.id,
      customer_profile_id: profile.id,
      attendee_profile_id: child.id,
    },
  })

  await logIn(page, family, `/pg/${program}/evt/${event.id}/waitlist?option_id=${option.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the waitlist')
  await fitsTheScreen(page)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose who would come')
  await page.getByLabel('Maya').check()
  await page.getByLabel('Samuel').check()
  await page.getByLabel('One by one').check()
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'You’re next in line' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You’re number 2 in line' })).toBeVisible()
  await fitsTheScreen(page)

  await made(`/profile/registrations/${sold.id}/cancel`, { bearer, body: {} })
  const mail = await mailTo(family.email, /^A place opened for Maya: Rowing week$/)
  const link = /https?:\/\/\S+\/offer\?\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A place opened for Maya')
  await fitsTheScreen(page)
  await page.goto(`/pg/${program}/profile/schedule`)
  await expect(page.getByText(/Offered until /)).toBeVisible()
  await expect(page.getByText('On the waitlist')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Take the place' }).click()
  await expect(page).toHaveURL(new RegExp(`/pg/${program}/checkout/`))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You took this place' })).toBeVisible()
})

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })
  test('the page of a link that was made up is accessible, and says so', async ({ page }) => {
    await page.goto('/pg/lakeside/offer?token=made-up')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await isAccessible(page)
  })
})
