import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../../contract/paging.ts'
import type { StoreProduct } from '../../../contract/offering/product.ts'
import { database } from '../../../platform/database/database.ts'
import { orderItems, orders } from '../../../platform/database/tables.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeCustomer, unique } from '../../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

type Product = NonNullable<WrittenFile['products']>[number]
const shirt: Product = {
  key: 'shirt',
  name: 'Shirt',
  category: 'warm',
  variations: [
    { key: 's', name: 'S', cost: 24 },
    { key: 'm', name: 'M', cost: 26.5, confirm_text: 'It is large.' },
  ],
}
const bag: Product = {
  key: 'bag',
  type: 'rental',
  name: 'Bag',
  sale_starts_at: '2027-02-01T09:00',
  sale_ends_at: '2027-09-01T09:00',
  variations: [{ key: 'one', name: 'One', cost: 0 }],
}
const event = (change: object = {}) => ({
  key: 'canoe',
  type: 'camp' as const,
  name: 'Canoe',
  summary: 'Five days',
  status: 'published' as const,
  online_event: true,
  starts_at: '2027-07-05T09:00',
  ends_at: '2027-07-09T16:00',
  options: [{ key: 'full', name: 'Full', cost: 320, spots_total: 30 }],
  promoted_products: ['bag', 'shirt'],
  ...change,
})
const storeFile = (): WrittenFile => ({
  ...shortestFile(),
  features: { products: true, online_payments: true },
  preferences: { promote_products: true, store_front_text: 'All of it waits at the desk.' },
  categories: [
    { key: 'wear', name: 'To wear' },
    { key: 'warm', name: 'Warm', parent: 'wear' },
  ],
  products: [shirt, bag],
  events: [event()],
})

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const real = (changes: { action: string; path: string }[]) =>
  changes.filter(({ action }) => action !== 'keep').map(({ action, path }) => `${action} ${path}`)
const exported = async (program: string) =>
  (await (await bench.call(`/v1/organiser/programs/${program}`, { headers: organiserHeaders })).json()) as WrittenFile
const shown = async (program: string, query = '') =>
  ((await (await bench.call(`/v2/explore/programs/${program}/products${query}`)).json()) as List<StoreProduct>).data
const names = async (program: string, query = '') => (await shown(program, query)).map(({ name }) => name)
const eventId = async (program: string) =>
  ((await (await bench.call(`/v1/explore/events?program_id=${program}`)).json()) as List<{ id: string }>).data[0]?.id ??
  ''

/** Sells a variation, directly in the database. */
async function sell(program: string, product: StoreProduct, cancelledAt: number | null = null): Promise<void> {
  const { identity, profileId } = await makeCustomer(bench, { programIds: [program] })
  const now = bench.now()
  const order_id = `ord_${unique()}`
  await database(bench.env.DB)
    .insert(orders)
    .values({
      id: order_id,
      program_id: program,
      customer_id: identity.customer_id,
      customer_profile_id: profileId(program),
      status: 'paid',
      currency: 'CAD',
      timezone: 'America/Toronto',
      created: now,
      updated: now,
    })
  await database(bench.env.DB)
    .insert(orderItems)
    .values({
      id: `itm_${unique()}`,
      order_id,
      position: 0,
      type: 'product_variation',
      product_id: product.id,
      product_name: product.name,
      product_variation_id: product.variation_ids[0] ?? '',
      quantity: 1,
      unit_amount: 2400,
      amount: 2400,
      cancelled_at: cancelledAt,
      created: now,
    })
}

