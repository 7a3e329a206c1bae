import { randomUUID } from 'node:crypto'
import { made } from '../fixtures/call.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'

const own = `hours-${randomUUID().slice(0, 8)}`
const here = `/pg/${own}`
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const file = {
  program: own,
  name: 'Hourly Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  language: 'en',
  languages: ['en', 'fr'],
  country: 'CA',
  email: 'hello@hourly.example',
  features: { online_payments: true, appointments: true },
  appointment_types: [
    {
      // Starts the day after tomorrow, so that the first day is complete at any time of the test.
      key: 'swim',
      name: 'Swim lesson',
      summary: 'You and a coach',
      status: 'published',
      is_online_event: true,
      period_type: 'range',
      period_starts_on: '+2d',
      period_ends_on: '+42d',
      opening_hours: [{ days, from: '09:00', to: '11:00' }],
      attachments: [{ key: 'before', name: 'Before your lesson', url: '/files/lakeside/swim-lesson.txt', size: 255 }],
      options: [
        { key: 'half', name: 'Short', cost: 45, duration: 30 },
        { key: 'hour', name: 'Long', cost: 80, duration: 90 },
      ],
    },
  ],
}
test.beforeAll(() => applyProgram(file))

test.describe('free times without JavaScript, in another time zone', () => {
  test.use({ javaScriptEnabled: false, timezoneId: 'Europe/Paris' })

  test('a visitor finds a free time using links only', async ({ page }) => {
    await page.goto(here)
    await page.getByRole('link', { name: /^See free times/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swim lesson')
    // The first free day is selected at once.
    await expect(page.locator('.times time')).toHaveText(['9\u00a0am', '9:30\u00a0am', '10\u00a0am', '10:30\u00a0am'])
    await page.getByRole('link', { name: /^Long · 1\sh\s30\smin \$80$/ }).click()
    await expect(page.locator('.times time')).toHaveText(['9\u00a0am', '9:30\u00a0am'])
    // Forty days always reach into the next month.
    await page.getByRole('link', { name: /^Later: / }).click()
    const chosen = page.locator('.month-days [aria-current=date]')
    const first = await chosen.textContent()
    await page.locator('.month-days a').last().click()
    expect(await chosen.textContent()).not.toBe(first)
    await expect(page.locator('.times time')).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Before your lesson' })).toHaveAttribute('download')
    await page.getByRole('link', { name: /^Book 9\sam/ }).click()
    await expect(page).toHaveURL(/\/apt\/[^/]+\/register\?option=aop_[^&]+&start=/)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await page.goBack()
    await page.getByRole('banner').locator('.burger summary').click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }).click()
    await expect(page).toHaveURL(`${here}/schedule`)
  })
})

for (const lang of ['en', 'fr'])
  test(`the calendar of free times in ${lang} is accessible on the smallest phone`, async ({ phone }) => {
    const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${own}`)).data
    for (const path of [`${here}/schedule`, `${here}/schedule/${type?.id}`]) {
      await phone.goto(`${path}${lang === 'fr' ? '?lang=fr' : ''}`)
      await expect(phone.locator('header .bar [aria-current=page]')).toHaveText(
        lang === 'fr' ? 'Rendez-vous' : 'Schedule',
      )
      await isAccessible(phone)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
    }
  })

test.describe('free times for a visitor in another time zone', () => {
  test.use({ timezoneId: 'Europe/Paris' })

  test('each time also shows the visitor’s local time', async ({ phone }) => {
    const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${own}`)).data
    await phone.goto(`${here}/schedule/${type?.id}`)
    await expect(phone.locator('.times li').first()).toContainText(/9\sam.*(?:2|3)\spm for you/s)
    await expect(phone.getByText('Your local time is below each one.')).toBeVisible()
  })
})

test.describe('free times that fall on another day for the visitor', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('each time also shows the visitor’s local date', async ({ phone }) => {
    const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${own}`)).data
    await phone.goto(`${here}/schedule/${type?.id}`)
    await expect(phone.locator('.times li').first()).toContainText(
      /9\sam.*(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)\s(?:1|2|3)\sam for you/s,
    )
  })
})

test.describe('free times for a visitor in the program’s time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the visitor’s local time is not repeated', async ({ phone }) => {
    const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${own}`)).data
    await phone.goto(`${here}/schedule/${type?.id}`)
    await expect(phone.locator('.times li').first()).toContainText(/9\sam/)
    await expect(phone.locator('.times').getByText('for you')).toHaveCount(0)
    await expect(phone.locator('[data-own-zone]')).toBeEmpty()
  })
})

