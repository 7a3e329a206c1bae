import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'
import { plainCanoe } from '../../../test-bench/small-file.ts'

const noWay = /no way to pay it. Turn on features.online_payments or selling.offline/
const cards = { features: { online_payments: true, discounts: true, products: true } }
const later = { selling: { offline: true, offline_instructions: 'Pay at the office.' } }
/** A program in euros with a price and a code that leave less than a card can be charged. */
const euros = (more: Partial<WrittenFile>): WrittenFile => ({
  ...shortestFile(),
  default_currency: 'EUR',
  features: {},
  events: [
    {
      ...plainCanoe,
      venues: [],
      online_event: true,
      options: [
        { key: 'cheap', name: 'Cheap', cost: 0.25, spots_total: 50 },
        { key: 'a', name: 'A', cost: 23.9, spots_total: 50 },
        { key: 'none', name: 'None', free: true, spots_total: 50 },
      ],
    },
  ],
  coupons: [{ key: 'n', code: 'N99', percent_off: 99.5 }],
  ...more,
})
const draft = (file: WrittenFile): WrittenFile => ({
  ...file,
  events: (file.events ?? []).map((event) => ({ ...event, status: 'draft' })),
})

describe('the prices of a program file', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  const refusals = async (file: WrittenFile) =>
    (await putFile(bench, file, { isDryRun: true })).plan.refusals.map(({ type, path }) => [type, path])

  it('a price on sale needs a payment method that accepts the total', async () => {
    expect(await refusals(euros({}))).toEqual([
      ['required', 'events.canoe.options.cheap.cost'],
      ['required', 'events.canoe.options.a.cost'],
    ])
    expect(await refusals(euros(cards))).toEqual([
      ['invalid_amount', 'events.canoe.options.cheap.cost'],
      ['invalid_amount', 'coupons.n.percent_off'],
    ])
    expect(await refusals(euros(later))).toEqual([])
    expect(await refusals(draft(euros({})))).toEqual([])
  })

  it('a text about stored cards needs a limit that a card can be charged', async () => {
    const limitOf = async (card_charges_limit: number, card_charges: string | null = 'You may charge my card.') => {
      const file = { ...draft(euros({})), selling: { card_charges, card_charges_limit } }
      return (await putFile(bench, file, { isDryRun: true })).plan.refusals
    }
    const [refusal, ...others] = await limitOf(0)
    expect([refusal?.type, refusal?.path, others]).toEqual(['invalid_amount', 'selling.card_charges_limit', []])
    expect(refusal?.message).toMatch(
      /at least €0\.50\. Write a limit of that or more, or leave the text that parents agree to \(card_charges\) empty\.$/,
    )
    expect((await limitOf(0.49)).map(({ path }) => path)).toEqual(['selling.card_charges_limit'])
    expect((await limitOf(99.505)).map(({ path }) => path)).toEqual(['selling.card_charges_limit'])
    for (const limit of [0.5, 99.5]) expect(await limitOf(limit)).toEqual([])
    expect(await limitOf(0, null)).toEqual([])
  })

  it('the price of a product on sale needs a way to pay it', async () => {
    const shirt = { key: 'shirt', name: 'Shirt', variations: [{ key: 's', name: 'S', cost: 20 }] }
    const store = { events: [], coupons: [], products: [shirt] }
    expect(await refusals(euros({ ...store, features: { products: true } }))).toEqual([
      ['required', 'products.shirt.variations.s.cost'],
    ])
    expect(await refusals(euros({ ...store, ...cards }))).toEqual([])
  })

  it('an event with a price cannot be published, nor the last payment method turned off, without a way to pay', async () => {
    const file = draft(euros({}))
    await putFile(bench, file)
    const call = async (method: string, path: string, body: object) => {
      const address = `/v1/organiser/programs/${file.program}/${path}`
      const answer = await bench.call(address, { method, headers: organiserHeaders, body: JSON.stringify(body) })
      return [answer.status, await answer.json()]
    }
    const refused = { type: 'required', message: expect.stringMatching(noWay) }
    expect(await call('POST', 'events/canoe/publish', {})).toMatchObject([
      400,
      { ...refused, param: 'options.cheap.cost' },
    ])
    expect((await call('PUT', 'settings', later))[0]).toBe(200)
    expect((await call('POST', 'events/canoe/publish', {}))[0]).toBe(200)
    expect(await call('PUT', 'settings', { selling: { offline: false } })).toMatchObject([400, refused])
  })
})