describe('the store of a program file', () => {
  it('the store is shown with its texts and with the events that promote its products', async () => {
    const file = storeFile()
    expect((await putFile(bench, file)).plan.refusals).toEqual([])
    const [first, second] = await shown(file.program)
    expect(first).toMatchObject({
      name: 'Shirt',
      type: 'merchandise',
      on_sale: true,
      variations: [
        { name: 'S', price: { cost: { value: 2400 } } },
        { name: 'M', confirm_text: 'It is large.', price: { cost: { value: 2650 } } },
      ],
    })
    expect(second).toMatchObject({
      name: 'Bag',
      type: 'rental',
      on_sale: false,
      category_id: null,
      sale_starts_at: '2027-02-01T14:00:00.000Z',
      sale_ends_at: '2027-09-01T13:00:00.000Z',
    })
    expect(await names(file.program, `?promoted_event_id=${await eventId(file.program)}`)).toEqual(['Bag', 'Shirt'])
  })

  it('applying the export of a store changes nothing', async () => {
    const file = storeFile()
    await putFile(bench, file)
    expect(real((await putFile(bench, file)).plan.changes)).toEqual([])
    const written = await exported(file.program)
    expect(written).toMatchObject({
      categories: [
        { key: 'wear', name: 'To wear', parent: null },
        { key: 'warm', name: 'Warm', parent: 'wear' },
      ],
      preferences: { promote_products: true, store_front_text: 'All of it waits at the desk.' },
    })
    expect(real((await putFile(bench, written)).plan.changes)).toEqual([])
    expect(await exported(file.program)).toEqual(written)
  })

  it('a new price keeps every id and all other values', async () => {
    const file = storeFile()
    await putFile(bench, file)
    const before = await shown(file.program)
    bench.purged.length = 0
    bench.pass(1000)
    const { plan } = await putFile(bench, {
      ...file,
      products: [
        {
          ...shirt,
          variations: [
            { key: 's', name: 'S', cost: 25 },
            { key: 'm', name: 'M', cost: 26.5, confirm_text: 'It is large.' },
          ],
        },
        bag,
      ],
    })
    const after = await shown(file.program)
    expect([real(plan.changes), bench.purged]).toEqual([
      ['update products.shirt.variations.s.cost'],
      expect.arrayContaining([`program:${file.program}`]),
    ])
    expect([
      after[0]?.variations[0]?.price.cost.value,
      after.map(({ variation_ids }) => variation_ids),
      after.map(({ updated }, at) => updated === before[at]?.updated),
    ]).toEqual([2500, before.map(({ variation_ids }) => variation_ids), [false, true]])
  })

  it('the store is in the order of the file', async () => {
    const file = storeFile()
    await putFile(bench, file)
    const cap: Product = { key: 'cap', name: 'Cap', variations: [{ key: 'one', name: 'One', cost: 18 }] }
    await putFile(bench, { ...file, products: [cap, shirt, bag] })
    expect(await names(file.program)).toEqual(['Cap', 'Shirt', 'Bag'])
    expect(real((await putFile(bench, { ...file, products: [bag, cap, shirt] })).plan.changes)).toEqual([
      'update products',
    ])
    expect(await names(file.program)).toEqual(['Bag', 'Cap', 'Shirt'])
    expect(real((await putFile(bench, await exported(file.program))).plan.changes)).toEqual([])
  })

  it('another currency rewrites the amounts', async () => {
    const file = storeFile()
    await putFile(bench, {
      ...file,
      events: [],
      products: [{ ...shirt, variations: [{ key: 's', name: 'S', cost: 24 }] }],
    })
    await putFile(bench, {
      ...file,
      events: [],
      default_currency: 'JPY',
      products: [{ ...shirt, variations: [{ key: 's', name: 'S', cost: 2400 }] }],
    })
    expect((await shown(file.program))[0]?.variations[0]?.price.cost).toMatchObject({
      value: 2400,
      currency_code: 'JPY',
    })
  })

  it('a product that was never sold is removed', async () => {
    const file = storeFile()
    await putFile(bench, file)
    const before = await shown(file.program)
    const { plan } = await putFile(bench, {
      ...file,
      categories: [],
      products: [],
      events: [event({ promoted_products: [] })],
    })
    expect(real(plan.changes)).toEqual([
      'update events.canoe.promoted_products',
      'remove categories.wear',
      'remove categories.warm',
      'remove products.shirt',
      'remove products.bag',
    ])
    expect([await shown(file.program), (await exported(file.program)).products]).toEqual([[], []])
    await putFile(bench, file)
    expect((await shown(file.program)).map(({ id, variation_ids }) => [id, variation_ids])).toEqual(
      before.map(({ id, variation_ids }) => [id, variation_ids]),
    )
  })

  it.each<[string, (file: WrittenFile) => WrittenFile, string]>([
    [
      'a product',
      (file) => ({ ...file, products: [bag], events: [event({ promoted_products: [] })] }),
      'products.shirt',
    ],
    [
      'a variation',
      (file) => ({ ...file, products: [{ ...shirt, variations: [{ key: 'm', name: 'M', cost: 26.5 }] }, bag] }),
      'products.shirt.variations.s',
    ],
  ])('%s in an order cannot be removed but can be taken off sale', async (_, change, path) => {
    const file = storeFile()
    await putFile(bench, file)
    await sell(file.program, (await shown(file.program))[0] as StoreProduct)
    const before = await exported(file.program)
    const refused = await putFile(bench, change(file))
    expect([refused.status, refused.error.type, refused.error.param]).toEqual([409, 'state_conflict', path])
    expect(await exported(file.program)).toEqual(before)
    expect((await putFile(bench, { ...file, products: [{ ...shirt, is_closed: true }, bag] })).status).toBe(200)
    expect((await shown(file.program))[0]?.on_sale).toBe(false)
  })

  it('a product variation can be removed once its only order item was cancelled', async () => {
    const file = storeFile()
    await putFile(bench, file)
    await sell(file.program, (await shown(file.program))[0] as StoreProduct, bench.now())
    expect(
      (
        await putFile(bench, {
          ...file,
          products: [{ ...shirt, variations: [{ key: 'm', name: 'M', cost: 26.5 }] }, bag],
        })
      ).status,
    ).toBe(200)
    expect((await shown(file.program))[0]?.variations.map(({ name }) => name)).toEqual(['M'])
  })
})
