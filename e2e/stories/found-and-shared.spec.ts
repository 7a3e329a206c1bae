import { randomUUID } from 'node:crypto'
import { call, made } from '../fixtures/call.ts'
import { faultsOf } from '../fixtures/html-faults.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

// Each worker has its own program, because a cancelled event stays cancelled.
const states = `found-${randomUUID().slice(0, 8)}`
const here = `/pg/${states}`
const option = (change: Record<string, unknown> = {}) => ({
  key: 'full',
  name: 'Full day',
  cost: 120,
  spots_total: 20,
  minimum_age: 8,
  maximum_age: 12,
  ...change,
})
const event = (name: string, change: Record<string, unknown> = {}) => ({
  key: name.toLowerCase().replaceAll(' ', '-'),
  type: 'camp',
  name,
  summary: `${name} by the lake.`,
  starts_at: '+60d 09:00',
  ends_at: '+60d 16:00',
  venues: ['dock'],
  status: 'published',
  options: [option()],
  ...change,
})

/** A program with an event in every state, and coupons of every kind. */
const file = {
  program: states,
  name: 'Found Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  language: 'en',
  languages: ['en', 'fr'],
  country: 'CA',
  email: 'hello@found.example',
  features: { online_payments: true, discounts: true },
  preferences: { sold_out_text: 'Write to us and we tell you when a place opens.' },
  venues: [
    {
      key: 'dock',
      name: 'Dock House',
      address: { address_line_1: '1 Lake Rd', city: 'Perth', region: 'CA-ON', postcode: 'K7H 1A1', country: 'CA' },
    },
  ],
  events: [
    event('Open week', { picture_url: 'https://pictures.found.example/open.jpg' }),
    event('Cancelled week', { status: 'cancelled' }),
    event('Full week', { options: [option({ spots_total: 0 })] }),
    event('Past week', { starts_at: '-9d 09:00', ends_at: '-9d 16:00' }),
    event('Partner week', { options: [], external_registration_url: 'https://www.partner.example/trip' }),
    event('Online evening', {
      type: 'online',
      venues: [],
      online_event: true,
      online_event_url: 'https://meet.found.example/secret',
      options: [option({ cost: null, free: true, minimum_age: null, maximum_age: null })],
    }),
    event('Saturday classes', {
      type: 'class',
      starts_at: '+60d 10:00',
      ends_at: '+74d 11:00',
      series_dates: [60, 67, 74].map((day) => ({ starts_at: `+${day}d 10:00`, ends_at: `+${day}d 11:00` })),
    }),
    event('Hidden week', { status: 'draft' }),
  ],
  coupons: [
    { key: 'ten', name: 'Ten off', code: 'TEN10', amount_off: 10, minimum_amount: 100 },
    { key: 'open', name: 'Open week for less', code: 'OPEN5', percent_off: 5, applies_to: { products: ['open-week'] } },
    {
      key: 'two',
      name: 'Two camps',
      percent_off: 12.5,
      minimum_items: 2,
      applies_to: { product_types: ['camp'] },
      apply_automatically: true,
    },
    { key: 'past', name: 'Too late', code: 'TOOLATE', percent_off: 50, redeem_before: '-1d' },
    { key: 'gone', name: 'Used up', code: 'USEDUP', percent_off: 50, max_redemptions: 2, redeemed_before: 2 },
    { key: 'quiet', code: 'FORADA', percent_off: 90 },
  ],
}
const ids: Record<string, string> = {}
type Listed = { id: string; name: string }

test.beforeAll(async () => {
  // A worker that runs this file again reuses its program.
  if (Object.keys(ids).length > 0) return
  await applyProgram({
    ...file,
    events: file.events.map((each) => (each.status === 'cancelled' ? { ...each, status: 'published' } : each)),
  })
  for (const status of ['upcoming', 'ended'])
    for (const each of (
      await made<{ data: Listed[] }>(`/explore/events?program_id=${states}&limit=100&status=${status}`)
    ).data)
      ids[each.name] = each.id
  // A cancelled event can be opened only by its URL.
  await applyProgram(file)
})

