import { hourMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Product, ProductCategory, ProductVariation, StoreProduct } from '../../contract/offering/product.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { countTrips } from '../../test-bench/counted-trips.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { makeCategory, makeProduct, type ProductInput } from '../../test-bench/store.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeStore()
})
const makeStore = (input: Parameters<typeof makeProgram>[1] = {}) =>
  makeProgram(bench, { ...input, features: { products: true }, preferences: { promote_products: true } })
const read = async <Body>(path: string, headers: Record<string, string> = {}) => {
  const answer = await bench.call(path, { headers })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (answer.status === 304 ? null : await answer.json()) as Body,
  }
}
const v1 = (id: string, query = '') => read<List<Product>>(`/v1/explore/programs/${id}/products${query}`)
const v2 = (id: string, query = '') => read<List<StoreProduct>>(`/v2/explore/programs/${id}/products${query}`)
const names = ({ body }: { body: List<{ name: string }> }) => body.data.map(({ name }) => name)

describe('GET v1 explore/programs/{program_id}/products', () => {
  it('returns 200 with every field of a product', async () => {
    const own = await makeStore()
    const category = await makeCategory(bench, own)
    const { product_id, variation_ids } = await makeProduct(bench, {
      programId: own,
      categoryId: category,
      description: 'Soft',
      saleEndsAt: bench.now() + hourMs,
      variations: [{ name: 'S' }, { name: 'Gone', isRemoved: true }, { name: 'M' }],
    })
    const { status, body } = await v1(own)
    const now = new Date(bench.now()).toISOString()
    expect([status, body.total, body.data]).toEqual([
      200,
      1,
      [
        {
          id: product_id,
          object: 'product',
          program_id: own,
          type: 'merchandise',
          name: 'Camp shirt',
          picture_url: null,
          description: 'Soft',
          category_id: category,
          variation_ids: [variation_ids[0], variation_ids[2]],
          on_sale: true,
          sale_starts_at: null,
          sale_ends_at: new Date(bench.now() + hourMs).toISOString(),
          pickup_text: null,
          return_days: null,
          currency: 'CAD',
          created: now,
          updated: now,
        },
      ],
    ])
  })

  it('products can be filtered by words, kind and id', async () => {
    const own = await makeStore()
    await makeProduct(bench, { programId: own, name: 'Écharpe', description: 'Wool', position: 0 })
    const paddle = await makeProduct(bench, { programId: own, name: 'Paddle', type: 'rental', position: 1 })
    await makeProduct(bench, { programId: own, name: 'Lunch', type: 'meal', position: 2 })
    await makeProduct(bench, { programId: own, name: 'Old paddle', isRemoved: true })
    const results = async (query: string) => names(await v1(own, query))
    expect(
      await Promise.all(
        [
          '',
          '?search=echarpe',
          '?search=woo',
          '?product_type=rental&product_type=meal',
          `?product_id=${paddle.product_id}`,
          `?product_id=${paddle.product_id}&search=lunch`,
          '?search=paddle',
          '?search=%25',
        ].map(results),
      ),
    ).toEqual([
      ['Écharpe', 'Paddle', 'Lunch'],
      ['Écharpe'],
      ['Écharpe'],
      ['Paddle', 'Lunch'],
      ['Paddle'],
      [],
      ['Paddle'],
      [],
    ])
  })

  it('products are paged in the order of the store', async () => {
    const own = await makeStore()
    for (const [position, name] of ['B', 'C', 'A'].entries())
      await makeProduct(bench, { programId: own, name, position })
    const results = async (query: string) => names(await v1(own, query))
    expect(
      await Promise.all(
        [
          '?limit=2',
          '?limit=2&skip=2',
          '?sort=name',
          '?sort=name&order=desc',
          '?limit=0',
          '?sort=created&limit=1&skip=9',
        ].map(results),
      ),
    ).toEqual([['B', 'C'], ['A'], ['A', 'B', 'C'], ['C', 'B', 'A'], [], []])
    expect((await v1(own, '?limit=2&skip=2')).body).toMatchObject({
      count: 1,
      total: 3,
      page: 1,
      page_count: 2,
      access_limited: false,
    })
  })

  it.each<[string, Omit<ProductInput, 'programId'>, boolean]>([
    ['is open', {}, true],
    ['was closed', { isClosed: true }, false],
    ['is on sale from this moment', { saleStartsAt: 0 }, true],
    ['is on sale later', { saleStartsAt: 1 }, false],
    ['is in its last moment', { saleEndsAt: 0 }, true],
    ['was on sale earlier', { saleStartsAt: -2, saleEndsAt: -1 }, false],
    ['has one of two variations left', { variations: [{ isClosed: true }, {}] }, true],
    ['has only closed variations', { variations: [{ isClosed: true }] }, false],
    ['has an open variation that was removed', { variations: [{ isClosed: true }, { isRemoved: true }] }, false],
  ])(
    'a product that %s has the sale fields and the filter of %o',
    async (_, { saleStartsAt, saleEndsAt, ...input }, expected) => {
      const own = await makeStore()
      await makeProduct(bench, {
        programId: own,
        ...input,
        ...(saleStartsAt === undefined ? {} : { saleStartsAt: bench.now() + saleStartsAt }),
        ...(saleEndsAt === undefined ? {} : { saleEndsAt: bench.now() + saleEndsAt }),
      })
      const [all, on, off] = await Promise.all([v2(own), v1(own, '?on_sale=true'), v1(own, '?on_sale=false')])
      expect([
        all.body.data[0]?.on_sale,
        on.body.total,
        off.body.total,
        all.body.data[0]?.variations.some(({ on_sale }) => on_sale),
      ]).toEqual([expected, expected ? 1 : 0, expected ? 0 : 1, expected])
    },
  )
})

