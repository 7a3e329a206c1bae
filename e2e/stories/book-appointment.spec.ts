import { goOnToPay, isPaid, payByCard } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'

const here = `/pg/${program}`

test('G6: a parent books a swim lesson from the schedule although another family was faster, pays, moves it and cancels it', async ({
  phone,
}) => {
  const [family, rival] = [await newFamily({ verified: true }), await newFamily({ verified: true })]
  const { data } = await made<{ data: { id: string; name: string }[] }>(
    `/explore/appointment_types?program_id=${program}`,
  )
  const lesson = data.find(({ name }) => name === 'Private swim lesson')
  await logIn(phone, family, `${here}/schedule/${lesson?.id}`)

  // The last free day of next month: it can be moved and cancelled freely.
  await phone.getByRole('link', { name: /^Later: / }).click()
  await phone.locator('.month-days a').last().click()
  const first = phone.getByRole('link', { name: /^Book / }).first()
  const address = new URL((await first.getAttribute('href')) ?? '', phone.url())
  await isAccessible(phone)
  await first.click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/Private swim lesson/)
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await isAccessible(phone)
  await fitsTheScreen(phone)

  await made('/profile/appointments', {
    bearer: rival.bearer,
    body: {
      start_time: address.searchParams.get('start'),
      appointment_type_id: lesson?.id,
      appointment_option_id: address.searchParams.get('option'),
      customer_profile_id: rival.profile_id,
      attendee_profile_id: rival.children[0]?.attendee_profile_id,
    },
  })
  await phone.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(phone.getByText('These are the nearest free times:')).toBeVisible()
  await isAccessible(phone)
  await phone.locator('.pick').getByRole('button').first().click()
  await expect(phone.getByText('These are the nearest free times:')).toHaveCount(0)

  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await goOnToPay(activity)
  await expect(phone.getByText(/Private swim lesson/).first()).toBeVisible()
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  expect((await mailTo(family.email, /^Confirmed: Private swim lesson/)).subject).toBeTruthy()

  await phone.goto(`${here}/profile/schedule`)
  await phone.getByRole('link', { name: /^Move/ }).click()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.getByRole('link', { name: /^Later: / }).click()
  await phone.locator('.month-days a').first().click()
  await phone
    .getByRole('button', { name: /^Move to / })
    .last()
    .click()
  await expect(phone.getByText('Your new time is booked.')).toBeVisible()
  expect((await mailTo(family.email, /^New time: Private swim lesson/)).subject).toBeTruthy()

  const { bearer } = family
  const [booked] = (await made<{ data: { id: string }[] }>('/profile/registrations?status=confirmed', { bearer })).data
  const cancelled = await made(`/profile/appointments/${booked?.id}/cancel`, { bearer, body: {} })
  expect(cancelled.status).toBe('cancelled')
  await mailTo(family.email, /^Cancelled: /)
})