const head = (html: string, property: string) =>
  [...html.matchAll(new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`, 'g'))].map(
    ([, content]) => content,
  )
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

const notices = [
  { name: 'Cancelled week', en: 'This event is cancelled', fr: 'Cette activité est annulée' },
  { name: 'Past week', en: 'This event is over', fr: 'Cette activité est terminée' },
  { name: 'Full week', en: 'Every place is taken', fr: 'Toutes les places sont prises' },
  {
    name: 'Partner week',
    en: 'Registration for this event is on partner.example.',
    fr: 'L’inscription se fait sur partner.example.',
  },
]
test.describe('a page of an event', () => {
  for (const { name, ...words } of notices)
    for (const lang of ['en', 'fr'] as const)
      test(`${name} explains in ${lang} why registration is not possible and links to an alternative`, async ({
        phone,
      }) => {
        const answer = await phone.goto(`${here}/evt/${ids[name]}${lang === 'fr' ? '?lang=fr' : ''}`)
        expect(await faultsOf((await answer?.text()) ?? '')).toEqual([])
        await expect(phone.getByText(words[lang])).toBeVisible()
        await expect(phone.locator('a[href*="/register"]')).toHaveCount(0)
        if (name === 'Full week')
          await expect(phone.getByText('Write to us and we tell you when a place opens.')).toBeVisible()
        if (name === 'Partner week')
          await expect(phone.locator('a[href="https://www.partner.example/trip"]')).toBeVisible()
        await isAccessible(phone)
        await phone.setViewportSize({ width: 320, height: 640 })
        await fitsTheScreen(phone)
      })

  test('the structured data of an event equals the API response in every state', async ({ request }) => {
    for (const name of [
      'Open week',
      'Cancelled week',
      'Full week',
      'Past week',
      'Partner week',
      'Online evening',
      'Saturday classes',
    ]) {
      const html = await (await request.get(`${here}/evt/${ids[name]}`)).text()
      const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '{}')
      const [results, options] = [
        await made(`/explore/events/${ids[name]}`),
        await made<{ data: { name: string; cost: { cost: { major_value: number } }; sale_status: string }[] }>(
          `/explore/events/${ids[name]}/options`,
        ),
      ]
      expect({
        name: data.name,
        startDate: Date.parse(data.startDate),
        endDate: Date.parse(data.endDate),
        isCancelled: data.eventStatus.endsWith('EventCancelled'),
        offers: (data.offers ?? []).map((offer: { name: string; price: number }) => [offer.name, offer.price]),
      }).toEqual({
        name: results.name,
        startDate: Date.parse(results.starts_at),
        endDate: Date.parse(results.ends_at),
        isCancelled: results.status === 'cancelled',
        offers: options.data.map((each) => [each.name, each.cost.cost.major_value]),
      })
      expect([name, canonicalOf(html), data.url]).toEqual([
        name,
        `${site}${here}/evt/${ids[name]}`,
        `${site}${here}/evt/${ids[name]}`,
      ])
      expect([name, data.subEvent?.length ?? 0]).toEqual([name, name === 'Saturday classes' ? 3 : 0])
      expect(html).not.toContain('meet.found.example')
    }
  })

  test('a shared event has its own picture or the drawing of its page', async ({ request }) => {
    const [own, none] = await Promise.all(
      ['Open week', 'Full week'].map(async (name) => (await request.get(`${here}/evt/${ids[name]}`)).text()),
    )
    expect([head(own ?? '', 'og:image'), head(none ?? '', 'og:image'), head(own ?? '', 'og:url')]).toEqual([
      ['https://pictures.found.example/open.jpg'],
      [`${site}/pictures/tent.jpg`],
      [`${site}${here}/evt/${ids['Open week']}`],
    ])
    expect(own).toContain(`hreflang="x-default" href="${site}${here}/evt/${ids['Open week']}"`)
  })

  test('a series is added to a calendar only as a file', async ({ phone, request }) => {
    await phone.goto(`${here}/evt/${ids['Full week']}`)
    await phone.getByText('Add to calendar').click()
    await expect(phone.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
      'href',
      /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&text=Full%20week&dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z&/,
    )
    await expect(phone.getByRole('link', { name: 'Outlook.com' })).toBeVisible()
    await isAccessible(phone)
    await phone.setViewportSize({ width: 320, height: 640 })
    await fitsTheScreen(phone)
    await phone.goto(`${here}/evt/${ids['Saturday classes']}`)
    await phone.getByText('Add to calendar').click()
    await expect(phone.getByRole('link', { name: 'Google Calendar' })).toHaveCount(0)
    const path = await phone.getByRole('link', { name: 'Calendar file' }).getAttribute('href')
    expect((await (await request.get(path ?? '')).text()).match(/BEGIN:VEVENT/g)).toHaveLength(3)
  })

  test('the share button opens the share sheet or copies the link', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
    await page.goto(`${here}/evt/${ids['Full week']}?utm_source=mail`)
    await page.getByRole('link', { name: 'Share' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}${here}/evt/${ids['Full week']}`)
    await page.addInitScript(() =>
      Object.assign(navigator, { share: async (what: ShareData) => void Object.assign(window, { shared: what }) }),
    )
    await page.goto(`${here}/evt/${ids['Full week']}?lang=fr`)
    await page.getByRole('link', { name: 'Partager' }).click()
    expect(await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)).toMatchObject({
      url: `${site}${here}/evt/${ids['Full week']}?lang=fr`,
    })
  })
})

