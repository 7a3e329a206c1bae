import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../../../platform/database/database.ts'
import { coupons, discounts, orders } from '../../../platform/database/tables.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeCustomer, unique } from '../../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

type Written = NonNullable<WrittenFile['coupons']>[number]
const ten: Written = { key: 'ten', code: 'TEN', percent_off: 10 }
const twenty: Written = { key: 'twenty', code: 'TWENTY', percent_off: 20 }

let bench: Bench
let file: WrittenFile
beforeEach(async () => {
  bench = await openBench()
  file = { ...shortestFile(), coupons: [ten, twenty] }
  await putFile(bench, file)
  bench.pass(1)
})
const exported = async () =>
  (await (
    await bench.call(`/v1/organiser/programs/${file.program}`, { headers: organiserHeaders })
  ).json()) as WrittenFile
const codes = async () => (await exported()).coupons?.map(({ key, code }) => `${key} ${code}`)
const rows = async () =>
  new Map(
    (await database(bench.env.DB).select().from(coupons).where(eq(coupons.program_id, file.program))).map((row) => [
      row.key,
      row,
    ]),
  )

/** An order with a coupon, directly in the database. */
async function insertOrderWith(
  key: string,
  state: 'applied' | 'reserved' | 'final' | 'released',
  status: 'draft' | 'pending' | 'paid' | 'expired' | 'cancelled',
): Promise<void> {
  const parent = await makeCustomer(bench, { programIds: [file.program] })
  const [order_id, created] = [`ord_${unique()}`, bench.now()]
  const db = database(bench.env.DB)
  const { customer_id } = parent.identity
  await db.insert(orders).values({
    id: order_id,
    program_id: file.program,
    customer_id,
    customer_profile_id: parent.profileId(file.program),
    status,
    currency: 'CAD',
    timezone: 'America/Toronto',
    created,
    updated: created,
  })
  await db.insert(discounts).values({
    id: `dis_${unique()}`,
    order_id,
    coupon_id: (await rows()).get(key)?.id ?? '',
    customer_id,
    amount: 100,
    is_entered: true,
    state,
    created,
  })
}

describe('the code of a coupon', () => {
  it.each<[string, Written[], string[]]>([
    ['may be given to a new coupon', [{ ...ten, key: 'new' }, twenty], ['new TEN', 'twenty TWENTY']],
    ['may be given to an existing coupon', [{ ...twenty, code: 'TEN' }], ['twenty TEN']],
    [
      'may be swapped with the code of another coupon',
      [
        { ...ten, code: 'TWENTY' },
        { ...twenty, code: 'ten' },
      ],
      ['ten TWENTY', 'twenty ten'],
    ],
    [
      'may be given to a second coupon whose own code a third coupon gets',
      [
        { ...ten, key: 'new', code: 'TWENTY' },
        { ...twenty, code: 'TEN' },
        { ...ten, code: 'FIRST' },
      ],
      ['new TWENTY', 'ten FIRST', 'twenty TEN'],
    ],
  ])('the coupon code %s', async (_, desired, shown) => {
    const before = await rows()
    expect((await putFile(bench, { ...file, coupons: desired }, { isDryRun: true })).plan.refusals).toEqual([])
    expect((await putFile(bench, { ...file, coupons: desired })).status).toBe(200)
    expect(await codes()).toEqual(shown)
    const after = await rows()
    expect([...after.values()].map(({ code_key }) => code_key)).toEqual(
      [...after.values()].map(({ code }) => code?.toUpperCase()),
    )
    for (const [key, { id }] of before) expect([id, undefined]).toContain(after.get(key)?.id)
  })
})

