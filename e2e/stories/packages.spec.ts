import { randomUUID } from 'node:crypto'
import { call, made } from '../fixtures/call.ts'
import { faultsOf } from '../fixtures/html-faults.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, isAccessible, test } from '../fixtures/phone.ts'
import { site } from '../playwright.config.ts'

const program = `packs-${randomUUID().slice(0, 8)}`
const here = `/pg/${program}`
const event = (key: string, name: string, change: Record<string, unknown>) => ({
  key,
  type: 'clinic',
  name,
  summary: `${name} at the pool.`,
  starts_at: '+60d 09:00',
  ends_at: '+60d 11:00',
  online_event: true,
  status: 'published',
  options: [{ key: 'lane', name: 'One lane', cost: 20, spots_total: 'unlimited' }],
  ...change,
})
const swims = {
  key: 'ten',
  name: 'Ten swims',
  description: 'Open lanes, every day.',
  cost: 120,
  include_fee: true,
  allocated_amount: 10,
  expiry_amount: 12,
  expiry_period: 'month',
  terms: 'Bring your card.',
}
const file = {
  program,
  name: 'Pack Pool',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  language: 'en',
  languages: ['en', 'fr'],
  country: 'CA',
  email: 'hello@pool.example',
  features: { online_payments: true, sessions: true, memberships: true },
  preferences: { session_packages_text: 'Come when **you** like.', default_membership_terms: 'Stop any month.' },
  selling: { fee: { percent: 2.5, fixed: 0.5 }, taxes: [{ name: 'HST', percent: 13 }] },
  session_packages: [swims, { ...swims, key: 'dawn', name: 'Dawn card', cost: 80, is_discontinued: true }],
  membership_packages: [
    { key: 'pass', name: 'Swim pass', billing_period: 'month', cost: 45, include_fee: true, is_unlimited: true },
    {
      key: 'year',
      name: 'Year at the pool',
      billing_period: 'year',
      cost: 240,
      include_fee: true,
      allocated_amount: 4,
      allocated_period: 'month',
      allocate_credits_on_period: true,
    },
  ],
  events: [
    event('team', 'Team morning', {
      restrict_to: { session_packages: ['ten', 'dawn'], membership_packages: ['pass'] },
    }),
    event('night', 'Night swim', {
      preregistration_enabled: true,
      options: [{ key: 'lane', name: 'One lane', cost: 20, sale_starts_at: '+30d 09:00', spots_total: 'unlimited' }],
    }),
  ],
}
type Listed = { id: string; name: string; price: { cost: { major_value: number } } }
const idOf = async (name: string) =>
  (await made<{ data: Listed[] }>(`/explore/events?program_id=${program}`)).data.find((each) => each.name === name)
    ?.id ?? ''

test.beforeAll(() => applyProgram(file))

const pages = [
  {
    path: '/packages',
    en: [
      'Passes and memberships',
      'Ten swims',
      '$13.56 a visit',
      'Swim pass',
      '$22.60 a month',
      '4 visits a month',
      'Join',
    ],
    fr: ['Forfaits et abonnements', '13,56', 'la visite', 'par an', 'S’abonner'],
  },
  {
    path: '/packages/session',
    en: ['Passes', 'Good for 12 months', 'Team morning', '+ $15.60 HST'],
    fr: ['Forfaits de visites', 'Valable 12'],
  },
  {
    path: '/packages/membership',
    en: ['Memberships', 'As many visits as you like', 'Stop any month.'],
    fr: ['Abonnements', 'Autant de visites que vous voulez'],
  },
]
for (const { path, ...words } of pages)
  for (const lang of path === '/packages' ? (['en', 'fr'] as const) : (['en'] as const))
    test(`${path} shows the packages and their prices in ${lang}`, async ({ phone }) => {
      const answer = await phone.goto(`${here}${path}${lang === 'fr' ? '?lang=fr' : ''}`)
      const html = (await answer?.text()) ?? ''
      expect(await faultsOf(html)).toEqual([])
      for (const sentence of words[lang]) expect(html).toContain(sentence)
      expect(html).not.toContain('Dawn card')
      await expect(phone.locator('header .bar [aria-current=page]')).toHaveText(lang === 'en' ? 'Passes' : 'Forfaits')
      const isSold = path !== '/packages/membership'
      await expect(phone.locator('main a[href*="/cart?session_package_id=spk_"]')).toHaveCount(isSold ? 1 : 0)
      const joined = phone.locator('main a[href*="/cart?membership_package_id=mpk_"]')
      await expect(joined).toHaveCount(path === '/packages/session' ? 0 : 2)
      await isAccessible(phone)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
    })