describe('GET v1 explore/programs/{program_id}/products/{product_id}', () => {
  it('returns 200 with the price, fee and tax of each variation', async () => {
    const own = await makeStore({
      selling: {
        fee: { percent: 250, fixed: 50, included: false },
        taxes: [{ name: 'HST', percent: 1300, included: false }],
      },
    })
    const { product_id, variation_ids } = await makeProduct(bench, {
      programId: own,
      variations: [
        { name: 'M', cost: 2000, confirmText: 'Cannot be returned.' },
        { name: 'S', cost: 3000, isClosed: true },
      ],
    })
    const list = async (query = '') =>
      (await read<List<ProductVariation>>(`/v1/explore/programs/${own}/products/${product_id}${query}`)).body
    expect((await list()).data[0]).toEqual({
      id: variation_ids[0],
      object: 'product_variation',
      product_id,
      name: 'M',
      confirm_text: 'Cannot be returned.',
      on_sale: true,
      available_stock: null,
      is_sold_out: false,
      price: {
        cost: { value: 2000, currency_code: 'CAD', major_value: 20, display: '$20.00', language: 'en' },
        fee: expect.objectContaining({ value: 100 }),
        tax: expect.objectContaining({ value: 273 }),
      },
    })
    const order = async (query: string) => (await list(query)).data.map(({ name }) => name)
    expect(
      await Promise.all(['', '?order=desc', '?sort=name', '?sort=cost&order=desc', '?skip=1', '?limit=1'].map(order)),
    ).toEqual([['M', 'S'], ['S', 'M'], ['M', 'S'], ['S', 'M'], ['S'], ['M']])
    const one = await read<ProductVariation>(`/v1/explore/programs/${own}/products/${product_id}/${variation_ids[1]}`, {
      'Accept-Language': 'fr',
    })
    expect([one.status, one.body.on_sale, one.body.price.cost.display]).toEqual([200, false, '30,00\u00a0$'])
  })

  it('returns 404 for an unknown or removed product', async () => {
    const [one, other] = [
      await makeProduct(bench, { programId }),
      await makeProduct(bench, { programId, variations: [{ isRemoved: true }] }),
    ]
    const gone = await makeProduct(bench, { programId, isRemoved: true })
    const elsewhere = await makeStore()
    const paths = [
      `${programId}/products/prd_none`,
      `${programId}/products/${gone.product_id}`,
      `${elsewhere}/products/${one.product_id}`,
      `${programId}/products/${other.product_id}/${one.variation_ids[0]}`,
      `${programId}/products/${other.product_id}/${other.variation_ids[0]}`,
      `${programId}/products/%3Cb%3E`,
    ]
    for (const path of paths) expect([path, (await read(`/v1/explore/programs/${path}`)).status]).toEqual([path, 404])
    for (const id of ['prd_none', gone.product_id])
      expect((await read(`/v2/explore/programs/${programId}/products/${id}`)).status).toBe(404)
    expect((await read(`/v2/explore/programs/${elsewhere}/products/${one.product_id}`)).status).toBe(404)
  })
})

