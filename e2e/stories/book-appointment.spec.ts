import { weekMs } from '../../functions/contract/limits.ts'
import { goOnToPay, isPaid, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { inDays } from '../site-clock.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { keyboard, thumb } from '../fixtures/hands.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, fitsTheScreen, formScriptRuns, isAccessible, logIn, test } from '../fixtures/phone.ts'

const here = `/pg/${program}`

// The tests run one after the other, because all of them take times of one lesson and first read its free times.
test.describe.configure({ mode: 'default' })

/** The local day of the time in a booking URL. */
const dayInToronto = (address: URL): string =>
  new Date(address.searchParams.get('start') ?? '').toLocaleDateString('en-CA', { timeZone: 'America/Toronto' })

for (const lang of ['en', 'fr'] as const)
  test(`G6: a parent books, reschedules and cancels a swim lesson, in ${lang}${lang === 'fr' ? ' by the keyboard alone' : ''}`, async ({
    phone,
  }) => {
    test.setTimeout(120_000)
    const { appointments, registration } = words[lang]
    const hands = lang === 'fr' ? keyboard(phone) : thumb
    const like = (text: string) => new RegExp(`^${text.replaceAll('\u00a0', ' ')}`)
    const [family, rival] = [await newFamily({ language: lang }), await newFamily()]
    const { id } = await findLesson()
    const lesson = lang === 'fr' ? /Cours de natation privé/ : /Private swim lesson/
    const nearest = registration.nearestTimes
    // Opens a month in which an appointment on the last days can be rescheduled and cancelled without cost, and later
    // days can still be booked.
    await logIn(phone, family, `${here}/schedule/${id}?lang=${lang}&month=${inDays(15).slice(0, 7)}`)

    // The two languages run in parallel, so each uses its own day.
    const far = lang === 'fr' ? -2 : -1
    await hands.press(phone.locator('.month-days a').nth(far))
    const first = phone.getByRole('link', { name: like(`${appointments.book} `) }).first()
    const address = new URL((await first.getAttribute('href')) ?? '', phone.url())
    await isAccessible(phone)
    await hands.press(first)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(lesson)
    await hands.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await formScriptRuns(phone)

    await made('/profile/appointments', {
      bearer: rival.bearer,
      body: {
        start_time: address.searchParams.get('start'),
        appointment_type_id: id,
        appointment_option_id: address.searchParams.get('option'),
        customer_profile_id: rival.profile_id,
        attendee_profile_id: rival.children[0]?.attendee_profile_id,
      },
    })
    await hands.press(phone.getByRole('button', { name: registration.goOn }))
    await expect(phone.getByText(nearest)).toBeVisible()
    await isAccessible(phone)
    await hands.press(phone.locator('.times').getByRole('button').first())
    await expect(phone.getByText(nearest)).toHaveCount(0)
    await expect(phone.getByRole('checkbox', { name: /^Maya/ })).toBeChecked()
    await formScriptRuns(phone)

    const activity = { page: phone, hands, lang }
    await goOnToPay(activity)
    await expect(phone.getByText(lesson).first()).toBeVisible()
    await payByCard(activity, '4242 4242 4242 4242')
    await isPaid(activity)
    expect(
      (await mailTo(family.email, lang === 'fr' ? /^Confirmé/ : /^Confirmed: Private swim lesson/)).subject,
    ).toBeTruthy()

    await phone.goto(`${here}/profile/schedule`)
    await hands.press(phone.locator('summary', { hasText: words[lang].order.manage }))
    await hands.press(phone.getByRole('link', { name: like(appointments.move) }))
    // The current day is open first, because most customers want another hour on it.
    const day = phone.locator('.month-days [aria-current]')
    await expect(day).toHaveAttribute('href', new RegExp(`date=${dayInToronto(address)}`))
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await hands.press(phone.getByRole('link', { name: like(appointments.laterMonth('')) }))
    await hands.press(phone.locator('.month-days a').nth(lang === 'fr' ? 1 : 0))
    await hands.press(phone.getByRole('button', { name: like(appointments.moveTo) }).last())
    await expect(phone.getByText(appointments.moved)).toBeVisible()
    expect(
      (await mailTo(family.email, lang === 'fr' ? /^Nouvelle heure/ : /^New time: Private swim lesson/)).subject,
    ).toBeTruthy()

    const { bearer } = family
    const [booked] = (await made<{ data: { id: string }[] }>('/profile/registrations?status=confirmed', { bearer }))
      .data
    const cancelled = await made(`/profile/appointments/${booked?.id}/cancel`, { bearer, body: {} })
    expect(cancelled.status).toBe('cancelled')
  })