test('the lists of session packages and of memberships show the same content in French', async ({ request }) => {
  for (const { path, fr } of pages.slice(1)) {
    const html = await (await request.get(`${here}${path}?lang=fr`)).text()
    expect([path, fr.filter((words) => !html.includes(words))]).toEqual([path, []])
  }
})

test('the structured data of a package has the API’s prices including tax', async ({ request }) => {
  const html = await (await request.get(`${here}/packages`)).text()
  const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '{}') as {
    '@graph': { name: string; url: string; offers: { price: number } }[]
  }
  const [visits, passes] = await Promise.all(
    ['session_packages', 'membership_packages'].map((kind) =>
      made<{ data: Listed[] }>(`/explore/programs/${program}/${kind}`),
    ),
  )
  const listed = [...(visits?.data ?? []), ...(passes?.data ?? [])]
  expect(data['@graph'].map(({ name, offers }) => [name, offers.price])).toEqual(
    listed.map(({ name, price }) => [name, Math.round(price.cost.major_value * 113) / 100]),
  )
  for (const { url } of data['@graph'])
    expect([
      url,
      (await request.get(url)).status(),
      (await (await request.get(url)).text()).includes(`id="${url.split('#')[1]}"`),
    ]).toEqual([url, 200, true])
  const addresses = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => address,
  )
  for (const { path } of pages) expect(addresses).toContain(`${site}${here}${path}`)
})

test('an event for members links to each package that covers it', async ({ phone }) => {
  await phone.goto(`${here}/evt/${await idOf('Team morning')}`)
  await expect(phone.getByText('You need one of these to book:')).toBeVisible()
  await expect(phone.getByText('Dawn card (no longer sold)')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Book with a pass or membership' })).toHaveAttribute(
    'href',
    /\/register$/,
  )
  await isAccessible(phone)
  await phone.getByRole('link', { name: 'Ten swims' }).click()
  await expect(phone).toHaveURL(/\/packages\/session\?page_of=(spk_\w+)#\1$/)
  await expect(phone.locator(':target')).toContainText('Ten swims')

  await phone.goto(`${here}/evt/${await idOf('Night swim')}`)
  await expect(phone.getByRole('link', { name: 'Tell us you’re interested' })).toHaveAttribute(
    'href',
    /\/evt\/evt_\w+\/waitlist\?option_id=opt_\w+$/,
  )
  await isAccessible(phone)
})

test('an event for members links to the list page that contains its package', async ({ phone }) => {
  const own = {
    ...file,
    program: `many-${program}`,
    session_packages: Array.from({ length: 23 }, (_, index) => ({
      ...swims,
      key: `card-${index}`,
      name: `Card ${index}`,
      cost: 10 + index,
    })),
  }
  await applyProgram({
    ...own,
    events: [event('late', 'Late swim', { restrict_to: { session_packages: ['card-21'] } })],
  })
  const [late] = (await made<{ data: Listed[] }>(`/explore/events?program_id=${own.program}`)).data
  await phone.goto(`/pg/${own.program}/evt/${late?.id}`)
  await phone.getByRole('link', { name: 'Card 21' }).click()
  await expect(phone.locator(':target')).toContainText('Card 21')
  await expect(phone.locator(':target')).toBeInViewport()
  await expect(phone.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${site}/pg/${own.program}/packages/session?skip=20`,
  )
  const data = JSON.parse((await phone.locator('script[type="application/ld+json"]').textContent()) ?? '{}') as {
    '@graph': { url: string }[]
  }
  for (const { url } of data['@graph']) expect(url).toMatch(/\?skip=20#spk_/)
})

test('a changed price of a package is shown to the next visitor', async ({ request }) => {
  const own = { ...file, program: `own-${program}` }
  const text = async (path: string) => (await request.get(`/pg/${own.program}${path}`)).text()
  const shows = async (price: string) =>
    expect(
      await Promise.all(
        ['', '/packages', '/packages/session'].map(async (path) =>
          (await text(path)).includes(path === '' ? `Ten swims: ${price}` : price),
        ),
      ),
    ).toEqual([true, true, true])
  await applyProgram(own)
  await shows('$135.60')
  await applyProgram({ ...own, session_packages: [{ ...swims, cost: 130 }, ...own.session_packages.slice(1)] })
  await shows('$146.90')

  await applyProgram({ ...own, features: { online_payments: true }, events: [] })
  expect(
    await Promise.all(pages.map(async ({ path }) => (await request.get(`/pg/${own.program}${path}`)).status())),
  ).toEqual([404, 404, 404])
  expect((await call(`/explore/programs/${own.program}/session_packages`)).status).toBe(404)
  expect(await text('')).not.toContain('/packages')
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain(`/pg/${own.program}/packages`)
  expect((await request.get(`${here}/packages/nothing`)).status()).toBe(404)
})
