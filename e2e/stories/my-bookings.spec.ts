import { randomUUID } from 'node:crypto'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { inDays } from '../site-clock.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { applySailCamps } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { payForPlace } from '../fixtures/places.ts'

const [longAgo, yearLater] = [-250, -250 + 364]
const yearOf = (days: number) => Number(inDays(days).slice(0, 4))

const week = (key: string, name: string, starts: number) => ({
  key,
  type: 'camp',
  name,
  summary: 'A week of wind and water.',
  status: 'published',
  online_event: true,
  starts_at: inDays(starts),
  ends_at: inDays(starts + 4),
  questions: ['friend'],
  options: [
    { key: 'half', name: 'Half day', cost: 210, spots_total: 20 },
    { key: 'full', name: 'Full day', cost: 345, spots_total: 20 },
  ],
})

/** Applies a program whose Sail Week begins in `starts` days, next to other events. */
const applySailWeek = (program: string, starts: number, others: object[] = []) =>
  applySailCamps(program, {
    questions: [{ key: 'friend', title: 'Cabin friend', type: 'short_text' }],
    events: [week('first', 'Sail Week', starts), ...others],
  })

/** Pays for a full day of the first child in the only Sail Week. */
async function bookFullDay({ bearer, children: [maya] }: Family, program: string): Promise<void> {
  const profile = await made(`/profile/programs/${program}`, { bearer, body: { program_id: program } })
  const { data: events } = await made<{ data: { id: string; fields: { id: string }[] }[] }>(
    `/explore/events?program_id=${program}`,
  )
  const [event] = events
  const options = await made<{ data: { id: string; name: string }[] }>(`/explore/events/${event?.id}/options`)
  const child = await made(`/profile/programs/${program}/attendees`, {
    bearer,
    body: { attendee_id: maya?.attendee_id },
  })
  const registration = await made('/profile/registrations', {
    bearer,
    body: {
      event_id: event?.id,
      option_id: options.data.find(({ name }) => name === 'Full day')?.id,
      customer_profile_id: profile.id,
      attendee_profile_id: child.id,
      form_response: { answers: [{ field_id: event?.fields[0]?.id, value: 'Lucie' }] },
    },
  })
  await payForPlace(bearer, { program, customer_profile_id: profile.id, registration_id: registration.id })
}

test('a parent books last year’s week again in two taps', async ({ phone }) => {
  const { schedule, registration } = words.en
  const family = await newFamily()
  const program = `again-${randomUUID().slice(0, 8)}`
  await applySailWeek(program, 20)
  await bookFullDay(family, program)
  await applySailWeek(program, longAgo, [week('next', `Sail Week ${yearOf(yearLater)}`, yearLater)])

  await logIn(phone, family, `/pg/${program}/profile/schedule?show=past`)
  await expect(phone.getByRole('link', { name: `${schedule.againFor(yearOf(yearLater))} Sail Week` })).toBeVisible()
  await phone.goto(`/pg/${program}/profile/schedule`)
  await expect(phone.getByRole('heading', { name: schedule.againHeading })).toBeVisible()
  const past = phone.locator('#past')
  await expect(past.getByRole('heading', { name: 'Sail Week' })).toBeHidden()
  await past.getByText('1 place').click()
  await expect(past.getByRole('heading', { name: 'Sail Week' })).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await past.getByText('1 place').click()
  await fitsTheScreen(phone)
  await phone.getByRole('link', { name: schedule.againFor(yearOf(yearLater)) }).click()

  await expect(phone.getByRole('checkbox', { name: /^Maya/ })).toBeChecked()
  await expect(phone.getByRole('checkbox', { name: /^Samuel/ })).not.toBeChecked()
  await expect(phone.getByText(registration.again.replace('{name}', 'Maya'))).toBeVisible()
  await expect(phone.getByRole('combobox').locator('option:checked')).toHaveText(/^Full day/)
  await expect(phone.getByLabel('Cabin friend').first()).toHaveValue('Lucie')
  await isAccessible(phone)
  await phone.getByRole('button', { name: registration.goOn }).click()
  await expect(phone).toHaveURL(/\/checkout\//)
  await phone.goto(`/pg/${program}/profile/schedule`)
  await expect(
    phone.getByRole('link', { name: new RegExp(`Sail Week ${yearOf(yearLater)}, Maya`) }).first(),
  ).toBeVisible()
})

test('a parent sees all bookings of a month, in French', async ({ phone }) => {
  const { schedule, appointments } = words.fr
  const family = await newFamily({ language: 'fr' })
  const program = `mois-${randomUUID().slice(0, 8)}`
  await applySailWeek(program, 45)
  await bookFullDay(family, program)
  const month = inDays(45).slice(0, 7)

  await logIn(phone, family, `/pg/${program}/profile/schedule`)
  await phone.getByRole('navigation', { name: schedule.show }).getByRole('link', { name: schedule.month }).click()
  await phone.goto(`/pg/${program}/profile/schedule?show=month&month=${month}`)
  const days = phone.getByRole('table').getByRole('link', { name: /Sail Week pour Maya$/ })
  await expect(days.first()).toBeVisible()
  await isAccessible(phone)
  await phone.setViewportSize({ width: 320, height: 740 })
  await fitsTheScreen(phone)
  await days.first().focus()
  await phone.keyboard.press('Enter')
  await expect(phone.locator('li:target').getByRole('heading', { name: 'Sail Week' })).toBeInViewport()

  await phone.getByRole('navigation', { name: schedule.whose }).getByRole('link', { name: 'Samuel' }).click()
  await expect(phone).toHaveURL(new RegExp(`month=${month}.*who=`))
  await expect(days).toHaveCount(0)
  const before = appointments.earlierMonth('').trim()
  await phone.getByRole('link', { name: before }).click()
  await expect(phone).not.toHaveURL(new RegExp(`month=${month}`))
  await isAccessible(phone)
})