describe('a coupon that has been used', () => {
  it('the maximum of a used coupon may not be below its uses', async () => {
    await insertOrderWith('ten', 'applied', 'draft')
    await database(bench.env.DB)
      .update(discounts)
      .set({ state: 'final' })
      .where(eq(discounts.coupon_id, (await rows()).get('ten')?.id ?? ''))
    const limited = (redeemed_before: number, max_redemptions: number) => ({
      ...file,
      coupons: [{ ...ten, redeemed_before, max_redemptions }, twenty],
    })
    const { plan } = await putFile(bench, limited(2, 2), { isDryRun: true })
    expect(plan.refusals.map(({ type, path, message }) => `${type} ${path} ${message}`)).toEqual([
      'coupon_max_redemptions coupons.ten.max_redemptions It has been used 3 times, so there can be no fewer.',
    ])
    expect((await putFile(bench, limited(2, 2))).error).toMatchObject({
      type: 'coupon_max_redemptions',
      param: 'coupons.ten.max_redemptions',
    })
    expect((await putFile(bench, limited(2, 3))).status).toBe(200)
  })
})

describe('a coupon that is missing from the file', () => {
  it.each([
    ['in a cart', 'applied', 'draft'],
    ['in an order that waits for money', 'reserved', 'pending'],
    ['in a paid order', 'final', 'paid'],
    ['in an order that was not paid in time', 'released', 'expired'],
    ['in a cancelled order', 'released', 'cancelled'],
  ] as const)(
    'a coupon %s stays although the file has lost it, and the plan names a remedy that works',
    async (_, state, status) => {
      await insertOrderWith('ten', state, status)
      const desired = { ...file, coupons: [twenty] }
      const refusals = [
        expect.objectContaining({
          type: 'state_conflict',
          path: 'coupons.ten',
          message: 'It is in an order or in a cart. Turn it off with is_enabled: false instead.',
          line: expect.any(Number),
        }),
      ]
      expect((await putFile(bench, desired, { isDryRun: true })).plan.refusals).toEqual(refusals)
      const { status: number, error } = await putFile(bench, desired)
      expect([number, error.type, error.param]).toEqual([409, 'state_conflict', 'coupons.ten'])
      expect(await codes()).toEqual(['ten TEN', 'twenty TWENTY'])

      expect((await putFile(bench, { ...file, coupons: [{ ...ten, is_enabled: false }, twenty] })).status).toBe(200)
      // A disabled coupon with another code frees its old code.
      bench.pass(1)
      expect(
        (
          await putFile(bench, {
            ...file,
            coupons: [
              { ...ten, code: 'TEN-OLD', is_enabled: false },
              { ...twenty, code: 'TEN' },
            ],
          })
        ).status,
      ).toBe(200)
      expect(await codes()).toEqual(['ten TEN-OLD', 'twenty TEN'])
    },
  )

  it('an unused coupon that is missing from the file is removed', async () => {
    await insertOrderWith('twenty', 'applied', 'draft')
    expect((await putFile(bench, { ...file, coupons: [twenty] })).status).toBe(200)
    expect(await codes()).toEqual(['twenty TWENTY'])
  })
})

describe('a coupon for members', () => {
  it('the memberships of a coupon are named by their keys', async () => {
    const monthly = { key: 'monthly', name: 'Monthly', cost: 40, billing_period: 'month' as const }
    const forMembers = { ...ten, membership_packages: ['monthly', 'monthly'] }
    const desired = {
      ...file,
      features: { online_payments: true, memberships: true },
      membership_packages: [monthly],
      coupons: [forMembers],
    }
    expect((await putFile(bench, desired)).status).toBe(200)
    const id = (await rows()).get('ten')?.membership_packages
    expect(id).toEqual([expect.stringMatching(/^mpk_/)])
    expect((await exported()).coupons?.[0]?.membership_packages).toEqual(['monthly'])
    const refused = await putFile(bench, { ...desired, coupons: [{ ...ten, membership_packages: ['yearly'] }] })
    expect(refused.error).toMatchObject({
      type: 'not_found',
      param: 'coupons.ten.membership_packages',
    })
    await putFile(bench, { ...desired, coupons: [ten] })
    expect((await rows()).get('ten')?.membership_packages).toEqual([])
  })
})
