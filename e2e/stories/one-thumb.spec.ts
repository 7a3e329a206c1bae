import type { Page } from '@playwright/test'
import { words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { program } from '../fixtures/families.ts'
import { expect, fitsTheScreen, test } from '../fixtures/phone.ts'

const here = `/pg/${program}`

/** Controls under 44 px in height or width, except links within a sentence. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (target: Element) => target.getClientRects().length > 0 && !target.closest('.skip')
    const inSentence = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      (target.parentElement?.textContent?.length ?? 0) - (target.textContent?.length ?? 0) > 12 &&
      !target.matches('.facts a, .foot a')
    // A link or a label may cover its whole card.
    const areaOf = (target: Element) =>
      (getComputedStyle(target, '::after').position === 'absolute'
        ? target.closest('.card')
        : target.closest('.choice, label')
      )?.getBoundingClientRect() ?? target.getBoundingClientRect()
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((target) => isShown(target) && !inSentence(target))
      .map((target) => ({ target, area: areaOf(target) }))
      .filter(({ area }) => Math.round(area.height) < 44 || Math.round(area.width) < 44)
      .map(
        ({ target, area }) =>
          `${target.textContent?.trim() || target.getAttribute('name')}: ${Math.round(area.width)} × ${Math.round(area.height)}`,
      )
  })

const eventNamed = async (name: string) => {
  const results = (
    await made<{ data: { id: string; name: string }[] }>(`/explore/events?program_id=${program}&limit=100`)
  ).data
  return `${here}/evt/${results.find((event) => event.name === name)?.id}`
}

test('every control of a public page is at least 44 px high and wide', async ({ phone }) => {
  const [type] = (await made<{ data: { id: string }[] }>(`/explore/appointment_types?program_id=${program}&limit=1`))
    .data
  const pages = [
    '/',
    here,
    `${here}?age=9&search=lake`,
    await eventNamed('Canoe Week'),
    await eventNamed('Solstice Campfire'),
    `${here}/schedule`,
    `${here}/schedule/${type?.id}`,
    `${here}/promotions`,
    `${here}/terms`,
    `${here}/login`,
    `/embed/${program}`,
  ]
  for (const path of pages) {
    await phone.goto(path)
    expect(await tooSmall(phone), path).toEqual([])
  }
})

test('the filters link to the events of a month', async ({ phone }) => {
  await phone.goto(here)
  await phone.locator('main summary', { hasText: 'Filters' }).click()
  const months = phone.locator('.facet .pick').getByRole('link')
  const words = (await months.last().textContent()) ?? ''
  await months.last().click()
  await expect(phone).toHaveURL(/scheduled_gte=\d{4}-\d{2}-01&scheduled_lte=/)
  await expect(phone.getByRole('heading', { level: 2, name: words })).toBeVisible()
  await fitsTheScreen(phone)
})

test('the registration button of an event with one option is within reach of a thumb', async ({ phone }) => {
  await phone.goto(await eventNamed('Paddle Skills Clinic'))
  const next = phone.getByRole('complementary', { name: 'Next step' }).getByRole('link')
  const { y = 0 } = (await next.boundingBox()) ?? {}
  expect(y).toBeGreaterThan((740 * 2) / 3)
  await next.click()
  await expect(phone).toHaveURL(/\/register\?option_id=opt_/)
})

test('one press on a free time opens its booking form', async ({ phone }) => {
  const [type] = (
    await made<{ data: { id: string; name: string }[] }>(`/explore/appointment_types?program_id=${program}&limit=1`)
  ).data
  for (const lang of ['en', 'fr'] as const) {
    await phone.goto(`${here}/schedule/${type?.id}?lang=${lang}`)
    await expect(phone.getByText(words[lang].appointments.tapToBook)).toBeVisible()
    const first = phone.locator('.times a').first()
    const instant = (await first.locator('time').getAttribute('datetime')) ?? ''
    await first.click()
    await phone.waitForURL(new RegExp(`/apt/${type?.id}/register`))
    expect(Date.parse(new URL(phone.url()).searchParams.get('start') ?? '')).toBe(Date.parse(instant))
  }
})
