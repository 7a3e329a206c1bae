import { describe, expect, it } from 'vitest'
import { money } from '#contract/display-money'
import type { ProductVariation, StoreProduct } from '#contract/offering/product'
import { exampleProgram, exampleProgramContext, priceOf } from '../../example-program.ts'
import { isOver, offeredProducts, priceLines, priceRange, saleWords } from './product-words.ts'
import { categoryWithDescendants, readStorePage } from '../../../page-input/store-page.ts'
import { byShelf, shelvesInOrder } from './shelves.ts'
import { storeData } from './store-data.ts'

const now = Date.parse('2027-01-04T12:00:00Z')
const free = { cost: money(0, 'CAD', 'en'), fee: money(0, 'CAD', 'en'), tax: money(0, 'CAD', 'en') }
const variation = (name: string, cost: number, change: Partial<ProductVariation> = {}): ProductVariation => ({
  id: `var_${name}`,
  object: 'product_variation',
  product_id: 'prd_1',
  name,
  confirm_text: null,
  price: cost === 0 ? free : priceOf(cost),
  on_sale: true,
  available_stock: null,
  is_sold_out: false,
  ...change,
})
const product = (change: Partial<StoreProduct> = {}): StoreProduct => ({
  id: 'prd_1',
  object: 'product',
  program_id: 'lakeside',
  type: 'merchandise',
  name: 'Camp shirt',
  picture_url: null,
  description: null,
  category_id: null,
  variation_ids: [],
  on_sale: true,
  sale_starts_at: null,
  sale_ends_at: null,
  pickup_text: null,
  return_days: null,
  currency: 'CAD',
  created: '2026-11-01T12:00:00Z',
  updated: '2026-11-01T12:00:00Z',
  variations: [variation('S', 2400), variation('M', 2400)],
  ...change,
})
const plain = (words: string) => words.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the prices of a product', () => {
  it.each([
    {
      variations: [variation('S', 2400), variation('M', 2400), variation('Adult', 2850)],
      lines: [
        'S, M: $30.51 $24.00 + $3.00 booking fee + $3.51 HST',
        'Adult: $35.60 $28.50 + $3.00 booking fee + $4.10 HST',
      ],
      range: 'from $30.51',
    },
    {
      variations: [variation('One', 2850)],
      lines: ['One: $35.60 $28.50 + $3.00 booking fee + $4.10 HST'],
      range: '$35.60',
    },
    { variations: [variation('Sticker', 0)], lines: ['Sticker: Free '], range: 'Free' },
    {
      variations: [variation('S', 2400, { on_sale: false }), variation('M', 2600)],
      lines: ['S: $30.51 $24.00 + $3.00 booking fee + $3.51 HST', 'M: $32.77 $26.00 + $3.00 booking fee + $3.77 HST'],
      range: '$32.77',
    },
    {
      variations: [variation('S', 2400, { confirm_text: 'Wash it.' }), variation('M', 2400)],
      lines: ['S: $30.51 $24.00 + $3.00 booking fee + $3.51 HST', 'M: $30.51 $24.00 + $3.00 booking fee + $3.51 HST'],
      range: '$30.51',
    },
    {
      variations: [variation('S', 2400, { on_sale: false })],
      lines: ['S: $30.51 $24.00 + $3.00 booking fee + $3.51 HST'],
      range: '$30.51',
    },
  ])('the prices of a product are $lines, with the range $range', ({ variations, lines, range }) => {
    const shown = product({ variations })
    expect(
      priceLines(shown, exampleProgramContext('en')).map(({ names, price, parts }) =>
        plain(`${names}: ${price} ${parts}`),
      ),
    ).toEqual(lines)
    expect(plain(priceRange(shown, exampleProgramContext('en')))).toBe(range)
  })
})

describe('the sale status of a product', () => {
  it.each([
    { change: {}, over: false, en: null, fr: null },
    {
      change: { sale_ends_at: '2027-05-01T13:00:00Z' },
      over: false,
      en: 'On sale until May 1, 9 am (Toronto time)',
      fr: 'En vente jusqu’au 1er mai, 9 h (heure de Toronto)',
    },
    {
      change: { on_sale: false, sale_starts_at: '2028-05-01T13:00:00Z' },
      over: false,
      en: 'On sale from May 1, 2028, 9 am (Toronto time)',
      fr: 'En vente dès le 1er mai 2028, 9 h (heure de Toronto)',
    },
    {
      change: { on_sale: false, sale_ends_at: '2027-01-01T13:00:00Z' },
      over: true,
      en: 'No longer on sale',
      fr: 'N’est plus en vente',
    },
    {
      change: { on_sale: false, sale_starts_at: '2027-01-01T13:00:00Z' },
      over: true,
      en: 'Not on sale right now',
      fr: 'Pas en vente pour l’instant',
    },
  ])('the sale status reads $en', ({ change, over, en, fr }) => {
    expect(isOver(product(change), now)).toBe(over)
    expect(
      (['en', 'fr'] as const)
        .map((language) => saleWords(product(change), exampleProgramContext(language), now)?.words ?? null)
        .map((words) => words && plain(words)),
    ).toEqual([en, fr])
  })
})