describe('GET v2 explore/programs/{program_id}/products', () => {
  it('returns 200 with the variations inside the product', async () => {
    const { product_id, variation_ids } = await makeProduct(bench, {
      programId,
      name: 'Whole',
      variations: [{}, { name: 'Large', cost: 2600 }],
    })
    const [all, one, old] = await Promise.all([
      v2(programId, `?id=${product_id}`),
      read<StoreProduct>(`/v2/explore/programs/${programId}/products/${product_id}`),
      v1(programId, `?product_id=${product_id}`),
    ])
    const { variations, ...rest } = one.body
    expect([all.body.data, rest]).toEqual([[one.body], old.body.data[0]])
    expect(variations).toEqual(
      (await read<List<ProductVariation>>(`/v1/explore/programs/${programId}/products/${product_id}`)).body.data,
    )
    expect(variations.map(({ id }) => id)).toEqual(variation_ids)
  })

  it('a category contains the products of its subcategories', async () => {
    const own = await makeStore()
    const clothes = await makeCategory(bench, own)
    const warm = await makeCategory(bench, own, { parentId: clothes })
    const hats = await makeCategory(bench, own, { parentId: warm })
    for (const [position, [name, categoryId]] of (
      [
        ['Shirt', clothes],
        ['Jumper', warm],
        ['Hat', hats],
      ] as const
    ).entries())
      await makeProduct(bench, { programId: own, name, categoryId, position })
    await makeProduct(bench, { programId: own, name: 'Dry bag', position: 3 })
    const results = async (query: string) => names(await v2(own, query))
    expect(
      await Promise.all(
        [
          '',
          `?category_id=${clothes}`,
          `?category_id=${clothes}&category_id=${hats}`,
          `?parent_id=${clothes}`,
          `?parent_id=${hats}`,
          `?parent_id=${clothes}&category_id=${hats}`,
          `?parent_id=${clothes}&search=jump`,
          '?parent_id=cat_none',
        ].map(results),
      ),
    ).toEqual([
      ['Shirt', 'Jumper', 'Hat', 'Dry bag'],
      ['Shirt'],
      ['Shirt', 'Hat'],
      ['Jumper', 'Hat'],
      [],
      ['Hat'],
      ['Jumper'],
      [],
    ])
  })

  it('the promoted products of an event are in its order', async () => {
    const own = await makeStore()
    const [shown, draft] = [
      await makeEvent(bench, { programId: own }),
      await makeEvent(bench, { programId: own, status: 'draft' }),
    ]
    await makeProduct(bench, { programId: own, name: 'Towel', position: 2, eventIds: [shown.event_id] })
    await makeProduct(bench, { programId: own, name: 'Bag', position: 1, eventIds: [shown.event_id, draft.event_id] })
    await makeProduct(bench, { programId: own, name: 'Shirt' })
    const silent = await makeProgram(bench, { features: { products: true } })
    const { event_id } = await makeEvent(bench, { programId: silent })
    await makeProduct(bench, { programId: silent, eventIds: [event_id] })
    const results = async (id: string, event: string) => names(await v2(id, `?promoted_event_id=${event}`))
    expect([
      await results(own, shown.event_id),
      await results(own, draft.event_id),
      await results(own, 'evt_none'),
      await results(silent, event_id),
    ]).toEqual([['Bag', 'Towel'], [], [], []])
  })
})

describe('GET v2 explore/programs/{program_id}/products?page_of=', () => {
  it.each(['', '&order=desc', '&sort=name', '&sort=created&order=desc', '&search=shirt'])(
    'page_of with the query “%s” returns the page that contains the product',
    async (how) => {
      const own = await makeStore()
      for (let at = 0; at < 7; at += 1)
        await makeProduct(bench, {
          programId: own,
          name: at % 2 ? 'Shirt' : 'Camp shirt',
          position: Math.floor(at / 2),
        })
      await makeProduct(bench, { programId: own, name: 'Old shirt', isRemoved: true })
      const pages = await Promise.all(
        [0, 3, 6].map(async (skip) => (await v2(own, `?limit=3&skip=${skip}${how}`)).body),
      )
      for (const page of pages)
        for (const { id } of page.data)
          expect((await v2(own, `?limit=3&skip=99${how}&page_of=${id}`)).body).toEqual(page)
    },
  )

  it('page_of returns the first page for a product that is not in the list', async () => {
    const own = await makeStore()
    const gone = await makeProduct(bench, { programId: own, position: 9, isRemoved: true })
    const elsewhere = await makeProduct(bench, { programId, position: 9 })
    for (const name of ['A', 'B', 'C']) await makeProduct(bench, { programId: own, name, position: 1 })
    const meal = await makeProduct(bench, { programId: own, name: 'Lunch', position: 5 })
    for (const [id, more] of [
      [gone.product_id, ''],
      [elsewhere.product_id, ''],
      ['prd_none', ''],
      [meal.product_id, '&search=a'],
    ])
      expect((await v2(own, `?limit=2&page_of=${id}${more}`)).body.page).toBe(0)
    expect((await v2(own, `?limit=0&page_of=${meal.product_id}`)).body).toMatchObject({ count: 0, total: 4, page: 0 })
  })
})