test('the picture of an appointment type causes no layout shift', async ({ phone }) => {
  const seen = `seen-${own}`
  const [swim] = file.appointment_types
  const photo = '/pictures/canoe.jpg'
  const kinds = [
    { ...swim, picture_url: photo, picture_text: 'Two "friends" in a canoe' },
    { ...swim, key: 'talk', name: 'A talk' },
    { ...swim, key: 'dive', name: 'Dive', picture_url: '/pictures/swim.svg', picture_text: 'A swimmer' },
  ]
  await applyProgram({ ...file, program: seen, appointment_types: kinds })
  // A late line wrap has a layout-shift score of 0.009; a picture without dimensions has 0.1 or more.
  await phone.addInitScript(() =>
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        if (shift.value > 0.02) console.error('something moved', shift.value)
    }).observe({ type: 'layout-shift', buffered: true }),
  )
  await phone.goto(`/pg/${seen}/schedule`)
  await expect(phone.locator('main .leaf img')).toHaveCount(3)
  expect(
    await phone
      .locator('main .leaf img')
      .evaluateAll((pictures) => pictures.map((picture) => [picture.getAttribute('src'), picture.getAttribute('alt')])),
  ).toEqual([
    [photo, ''],
    ['/pictures/none.svg', ''],
    ['/pictures/swim.svg', ''],
  ])
  await isAccessible(phone)
  for (const [name, words] of [
    ['Swim lesson', 'Two "friends" in a canoe'],
    ['Dive', 'A swimmer'],
  ] as const) {
    await phone.goto(`/pg/${seen}/schedule`)
    await phone.getByRole('link', { name: new RegExp(`^See free times.*${name}`) }).click()
    await expect(phone.getByRole('img', { name: words })).toBeInViewport()
    await isAccessible(phone)
    await fitsTheScreen(phone)
  }
  await phone.goto(`/pg/${seen}/schedule`)
  await phone.getByRole('link', { name: /^See free times.*A talk/ }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('A talk')
  await expect(phone.locator('main').getByRole('img')).toHaveCount(0)
})

test('a photo on another host is requested in its display size', async ({ request }) => {
  const afar = `afar-${own}`
  await applyProgram({
    ...file,
    program: afar,
    appointment_types: [{ ...file.appointment_types[0], picture_url: 'https://pictures.hourly.example/swim.jpg' }],
  })
  const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${afar}`)).data
  const [list, page] = await Promise.all(
    ['/schedule', `/schedule/${type?.id}`].map(async (path) => (await request.get(`/pg/${afar}${path}`)).text()),
  )
  const main = (html = '') => html.slice(html.indexOf('<main'))
  expect(main(list)).toContain(`<img src="/pg/${afar}/picture/appointment/${type?.id}/480-`)
  expect(main(page)).toContain(`<img src="/pg/${afar}/picture/appointment/${type?.id}/1200-`)
  expect(main(list) + main(page)).not.toContain('src="https:')
})

test('no row reserves space for a picture when no appointment type has one', async ({ page }) => {
  await page.goto(`${here}/schedule`)
  await expect(page.getByRole('heading', { name: 'Swim lesson' })).toBeVisible()
  await expect(page.locator('main .leaf, main noscript')).toHaveCount(0)
})

test('a program without appointments does not mention them', async ({ request }) => {
  const plain = `plain-${own}`
  await applyProgram({ ...file, program: plain, features: { online_payments: true } })
  expect((await request.get(`/pg/${plain}/schedule`)).status()).toBe(404)
  const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${own}`)).data
  expect([
    (await request.get(`/pg/${plain}/schedule/${type?.id}`)).status(),
    (await request.get(`${here}/schedule/apt_none`)).status(),
  ]).toEqual([404, 404])
  expect(await (await request.get(`/pg/${plain}`)).text()).not.toContain(`${plain}/schedule"`)
})
