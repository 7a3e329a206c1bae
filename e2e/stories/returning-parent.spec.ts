import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { weekMs } from '../../functions/contract/limits.ts'
import { fillCount, fillIn } from '../../src/locales/fill-in.ts'
import { goToProviderPage, payOnProviderPage } from '../fixtures/at-checkout.ts'
import { isPaid, type Language, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, formScriptRuns, logIn, test } from '../fixtures/phone.ts'
import { inDays } from '../site-clock.ts'

const program = `again-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`
const camp = (key: string, name: { en: string; fr: string }, days: number, change: Record<string, unknown> = {}) => ({
  key,
  type: 'camp',
  name,
  summary: 'By the lake.',
  starts_at: `+${days}d 09:00`,
  ends_at: `+${days + 4}d 16:00`,
  online_event: true,
  status: 'published',
  options: [{ key: 'full', name: { en: 'Full day', fr: 'Journée complète' }, cost: 300, spots_total: 'unlimited' }],
  ...change,
})
const pass = { en: 'Ten swims', fr: 'Dix baignades' }
const names = {
  kayak: { en: 'Kayak Week', fr: 'Semaine de kayak' },
  art: { en: 'Art Week', fr: 'Semaine des arts' },
  swim: { en: 'Morning swim', fr: 'Baignade du matin' },
}

test.beforeAll(() =>
  applyProgram({
    program,
    name: 'Second Summer',
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    email: 'hello@second.example',
    features: { online_payments: true, sessions: true, appointments: true },
    session_packages: [
      { key: 'ten', name: pass, cost: 120, allocated_amount: 10, expiry_amount: 6, expiry_period: 'month' },
    ],
    appointment_types: [
      {
        key: 'lesson',
        name: { en: 'Rowing lesson', fr: 'Cours d’aviron' },
        summary: 'With a coach.',
        status: 'published',
        is_online_event: true,
        period_type: 'rolling',
        max_booking_time: 60,
        opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '09:00', to: '16:00' }],
        options: [{ key: 'half', name: { en: 'Half an hour', fr: 'Une demi-heure' }, cost: 40, duration: 30 }],
      },
    ],
    events: [
      camp('kayak', names.kayak, 40),
      camp('art', names.art, 50),
      camp('swim', names.swim, 30, {
        type: 'class',
        ends_at: '+30d 10:00',
        restrict_to: { session_packages: ['ten'] },
      }),
    ],
  }),
)

type Listed = { id: string; name: string }
const idOf = async (list: string, name: string) =>
  (await made<{ data: Listed[] }>(`/explore/${list}?program_id=${program}`)).data.find((each) => each.name === name)
    ?.id ?? ''
const ordersOf = async ({ bearer }: Family) =>
  (await made<{ data: { status: string }[] }>(`/profile/orders?program_id=${program}`, { bearer })).data
const childOf = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })

