import { hourMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Promotion } from '../../contract/offering/promotion.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCoupon, makeEvent, makeProgram } from '../../test-bench/programs.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})
const list = async (id = programId, query = '') => {
  const answer = await bench.call(`/v1/explore/programs/${id}/promotions${query}`)
  return { status: answer.status, body: (await answer.json()) as List<Promotion>, headers: answer.headers }
}
const named = async (input: Parameters<typeof makeCoupon>[2]) =>
  makeCoupon(bench, programId, { name: 'Early bird', ...input })
const isShown = async (input: Parameters<typeof makeCoupon>[2]) => {
  const id = await named(input)
  return (await list(programId, '?limit=100')).body.data.some((each) => each.id === id)
}

describe('GET explore/programs/{program_id}/promotions', () => {
  it("the response has a coupon's discount and conditions but not its uses", async () => {
    const own = await makeProgram(bench)
    const id = await makeCoupon(bench, own, {
      name: ' $20 off the lake ',
      code: 'LAKE20',
      type: 'amount_off',
      amount_off: 2000,
      percent_off: null,
      minimum_amount: 10_000,
      minimum_items: 2,
      limit_customer: 1,
      first_time_transaction: true,
      max_redemptions: 50,
      redeem_before: bench.now() + hourMs,
      applies_to: { products: [], product_types: ['camp'] },
    })
    const { status, body } = await list(own)
    expect([status, body.total, body.data]).toEqual([
      200,
      1,
      [
        {
          id,
          object: 'promotion',
          name: '$20 off the lake',
          type: 'amount_off',
          code: 'LAKE20',
          amount_off: expect.objectContaining({ value: 2000, display: '$20.00' }),
          percent_off: null,
          redeem_before: new Date(bench.now() + hourMs).toISOString(),
          restrictions: {
            first_time_transaction: true,
            minimum_items: 2,
            minimum_amount: expect.objectContaining({ value: 10_000 }),
            limit_customer: 1,
          },
          applies_to: { product_types: ['camp'], events: [] },
          apply_automatically: false,
          currency: 'CAD',
        },
      ],
    ])
    expect(JSON.stringify(body)).not.toMatch(/redeem_after|times_redeemed|max_redemptions/)
  })

  it.each<[string, Parameters<typeof makeCoupon>[2], boolean]>([
    ['is valid now', {}, true],
    ['applies automatically', { code: null, apply_automatically: true }, true],
    ['has uses left', { max_redemptions: 3, times_redeemed: 2 }, true],
    ['was switched off', { is_enabled: false }, false],
    ['is used up', { max_redemptions: 3, times_redeemed: 3 }, false],
    ['is for one person', { max_redemptions: 1 }, false],
    ['has no name', { name: null }, false],
    ['has an empty name', { name: '  ' }, false],
    ['is for members', { membership_packages: ['pkg_1'] }, false],
    [
      'has an amount in another currency',
      { type: 'amount_off', amount_off: 500, percent_off: null, currency: 'USD' },
      false,
    ],
    ['is for an unknown event', { applies_to: { products: ['evt_unknown'], product_types: [] } }, false],
    [
      'is for an unknown event and for camps',
      { applies_to: { products: ['evt_unknown'], product_types: ['camp'] } },
      true,
    ],
  ])('a coupon that %s (%j) is listed as a promotion: %s', async (_, input, expected) =>
    expect(await isShown(input)).toBe(expected),
  )

  it('a coupon is listed from its first moment to its last', async () => {
    const input = { redeem_after: bench.now() + hourMs, redeem_before: bench.now() + 2 * hourMs }
    const id = await named(input)
    const seen = async () => (await list(programId, '?limit=100')).body.data.some((each) => each.id === id)
    const results = [await seen()]
    for (const ms of [hourMs - 1, 1, hourMs, 1]) {
      bench.pass(ms)
      results.push(await seen())
    }
    expect(results).toEqual([false, false, true, true, false])
  })

  it('a coupon names the events on sale that it is for', async () => {
    const [shown, draft, over] = [
      await makeEvent(bench, { programId, name: 'Clay days' }),
      await makeEvent(bench, { programId, status: 'draft' }),
      await makeEvent(bench, { programId, startsAt: bench.now() - 3 * hourMs, endsAt: bench.now() - hourMs }),
    ]
    const id = await named({
      applies_to: { products: [draft.event_id, shown.event_id, over.event_id], product_types: [] },
    })
    const { body } = await list(programId, '?limit=100')
    expect(body.data.find((each) => each.id === id)?.applies_to).toEqual({
      product_types: [],
      events: [{ id: shown.event_id, name: 'Clay days' }],
    })
    expect(JSON.stringify(body)).not.toContain(draft.event_id)
  })

  it('promotions are paged', async () => {
    const own = await makeProgram(bench)
    for (const name of ['B', 'A', 'C']) await makeCoupon(bench, own, { name })
    const names = async (query: string) => (await list(own, query)).body.data.map(({ name }) => name)
    expect([
      await names('?sort=name'),
      await names('?sort=name&order=desc&limit=2'),
      await names('?sort=name&limit=1&skip=1'),
    ]).toEqual([['A', 'B', 'C'], ['C', 'B'], ['B']])
    const { headers } = await list(own)
    expect(
      (
        await bench.call(`/v1/explore/programs/${own}/promotions`, {
          headers: { 'If-None-Match': headers.get('ETag') ?? '' },
        })
      ).status,
    ).toBe(304)
  })

  it('returns 404 for a program without discounts and for an unknown program', async () => {
    const off = await makeProgram(bench, { features: { discounts: false } })
    await makeCoupon(bench, off, { name: 'Left over' })
    expect([(await list(off)).status, (await list('never-was')).status]).toEqual([404, 404])
  })
})