test('a parent books the same hour in five weeks as one order', async ({ phone }) => {
  const [family, rival] = [await newFamily({ verified: true }), await newFamily({ verified: true })]
  const lesson = await findLesson()
  const option: string = lesson.options[0]?.id ?? ''
  const first = await startOfFiveWeeks(option)
  const week = (count: number) => new Date(Date.parse(first) + count * weekMs).toISOString()
  const take = (start_time: string, index = 0) =>
    made('/profile/appointments', {
      bearer: rival.bearer,
      body: {
        start_time,
        appointment_type_id: lesson.id,
        appointment_option_id: option,
        customer_profile_id: rival.profile_id,
        attendee_profile_id: rival.children[index]?.attendee_profile_id,
      },
    })
  await take(week(1))

  const formOf = (start: string) =>
    `${here}/apt/${lesson.id}/register?option=${option}&start=${encodeURIComponent(start)}`
  await logIn(phone, family, formOf(week(1)))
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.en.appointments.takenTitle)
  expect((await phone.locator('.times a').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.goto(formOf(first))
  await thumb.tick(phone.getByRole('checkbox', { name: /^Maya/ }))
  await thumb.choose(phone.getByLabel('How many weeks'), /5 weeks/)
  const dates = phone.getByRole('group', { name: 'Repeat every week' })
  await expect(dates.getByRole('status')).toHaveText(/^4 of 5 dates are free/)
  await expect(dates.getByRole('link', { name: /^See other times/ })).toHaveCount(1)
  await expect(phone.getByText(/4 dates/).last()).toBeVisible()
  await isAccessible(phone)
  await fitsTheScreen(phone)

  // Meanwhile another family takes one more date.
  await take(week(3), 1)
  await phone.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(phone.getByRole('link', { name: /^Some of these dates were just taken/ })).toBeVisible()
  await expect(dates.getByRole('status')).toHaveText(/^3 of 5 dates are free/)
  await isAccessible(phone)
  await fitsTheScreen(phone)

  const activity = { page: phone, hands: thumb, lang: 'en' as const }
  await goOnToPay(activity)
  await expect(phone.getByText(/^Private swim lesson for Maya, 3 dates from /)).toBeVisible()
  await expect(phone.getByRole('button', { name: /^Remove Maya, / })).toHaveCount(3)
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await payByCard(activity, '4242 4242 4242 4242')
  await isPaid(activity)
  await fitsTheScreen(phone)
  const { data } = await made<{ data: { event: { starts_at: string } }[] }>('/profile/registrations?status=confirmed', {
    bearer: family.bearer,
  })
  expect(data.map(({ event }) => event.starts_at).sort()).toEqual([week(0), week(2), week(4)])
})

type Lesson = { id: string; name: string; options: { id: string }[] }
async function findLesson(): Promise<Lesson> {
  const { data } = await made<{ data: Lesson[] }>(`/explore/appointment_types?program_id=${program}`)
  const lesson = data.find(({ name }) => name === 'Private swim lesson')
  if (!lesson) throw new Error('The demo has no swim lesson')
  return lesson
}

/**
 * A start at least a week from now that is free in each of five weeks. It is the fourth start of its day, because the
 * other story takes the first starts and the last.
 */
async function startOfFiveWeeks(option: string): Promise<string> {
  for (let ahead = 7; ahead < 21; ahead += 1) {
    const weeks = await Promise.all([0, 1, 2, 3, 4].map((week) => freeStarts(option, ahead + week * 7)))
    const start = weeks[0]?.[3]
    const isFree = (starts: string[], week: number) =>
      start !== undefined && starts.includes(new Date(Date.parse(start) + week * weekMs).toISOString())
    if (start && weeks.every(isFree)) return start
  }
  throw new Error('No start is free in five weeks')
}

async function freeStarts(option: string, daysAhead: number): Promise<string[]> {
  const date = inDays(daysAhead).slice(0, 10)
  const { data } = await made<{ data: { starts_at: string }[] }>(
    `/explore/availability/times?date=${date}&appointment_option_id=${option}`,
  )
  return data.map(({ starts_at }) => starts_at)
}