describe('GET v1 explore/programs/{program_id}/product_categories', () => {
  it('returns 200 with the categories in the order of the store', async () => {
    const own = await makeStore()
    const clothes = await makeCategory(bench, own, { name: 'Clothes', position: 1 })
    const hats = await makeCategory(bench, own, { name: 'Hats', parentId: clothes, position: 0 })
    const list = async (query = '') =>
      names(await read<List<ProductCategory>>(`/v1/explore/programs/${own}/product_categories${query}`))
    expect(await Promise.all(['', '?sort=name', '?limit=1', '?order=desc&limit=1'].map(list))).toEqual([
      ['Hats', 'Clothes'],
      ['Clothes', 'Hats'],
      ['Hats'],
      ['Clothes'],
    ])
    expect((await read(`/v1/explore/programs/${own}/product_categories/${hats}`)).body).toEqual({
      id: hats,
      object: 'product_category',
      program_id: own,
      name: 'Hats',
      parent_id: clothes,
    })
    expect((await read(`/v1/explore/programs/${programId}/product_categories/${hats}`)).status).toBe(404)
  })
})

const calls = ['v1:products', 'v2:products', 'v1:product_categories'].map((each) => each.split(':') as [string, string])
describe('every call of a store', () => {
  it.each(calls)('%s %s: returns 404 when products are off and 304 when unchanged', async (version, name) => {
    const off = await makeProgram(bench)
    const { product_id, variation_ids } = await makeProduct(bench, { programId: off })
    const path = (id: string) => `/${version}/explore/programs/${id}/${name}`
    for (const address of [
      path(off),
      path('never-was'),
      `/v1/explore/programs/${off}/products/${product_id}`,
      `/v1/explore/programs/${off}/products/${product_id}/${variation_ids[0]}`,
      `/v2/explore/programs/${off}/products/${product_id}`,
    ])
      expect([address, (await read(address)).status]).toEqual([address, 404])
    const { headers } = await read(path(programId))
    expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual([
      'public, max-age=0, must-revalidate',
      expect.stringContaining('Accept-Language'),
    ])
    expect((await read(path(programId), { 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304)
  })

  it('the database is queried once', async () => {
    const category = await makeCategory(bench, programId)
    const { product_id, variation_ids } = await makeProduct(bench, { programId })
    const { event_id } = await makeEvent(bench, { programId })
    const here = `/explore/programs/${programId}`
    const addresses = [
      `/v1${here}/products?search=a&on_sale=true`,
      `/v1${here}/products/${product_id}`,
      `/v1${here}/products/${product_id}/${variation_ids[0]}`,
      `/v1${here}/product_categories`,
      `/v1${here}/product_categories/${category}`,
      `/v2${here}/products?parent_id=${category}&promoted_event_id=${event_id}&page_of=${product_id}`,
      `/v2${here}/products/${product_id}`,
    ]
    for (const address of addresses)
      expect([address, await countTrips(bench, address, {})]).toEqual([address, { status: 200, trips: 1 }])
  })

  it.each([
    ['v1', 'products', 'product_type=hat', 'product_type'],
    ['v1', 'products', 'on_sale=yes', 'on_sale'],
    ['v1', 'products', 'category_id=c', 'category_id'],
    ['v1', 'products', 'sort=price', 'sort'],
    ['v1', 'products', 'limit=101', 'limit'],
    ['v1', 'products', 'product_id=%00', 'product_id'],
    ['v1', 'products', `search=${'x'.repeat(201)}`, 'search'],
    ['v2', 'products', 'promoted_event_id=a%27b', 'promoted_event_id'],
    ['v2', 'products', 'product_type=rental', 'product_type'],
    ['v2', 'products', 'page_of=', 'page_of'],
    ['v1', 'products', 'page_of=prd_1', 'page_of'],
    ['v2', 'products', 'parent_id=a&parent_id=b', 'parent_id'],
    ['v1', 'product_categories', 'search=a', 'search'],
    ['v1', 'product_categories', 'skip=-1', 'skip'],
  ])('%s %s?%s: returns 400 with the parameter %s', async (version, name, query, param) => {
    expect(await read(`/${version}/explore/programs/${programId}/${name}?${query}`)).toMatchObject({
      status: 400,
      body: { param },
    })
  })
})