for (const script of ['on', 'off'])
  for (const lang of ['en', 'fr'] as const)
    test.describe(`a returning parent, with JavaScript ${script}, in ${lang}`, () => {
      test.use({ javaScriptEnabled: script === 'on' })
      const { checkout, order, packages, registration: text, store } = words[lang]
      const activity = (page: Page) => ({ page, hands: thumb, lang: lang as Language })

      /** Pays with a card that is declined, and then with another. */
      async function pays(page: Page) {
        await fitsTheScreen(page)
        if (script === 'on') {
          await payByCard(activity(page), '4000 0000 0000 0002')
          await expect(page.getByRole('alert').first()).toBeVisible()
          await payByCard(activity(page), '4242 4242 4242 4242')
        } else {
          await goToProviderPage(page, lang)
          await payOnProviderPage(page, '4000 0000 0000 0002')
          await expect(page.getByRole('alert')).toBeVisible()
          await payOnProviderPage(page, '4242 4242 4242 4242')
        }
        await page.waitForURL(/\/profile\/orders\/ord_\w+/)
        await expect(page.getByText(order.status.paid).first()).toBeVisible()
        await fitsTheScreen(page)
      }
      const goOn = (page: Page) => page.locator('aside button[type=submit]:not([name])')
      async function opens(page: Page, address: string): Promise<Family> {
        const family = await newFamily({ language: lang })
        await logIn(page, family, address)
        return family
      }

      test('a refused form is mended, a second camp joins the cart in two taps, and both are paid', async ({
        page,
      }) => {
        test.setTimeout(180_000)
        const family = await opens(page, `${here}/evt/${await idOf('events', names.kayak.en)}/register?lang=${lang}`)
        await fitsTheScreen(page)
        await goOn(page).click()
        await expect(page.getByRole('alert').filter({ hasText: text.chooseSomeone })).toBeVisible()
        await thumb.tick(childOf(page, 'Maya'))
        await fitsTheScreen(page)
        await page.getByRole('button', { name: text.saveAndAdd }).click()
        await page.waitForURL(({ pathname }) => pathname === here)

        await page.goto(`${here}/evt/${await idOf('events', names.art.en)}/register?lang=${lang}`)
        await thumb.tick(childOf(page, 'Samuel'))
        await goOn(page).click()
        await page.waitForURL(/\/checkout\/ord_/)
        const lines = page.locator('aside.panel .items > li')
        await expect(lines).toHaveCount(2)
        await expect(lines.filter({ hasText: names.kayak[lang] })).toContainText('Maya')
        await expect(lines.filter({ hasText: names.art[lang] })).toContainText('Samuel')
        await pays(page)
        expect((await ordersOf(family)).map(({ status }) => status)).toEqual(['paid'])
      })

      test('the same hour in three weeks is one order', async ({ page }) => {
        test.setTimeout(180_000)
        const lesson = await idOf('appointment_types', 'Rowing lesson')
        const { options } = await made<{ options: Listed[] }>(`/explore/appointment_types/${lesson}`)
        const option = options[0]?.id ?? ''
        // Each run has its own hour.
        const at = (script === 'on' ? 0 : 2) + (lang === 'en' ? 0 : 1)
        const date = inDays(8).slice(0, 10)
        const { data } = await made<{ data: { starts_at: string }[] }>(
          `/explore/availability/times?date=${date}&appointment_option_id=${option}`,
        )
        const start = data[at]?.starts_at ?? ''
        const family = await opens(
          page,
          `${here}/apt/${lesson}/register?option=${option}&start=${encodeURIComponent(start)}&lang=${lang}`,
        )
        if (script === 'on') await formScriptRuns(page)
        const weeks = (count: number) => thumb.choose(page.getByLabel(text.repeatFor), fillIn(text.forWeeks, { count }))
        await thumb.tick(childOf(page, 'Maya'))
        if (script === 'off') {
          // The button shows the dates, and so does a form that is sent without it.
          await weeks(2)
          await page.getByRole('button', { name: text.showDates }).click()
          await expect(page.getByText(text.bothWeeksFree)).toBeVisible()
          await expect(childOf(page, 'Maya')).toBeChecked()
          await expect(page.getByRole('alert')).toHaveCount(0)
        }
        await weeks(3)
        if (script === 'off') {
          await goOn(page).click()
          await expect(page.getByRole('alert').filter({ hasText: text.checkWeeks })).toBeVisible()
          await expect(childOf(page, 'Maya')).toBeChecked()
        }
        await expect(page.getByText(fillIn(text.weeksFree, { count: 3 }))).toBeVisible()
        await fitsTheScreen(page)
        await goOn(page).click()
        await page.waitForURL(/\/checkout\/ord_/)
        await pays(page)
        const booked = await made<{ data: { event: { starts_at: string } }[] }>(
          '/profile/registrations?status=confirmed',
          { bearer: family.bearer },
        )
        expect(booked.data.map(({ event }) => Date.parse(event.starts_at)).sort()).toEqual(
          [0, 1, 2].map((week) => Date.parse(start) + week * weekMs),
        )
      })

      test('a pass is bought, and a visit pays for a place', async ({ page }) => {
        test.setTimeout(180_000)
        await opens(page, `${here}/packages?lang=${lang}`)
        await fitsTheScreen(page)
        await page.getByRole('link', { name: new RegExp(`^${packages.buy}`) }).click()
        await page.getByRole('button', { name: store.toCart }).click()
        await page.waitForURL(/\/checkout\/ord_/)
        await pays(page)

        // The ways to pay come only after the button was pressed. Then they are in what is sent.
        const pressed = Promise.withResolvers<void>()
        await page.route(/\/PayChoice\.[^/]+\.js$/, (route) => pressed.promise.then(() => route.continue()))
        await page.goto(`${here}/evt/${await idOf('events', names.swim.en)}/register?lang=${lang}`)
        await thumb.tick(childOf(page, 'Maya'))
        const visit = page.getByRole('radio', { name: fillCount(text.useVisit, 10) })
        if (script === 'off') await expect(visit).toBeChecked()
        else await page.locator('astro-island[ssr]').first().waitFor({ state: 'detached' })
        await fitsTheScreen(page)
        await goOn(page).click()
        pressed.resolve()
        await page.waitForURL(/\/checkout\/ord_/)
        await page.getByRole('button', { name: checkout.confirmFree }).click()
        await isPaid(activity(page))
        await page.goto(`${here}/profile/packages?lang=${lang}`)
        await expect(page.getByText(lang === 'en' ? '9 of 10 visits left' : 'Il reste 9 visites sur 10')).toBeVisible()
      })
    })