test.describe('the promotions of a program', () => {
  for (const lang of ['en', 'fr'])
    test(`promotions in ${lang} show current discounts only`, async ({ phone }) => {
      const answer = await phone.goto(`${here}/promotions${lang === 'fr' ? '?lang=fr' : ''}`)
      const html = (await answer?.text()) ?? ''
      expect(await faultsOf(html)).toEqual([])
      for (const shown of ['TEN10', 'OPEN5', 'Two camps']) expect(html).toContain(shown)
      for (const hidden of ['TOOLATE', 'USEDUP', 'FORADA']) expect(html).not.toContain(hidden)
      expect(canonicalOf(html)).toBe(`${site}${here}/promotions${lang === 'fr' ? '?lang=fr' : ''}`)
      await expect(phone.locator('header .bar [aria-current=page]')).toHaveText('Promotions')
      await isAccessible(phone)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
    })

  test('a promotion that the visitor tapped is kept after a reload', async ({ phone }) => {
    await phone.goto(`${here}/promotions`)
    const kept = () => phone.evaluate((program) => localStorage.getItem(`2021-03-04:discount:${program}`), states)
    await phone.getByRole('link', { name: 'Use this code for Ten off' }).click()
    await expect(phone.locator('li', { hasText: 'TEN10' }).getByRole('status')).toHaveText(
      'Code saved. We’ll apply it at checkout.',
    )
    expect([await kept(), new URL(phone.url()).pathname]).toEqual(['TEN10', `${here}/promotions`])
    await phone.getByRole('link', { name: 'Use this code for Open week for less' }).click()
    await expect(phone.locator('li', { hasText: 'TEN10' }).getByRole('status')).toHaveText('')
    expect(await kept()).toBe('OPEN5')
    await phone.reload()
    await expect(phone.locator('li', { hasText: 'OPEN5' }).getByRole('status')).toHaveText(
      'Code saved. We’ll apply it at checkout.',
    )
    await isAccessible(phone)
  })

  test('no promotion is shown when discounts are off', async ({ request }) => {
    const plain = `plain-${states}`
    await applyProgram({ ...file, program: plain, features: { online_payments: true }, events: [], coupons: [] })
    expect([
      (await request.get(`/pg/${plain}/promotions`)).status(),
      (await call(`/explore/programs/${plain}/promotions`)).status,
    ]).toEqual([404, 404])
    expect(await (await request.get(`/pg/${plain}`)).text()).not.toContain('/promotions')
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain(`/pg/${plain}/promotions`)
  })
})

test.describe('sharing and promotions without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript the share link opens a mail', async ({ page }) => {
    await page.goto(`${here}/evt/${ids['Open week']}`)
    await expect(page.getByRole('link', { name: 'Share' })).toHaveAttribute(
      'href',
      `mailto:?subject=Open%20week&body=${encodeURIComponent(`${site}${here}/evt/${ids['Open week']}`)}`,
    )
    await page.goto(`${here}/promotions`)
    await page.getByRole('link', { name: 'Use this code for Ten off' }).click()
    await expect(page).toHaveURL(`${site}${here}?discount=TEN10`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Found Camps')
  })
})

test.describe('files for search engines', () => {
  test('the sitemap lists exactly the public pages', async ({ request }) => {
    const list = await (await request.get('/sitemap.xml')).text()
    const addresses = [...list.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
    for (const path of [
      '/',
      here,
      `${here}/promotions`,
      `${here}?lang=fr`,
      `${here}/evt/${ids['Open week']}`,
      `${here}/evt/${ids['Open week']}?lang=fr`,
    ])
      expect(addresses).toContain(site + path)
    for (const name of ['Cancelled week', 'Hidden week'])
      expect(addresses.filter((address) => ids[name] && address.includes(ids[name]))).toEqual([])
    // Each page exists, and its canonical URL is the listed one.
    for (const address of addresses.filter((each) => each.includes(here) || !each.includes('/pg/'))) {
      const answer = await request.get(address)
      expect([address, answer.status(), canonicalOf(await answer.text())]).toEqual([address, 200, address])
    }
    const robots = await (await request.get('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`)
  })

  test('each program has a web manifest', async ({ request }) => {
    const html = await (await request.get(`${here}?lang=fr`)).text()
    const path = /<link rel="manifest" href="([^"]*)"/.exec(html)?.[1] ?? ''
    const answer = await request.get(path)
    expect([answer.status(), answer.headers()['content-type'], (await answer.json()).start_url]).toEqual([
      200,
      'application/manifest+json',
      `${here}?lang=fr`,
    ])
    expect((await request.get('/pg/no-such-program/manifest.webmanifest')).status()).toBe(404)
    expect((await request.get('/manifest.webmanifest')).headers()['content-type']).toContain(
      'application/manifest+json',
    )
  })
})
