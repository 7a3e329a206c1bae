import { randomUUID } from 'node:crypto'
import { goOnToPay, isPaid, like, payByCard, words } from '../fixtures/buying.ts'
import { made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { thumb } from '../fixtures/hands.ts'
import { faultsOf } from '../fixtures/html-faults.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { expect, fitsTheScreen, formScriptRuns, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { newOrder, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

// A separate program, because its prices change.
const shop = `shop-${randomUUID().slice(0, 8)}`
const here = `/pg/${shop}`
const file = {
  program: shop,
  name: 'Shop Camps',
  timezone: 'America/Toronto',
  default_currency: 'CAD',
  languages: ['en', 'fr'],
  country: 'CA',
  features: { online_payments: true, products: true },
  preferences: { promote_products: true, store_front_text: 'Ask at the **desk**.' },
  selling: { fee: { percent: 0, fixed: 1 }, taxes: [{ name: 'HST', percent: 13 }] },
  categories: [
    { key: 'wear', name: 'To wear' },
    { key: 'warm', name: 'Warm things', parent: 'wear' },
    { key: 'eat', name: 'To eat' },
  ],
  products: [
    {
      key: 'shirt',
      name: 'Blue shirt',
      category: 'wear',
      description: 'With <b>letters</b>.',
      return_days: 30,
      variations: [
        { key: 's', name: 'Small', cost: 24 },
        { key: 'm', name: 'Medium', cost: 24 },
        { key: 'xl', name: 'Very large', cost: 29.5 },
      ],
    },
    {
      key: 'hat',
      name: 'Wool hat',
      category: 'warm',
      sale_starts_at: '+90d 09:00',
      variations: [{ key: 'one', name: 'One size', cost: 18 }],
    },
    {
      key: 'lunch',
      type: 'meal',
      name: 'Hot lunch',
      category: 'eat',
      variations: [{ key: 'one', name: 'A week', cost: 45, confirm_text: 'Tell the kitchen a week before.' }],
    },
    { key: 'suit', type: 'rental', name: 'Wetsuit', variations: [{ key: 'one', name: 'A week', cost: 35 }] },
  ],
  events: [
    {
      key: 'canoe',
      type: 'camp',
      name: 'Canoe days',
      summary: 'By the lake.',
      starts_at: '+60d 09:00',
      ends_at: '+60d 16:00',
      online_event: true,
      status: 'published',
      promoted_products: ['lunch', 'hat', 'shirt'],
      options: [{ key: 'full', name: 'Full day', cost: 120, spots_total: 'unlimited' }],
    },
  ],
}
type Product = {
  id: string
  name: string
  variations: { name: string; on_sale: boolean; price: { cost: { major_value: number; currency_code: string } } }[]
}

test.beforeAll(() => applyProgram(file))

test.describe('the store of a program', () => {
  test('the store shows every price with its components', async ({ phone }) => {
    await phone.goto(here)
    await expect(phone.getByRole('heading', { name: 'From the store' })).toBeVisible()
    await expect(phone.locator('dl.lines').first()).toContainText(/Blue shirt\s*from \$28\.25\s*Hot lunch\s*\$51\.98/)
    await phone.getByRole('link', { name: 'Open the store' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Store')
    await expect(phone.getByText('Small, Medium')).toBeVisible()
    await expect(phone.getByText(/\$24\.00 \+ \$1\.00 booking fee \+ \$3\.25 HST/).first()).toBeVisible()
    await expect(phone.getByText('With <b>letters</b>.')).toBeVisible()
    await expect(phone.getByText(/On sale from /)).toBeVisible()
    await isAccessible(phone)
    await phone.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'To wear' }).click()
    await expect(phone.getByRole('heading', { level: 3 })).toHaveText(['Blue shirt', 'Wool hat'])
    await phone.getByRole('link', { name: 'Everything' }).click()
    await expect(phone.getByRole('heading', { level: 3 })).toHaveCount(4)
    await expect(phone.getByRole('main').getByRole('button', { name: /^Choose/ })).toHaveCount(3)
  })

  for (const query of ['?store=all', '?store=all&lang=fr', '?store=all&skip=24'])
    test(`the store at ${query} is valid, accessible, and fits a small screen`, async ({ phone, request }) => {
      expect(await faultsOf(await (await request.get(here + query)).text())).toEqual([])
      await phone.setViewportSize({ width: 320, height: 640 })
      await phone.goto(here + query)
      await isAccessible(phone)
      await fitsTheScreen(phone)
    })

  test('the structured data of the store equals the API response', async ({ request }) => {
    const { data } = (await (await request.get(`/api/v2/explore/programs/${shop}/products`)).json()) as {
      data: Product[]
    }
    const html = await (await request.get(`${here}?store=all`)).text()
    const list = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '{}') as {
      itemListElement: {
        item: {
          name: string
          url: string
          offers: { name: string; price: number; priceCurrency: string; availability: string }[]
        }
      }[]
    }
    // The price with the fee of a dollar and 13 % tax on both.
    const allIn = (cost: number) => Math.round((cost + 1) * 113) / 100
    const offersOf = ({ variations }: Product) =>
      variations.map(({ name, on_sale, price }) => [
        name,
        allIn(price.cost.major_value),
        price.cost.currency_code,
        on_sale,
      ])
    const received = list.itemListElement.map(({ item }) => ({
      name: item.name,
      offers: item.offers.map((offer) => [
        offer.name,
        offer.price,
        offer.priceCurrency,
        offer.availability.endsWith('/InStock'),
      ]),
    }))
    expect(received.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      data
        .map((product) => ({ name: product.name, offers: offersOf(product) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    )
    for (const { item } of list.itemListElement) expect(html).toContain(`id="${new URL(item.url).hash.slice(1)}"`)
  })

  test('an event shows the products that it promotes while they are on sale', async ({ phone }) => {
    const [event] = (await made<{ data: { id: string }[] }>(`/explore/events?program_id=${shop}`)).data
    await phone.goto(`${here}/evt/${event?.id}`)
    const section = phone.locator('section[aria-labelledby=store]')
    await expect(section.getByRole('heading', { level: 3 })).toHaveText(['Hot lunch', 'Blue shirt'])
    await expect(section.getByText('Tell the kitchen a week before.')).toBeVisible()
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await section.getByRole('link', { name: 'Hot lunch' }).click()
    await expect(phone.getByRole('heading', { name: 'Hot lunch' })).toBeInViewport()
  })

  test('a product link opens the page of the store that contains it', async ({ phone, browser, request }) => {
    const own = `many-${shop}`
    const many = Array.from({ length: 30 }, (_, index) => ({
      key: `cup-${index}`,
      name: `Cup ${index}`,
      variations: [{ key: 'one', name: 'One size', cost: 9 }],
    }))
    await applyProgram({
      ...file,
      program: own,
      products: many,
      events: [{ ...file.events[0], promoted_products: ['cup-28', 'cup-2'] }],
    })
    const [event] = (await made<{ data: { id: string }[] }>(`/explore/events?program_id=${own}`)).data
    await phone.goto(`/pg/${own}/evt/${event?.id}?lang=fr`)
    await phone.getByRole('link', { name: 'Cup 28' }).click()
    await expect(phone.getByRole('heading', { name: 'Cup 28' })).toBeInViewport()
    await expect(phone.getByText('Page 2 de 2')).toBeAttached()
    await expect(phone.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      `${site}/pg/${own}?store=all&skip=24&lang=fr`,
    )
    const landed = phone.url()
    await phone.getByRole('link', { name: 'English' }).click()
    await expect(phone.getByRole('heading', { name: 'Cup 28' })).toBeAttached()

    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await plain.goto(landed)
    await expect(plain.getByRole('heading', { name: 'Cup 28' })).toBeInViewport()
    await plain.context().close()
    const html = await (await request.get(landed)).text()
    for (const [, address = ''] of html.matchAll(/"url":"([^"]*#prd_[^"]*)"/g))
      expect(await (await request.get(address)).text()).toContain(`id="${address.split('#')[1]}"`)
    expect(await (await request.get(`/pg/${own}?store=all&page_of=prd_none`)).text()).toContain('Cup 0')
  })

  test('the explore page links to the store while a product is on sale', async ({ request }) => {
    const own = `soon-${shop}`
    const [shirt, hat] = file.products
    const stands = async (products: unknown[]) => {
      await applyProgram({
        ...file,
        program: own,
        categories: [
          { key: 'wear', name: 'To wear' },
          { key: 'warm', name: 'Warm things' },
        ],
        products,
        events: [],
      })
      const html = await (await request.get(`/pg/${own}`)).text()
      const list = await (await request.get('/sitemap.xml')).text()
      return [
        /Open the store/.test(html),
        /Wool hat<\/span><br><span class="fine muted">On sale from [^<]*<\/span><\/dt><dd>\$21\.47</.test(html),
        html.includes('Blue shirt'),
        list.includes(`${own}?store=all<`),
      ]
    }
    expect(await stands([hat])).toEqual([true, true, false, true])
    expect(await stands([hat, shirt])).toEqual([true, false, true, true])
    expect(await stands([{ ...shirt, is_closed: true }])).toEqual([false, false, false, false])
    expect(await (await request.get(`/pg/${own}?store=all`)).text()).toContain('Not on sale right now')
    expect(await stands([])).toEqual([false, false, false, false])
    expect(await (await request.get(`/pg/${own}?store=all`)).text()).toContain('Nothing here at the moment')
  })

  test('a closed store disappears for the next visitor', async ({ request }) => {
    const [event] = (await made<{ data: { id: string }[] }>(`/explore/events?program_id=${shop}`)).data
    const pages = [here, `${here}?store=all`, `${here}/evt/${event?.id}`]
    const holds = async (words: RegExp) =>
      Promise.all(pages.map(async (page) => words.test(await (await request.get(page)).text())))
    expect(await holds(/\$51\.98/)).toEqual([true, true, true])
    const [shirt, hat, lunch, suit] = file.products
    await applyProgram({
      ...file,
      products: [shirt, hat, { ...lunch, variations: [{ key: 'one', name: 'A week', cost: 47 }] }, suit],
    })
    expect([await holds(/\$51\.98/), await holds(/\$54\.24/)]).toEqual([
      [false, false, false],
      [true, true, true],
    ])
    await applyProgram({ ...file, features: { online_payments: true } })
    expect(await holds(/From the store|Open the store/)).toEqual([false, false, false])
    expect([
      (await request.get(`${here}?store=all`)).status(),
      (await request.get(`/api/v2/explore/programs/${shop}/products`)).status(),
    ]).toEqual([404, 404])
    await applyProgram(file)
    expect((await request.get(`${here}?store=cat_none`)).status()).toBe(404)
  })
})

test('a parent buys a lunch with a child’s camp in one payment', async ({ phone }) => {
  test.setTimeout(120_000)
  const family = await newFamily()
  const order = await newOrder(family, await placeOf('Moonlight Snowshoes', 'One pair'))
  await logIn(phone, family, `/pg/${program}/cart`)
  // The cart's URL opens its checkout.
  await expect(phone).toHaveURL(new RegExp(`/checkout/${order.id}$`))
  await phone.goto(`/pg/${program}?store=all`)
  const lunch = phone.getByRole('form', { name: 'Choose: Hot lunch for a week' })
  await lunch.getByLabel('Which one?').selectOption({ label: 'Vegetarian' })
  await lunch.getByRole('button').click()

  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Add to cart')
  await expect(phone.getByText('By adding it, you agree: The kitchen needs to know a week ahead.')).toBeVisible()
  await phone.getByLabel('Quantity').selectOption('2')
  await isAccessible(phone)
  await fitsTheScreen(phone)
  await phone.getByRole('main').getByRole('button', { name: 'Add to cart' }).click()

  await expect(phone).toHaveURL(new RegExp(`/checkout/${order.id}`))
  await expect(phone.getByRole('heading', { name: 'Hot lunch for a week, Vegetarian' })).toBeVisible()
  const quantity = phone.getByLabel('Quantity Hot lunch for a week, Vegetarian')
  await expect(quantity).toBeEnabled()
  await expect(quantity).toHaveValue('2')
  await isAccessible(phone)
  await quantity.selectOption('1')
  await expect(phone.locator('dl.lines')).toContainText('One item')
  await payByCard({ page: phone, hands: thumb, lang: 'en' }, '4242 4242 4242 4242')
  await isPaid({ page: phone, hands: thumb, lang: 'en' })
  await expect(phone.getByRole('heading', { name: 'From the store' })).toBeVisible()
  await expect(phone.locator('section[aria-labelledby=products]')).toContainText('1 piece')
  expect((await mailTo(family.email, /Moonlight Snowshoes/)).text).toContain('Hot lunch for a week, Vegetarian')
})

for (const lang of ['en', 'fr'] as const)
  test(`a parent adds a shirt and a lunch in the registration form, in ${lang}`, async ({ phone }) => {
    test.setTimeout(120_000)
    const text = words[lang].registration
    const activity = { page: phone, hands: thumb, lang }
    const family = await newFamily({ language: lang })
    const [event] = (await made<{ data: { id: string }[] }>(`/explore/events?program_id=${shop}`)).data
    const query = lang === 'fr' ? '?lang=fr' : ''
    await logIn(phone, family, `${here}/evt/${event?.id}/register${query}`)
    const children = phone.locator('input[type=checkbox][name$=".comes"]')
    await formScriptRuns(phone)
    await thumb.tick(children.nth(0))
    await thumb.tick(children.nth(1))
    const maya = phone.getByRole('group', { name: text.addOnsFor.replace('{name}', 'Maya') })
    const samuel = phone.getByRole('group', { name: text.addOnsFor.replace('{name}', 'Samuel') })
    const folded = (name: string) =>
      phone.locator('summary').filter({ hasText: text.addOnsFor.replace('{name}', name) })
    await expect(maya).toHaveCount(0)
    await expect(folded('Maya')).toContainText(text.optionalPart)
    for (const name of ['Maya', 'Samuel']) await thumb.press(folded(name))
    await thumb.choose(maya.getByLabel(/^Blue shirt/).first(), /Medium/)
    await thumb.choose(maya.getByLabel(text.howMany.replace('{product}', 'Blue shirt')), '2')
    await thumb.choose(samuel.getByLabel(/^Hot lunch/).first(), like(text.oneAddOn))
    await expect(samuel.getByText(text.addOnTerms.replace('{text}', 'Tell the kitchen a week before.'))).toBeVisible()
    // Two places of 120, two shirts of 24 and a lunch of 45, a fee of a dollar for each piece, and 13 % tax on all of
    // it.
    await expect(phone.locator('aside .price.big')).toContainText(lang === 'fr' ? /381,94/ : /381\.94/)
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await goOnToPay(activity)

    const order = phone.locator('aside.panel .items > li')
    await expect(order).toHaveCount(4)
    await expect(order.filter({ hasText: 'Blue shirt, Medium' })).toContainText('Maya Roy')
    await expect(order.filter({ hasText: 'Hot lunch' })).toContainText('Samuel Roy')
    await expect(phone.locator('dd.sum').first()).toContainText(lang === 'fr' ? /381,94/ : /381\.94/)
    await isAccessible(phone)
    await phone.goBack()
    await expect(folded('Maya')).toContainText(text.productsAdded.one.replace('{count}', '1'))
    await thumb.press(folded('Maya'))
    await expect(maya.getByLabel(/^Blue shirt/).first()).toHaveValue(/^var_/)
    await goOnToPay(activity)
    await expect(order).toHaveCount(4)
    await payByCard(activity, '4242 4242 4242 4242')
    await isPaid(activity)
    const bought = phone.locator('section[aria-labelledby=products]')
    await expect(bought).toContainText(/Blue shirt, Medium[\s\S]*2[\s\S]*Maya Roy/)
    expect((await mailTo(family.email, /Canoe days/)).text).toContain('2 × Blue shirt, Medium, Maya Roy')
  })

for (const lang of ['en', 'fr'] as const)
  test(`a customer returns a shirt on the order page, in ${lang}`, async ({ phone }) => {
    test.setTimeout(120_000)
    const text = words[lang].store
    const activity = { page: phone, hands: thumb, lang }
    const family = await newFamily({ language: lang })
    const { data } = await made<{ data: Product[] }>(`/explore/programs/${shop}/products?search=shirt`)
    const shirt = data[0]?.id ?? ''
    const query = lang === 'fr' ? '&lang=fr' : ''
    await logIn(phone, family, `${here}?store=all${query}`)
    await phone.locator(`[id="${shirt}"]`).getByRole('button').click()
    await phone.getByRole('main').getByRole('button', { name: text.toCart }).click()
    await phone.waitForURL(/\/checkout\/ord_/)
    await payByCard(activity, '4242 4242 4242 4242')
    await isPaid(activity)

    await phone.getByText(text.giveBack, { exact: false }).first().click()
    // 24.00, the fee of a dollar, and 13 % tax on both.
    const amount = lang === 'fr' ? /28,25/ : /28\.25/
    await expect(phone.locator('details[open] form b')).toContainText(amount)
    await isAccessible(phone)
    await fitsTheScreen(phone)
    await phone.locator('details[open]').getByRole('button', { name: text.giveBack }).click()
    await expect(phone.getByText(text.givenBack, { exact: true })).toBeVisible()
    await expect(phone.getByText(text.giveBack, { exact: true })).toHaveCount(0)
    await isAccessible(phone)
    const mail = await mailTo(family.email, lang === 'fr' ? /^Rendu/ : /^Returned/)
    expect(mail.text).toContain('Blue shirt, Small')
    expect(mail.text).toMatch(amount)
  })