describe('store products on other pages', () => {
  it('other pages name a few products on sale', () => {
    const [open, soon, over, closed] = [
      product({ id: 'open' }),
      product({ id: 'soon', on_sale: false, sale_starts_at: '2027-05-01T13:00:00Z' }),
      product({ id: 'over', on_sale: false, sale_ends_at: '2027-01-01T13:00:00Z' }),
      product({ id: 'closed', on_sale: false }),
    ]
    const named = (products: StoreProduct[]) => offeredProducts(products, now).map(({ id }) => id)
    expect([named([over, soon, closed]), named([open, open, open, open]), named([over, closed])]).toEqual([
      ['soon'],
      ['open', 'open', 'open'],
      [],
    ])
  })
})

const categories = [
  { id: 'warm', name: 'Warm', parent_id: 'wear' },
  { id: 'wear', name: 'To wear', parent_id: null },
  { id: 'hats', name: 'Hats', parent_id: 'warm' },
  { id: 'water', name: 'Water', parent_id: null },
]

describe('the categories of a store', () => {
  it('each category is followed by its subcategories', () => {
    expect(shelvesInOrder(categories)).toEqual([
      { id: 'wear', name: 'To wear', parent: null },
      { id: 'warm', name: 'Warm', parent: 'To wear' },
      { id: 'hats', name: 'Hats', parent: 'Warm' },
      { id: 'water', name: 'Water', parent: null },
    ])
  })

  it('a category includes its descendants, at any depth', () => {
    expect([categoryWithDescendants('wear', categories), categoryWithDescendants('hats', categories)]).toEqual([
      ['wear', 'warm', 'hats'],
      ['hats'],
    ])
  })

  it('every product is listed once, those without a category last', () => {
    const products = ['water', null, 'hats', 'water', 'gone'].map((category_id, index) => ({ id: index, category_id }))
    expect(
      byShelf(products, shelvesInOrder(categories)).map(({ shelf, products: these }) => [
        shelf?.id ?? null,
        these.map(({ id }) => id),
      ]),
    ).toEqual([
      ['hats', [2]],
      ['water', [0, 3]],
      [null, [1, 4]],
    ])
  })
})

describe('the URL of a store page', () => {
  it.each([
    ['', null],
    ['search=lake', null],
    ['store=all', { category: null, skip: 0, pageOf: null }],
    ['store=', { category: null, skip: 0, pageOf: null }],
    ['store=cat_1&skip=24', { category: 'cat_1', skip: 24, pageOf: null }],
    ['store=%3Cb%3E&skip=-1&page_of=%3Cb%3E', { category: null, skip: 0, pageOf: null }],
    ['store=all&page_of=prd_1', { category: null, skip: 0, pageOf: 'prd_1' }],
    ['page_of=prd_1', null],
  ])('the URL ?%s opens %o of the store', (query, shelf) =>
    expect(readStorePage(new URLSearchParams(query))).toEqual(shelf),
  )
})

describe('the store for search engines', () => {
  const dataOf = (shown: StoreProduct) =>
    (
      storeData([shown], {
        seller: 'Lakeside Camps',
        selling: exampleProgram.selling,
        now,
        addressOf: (id) => `https://x.example/#${id}`,
        pictureOf: () => 'https://x.example/p.svg',
      }) as { itemListElement: { item: { offers: Record<string, unknown>[] } }[] }
    ).itemListElement[0]?.item

  it('structured data has an offer for every variation', () => {
    expect(
      dataOf(
        product({
          description: 'Soft',
          sale_ends_at: '2027-05-01T13:00:00Z',
          variations: [variation('S', 2450), variation('M', 2600, { on_sale: false })],
        }),
      ),
    ).toEqual({
      '@type': 'Product',
      name: 'Camp shirt',
      description: 'Soft',
      image: ['https://x.example/p.svg'],
      url: 'https://x.example/#prd_1',
      offers: [
        {
          '@type': 'Offer',
          name: 'S',
          url: 'https://x.example/#prd_1',
          price: 31.08,
          priceCurrency: 'CAD',
          availability: 'https://schema.org/InStock',
          priceValidUntil: '2027-05-01T13:00:00Z',
          seller: { '@type': 'Organization', name: 'Lakeside Camps' },
        },
        expect.objectContaining({ name: 'M', price: 32.77, availability: 'https://schema.org/OutOfStock' }),
      ],
    })
  })

  it.each([
    [{ on_sale: false, sale_starts_at: '2027-05-01T13:00:00Z' }, 'PreOrder'],
    [{ on_sale: false, sale_ends_at: '2027-01-01T13:00:00Z' }, 'Discontinued'],
    [{ on_sale: false }, 'OutOfStock'],
  ])('the structured data of a product with %o has the availability %s', (change, expected) => {
    expect(
      dataOf(product({ ...change, variations: [variation('S', 2400, { on_sale: false })] }))?.offers.map(
        ({ availability }) => availability,
      ),
    ).toEqual([`https://schema.org/${expected}`])
  })
})
