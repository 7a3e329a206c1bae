import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { maxCouponsPerProgram } from '../../contract/limits.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { SeasonCopy } from '../../contract/organisation/season.ts'
import { database } from '../../platform/database/database.ts'
import { coupons } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import {
  exportedFile,
  organiserHeaders,
  putFile,
  shortestFile,
  type WrittenFile,
} from '../../test-bench/program-file.ts'

const camp = (key: string, day: string) => ({
  key,
  type: 'camp' as const,
  name: key,
  summary: 'Five days',
  online_event: true,
  starts_at: `${day}T09:00`,
  ends_at: `${day}T16:00`,
  options: [{ key: 'all', name: 'All', cost: 300, spots_total: 10 }],
})
type Coupon = NonNullable<WrittenFile['coupons']>[number]
const automatic = (key: string, products: string[], more: Partial<Coupon> = {}): Coupon => ({
  key,
  name: 'Early bird',
  percent_off: 10,
  apply_automatically: true,
  applies_to: { products },
  ...more,
})
const code = (key: string, word: string, more: Partial<Coupon> = {}): Coupon =>
  automatic(key, ['one'], { name: null, code: word, apply_automatically: false, ...more })

let bench: Bench
let program: string
beforeEach(async () => {
  bench = await openBench()
  bench.setNow(Date.UTC(2027, 0, 4))
})

/** A program with these coupons and two camps in July 2027. */
async function season(list: Coupon[]) {
  const file = { ...shortestFile(), coupons: list, events: [camp('one', '2027-07-05'), camp('two', '2027-07-12')] }
  program = file.program
  expect((await putFile(bench, file)).error.errors ?? []).toEqual([])
  bench.pass(1)
}
async function post<Body>(path: string, body: object) {
  const answer = await bench.call(`/v1/organiser/programs/${program}/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Body & ErrorBody }
}
const copy = (body: object = {}) => post<SeasonCopy>('season/copy', { events: ['one', 'two'], shift: '+52w', ...body })
const copyOne = (body: object) => post<OrganiserEvent>('events/one/copy', body)
const stored = async (key: string) => (await exportedFile(bench, program)).coupons?.find((each) => each.key === key)

describe('the coupons of a copied season', () => {
  it('an automatic discount gets a copy for the new events with dates of the new season and no uses', async () => {
    await season([
      automatic('early', ['one', 'two'], {
        redeem_after: '2027-01-04T09:00',
        redeem_before: '2027-03-20T23:00',
        max_redemptions: 5,
        redeemed_before: 5,
      }),
    ])
    const offer = {
      from: 'early',
      key: 'early-2028',
      name: 'Early bird',
      code: null,
      action: 'create',
      redeem_after: '2028-01-03T14:00:00.000Z',
      redeem_before: '2028-03-19T03:00:00.000Z',
      is_enabled: true,
      events: ['one-2028', 'two-2028'],
    }
    const original = await stored('early')
    expect((await copy({ dry_run: true })).body.offers).toEqual([offer])
    expect(await stored('early-2028')).toBeUndefined()
    expect((await copy()).body.offers).toEqual([offer])
    expect(await stored('early-2028')).toEqual({
      ...original,
      key: 'early-2028',
      redeem_after: '2028-01-03T09:00',
      redeem_before: '2028-03-18T23:00',
      redeemed_before: 0,
      applies_to: { products: offer.events, product_types: [] },
    })
    expect(await stored('early')).toEqual(original)
    expect((await copy()).body).toMatchObject({ message: 'Nothing to change.', offers: [] })
  })

  it('events that are copied later join the copy of their discount', async () => {
    await season([automatic('early', ['one', 'two'])])
    expect((await copy({ events: ['one'] })).body.offers).toMatchObject([{ action: 'create', events: ['one-2028'] }])
    const joined = { key: 'early-2028', action: 'extend', events: ['two-2028'] }
    expect((await copy()).body.offers).toMatchObject([joined])
    expect((await stored('early-2028'))?.applies_to).toEqual({ products: ['one-2028', 'two-2028'], product_types: [] })
  })

  it('a code without dates and limits works for both seasons', async () => {
    await season([code('friends', 'FRIENDS')])
    expect((await copy()).body.offers).toMatchObject([
      { from: 'friends', key: 'friends', code: 'FRIENDS', action: 'extend', events: ['one-2028'] },
    ])
    expect((await stored('friends'))?.applies_to?.products).toEqual(['one', 'one-2028'])
  })

  it.each([
    ['EARLY', { redeem_before: '2027-03-01T09:00' }, 'EARLY-2028'],
    ['camp2027', { max_redemptions: 50 }, 'camp2028'],
    ['CAMP-2027', { limit_customer: 1 }, 'CAMP-2028'],
    ['NEW', { first_time_transaction: true }, 'NEW-2028'],
    ['X'.repeat(40), { limit_customer: 1 }, `${'X'.repeat(35)}-2028`],
  ] as const)('the code %s with %j becomes %s', async (word, limits, expected) => {
    await season([code('one-code', word, limits)])
    const { body } = await copy()
    expect(body.offers).toMatchObject([{ key: 'one-code-2028', code: expected, action: 'create' }])
    expect(await stored('one-code-2028')).toMatchObject({
      code: expected,
      ...limits,
      redeem_before: 'redeem_before' in limits ? '2028-02-28T09:00' : null,
    })
    expect((await stored('one-code'))?.code).toBe(word)
  })

  it.each([
    ['keep', '2027-03-01T09:00', true],
    ['none', null, false],
  ] as const)(
    'with sales %s the copy of a dated discount ends at %s and is on: %s',
    async (sales, redeem_before, is_enabled) => {
      await season([automatic('early', ['one'], { redeem_before: '2027-03-01T09:00' })])
      expect((await copy({ sales })).body.offers).toMatchObject([{ is_enabled }])
      expect(await stored('early-2028')).toMatchObject({ redeem_before, is_enabled })
    },
  )

  it('a coupon whose new code or key is in use stays as it is, and the events are copied', async () => {
    await season([
      automatic('a-2028', []),
      automatic('a', ['one']),
      code('b', 'EARLY', { limit_customer: 1 }),
      code('own', 'early-2028', { applies_to: {} }),
    ])
    const before = (await exportedFile(bench, program)).coupons
    const { status, body } = await copy()
    expect([status, body.offers.map(({ from, action, events }) => [from, action, events])]).toEqual([
      200,
      [
        ['a', 'leave', []],
        ['b', 'leave', []],
      ],
    ])
    expect(body.copies.map(({ action }) => action)).toEqual(['create', 'create'])
    expect((await exportedFile(bench, program)).coupons).toEqual(before)
  })

  it('a coupon that names no events or only others is not listed', async () => {
    await season([
      automatic('all', []),
      automatic('camps', [], { applies_to: { product_types: ['camp'] } }),
      code('c', 'CODE'),
    ])
    expect((await copy({ events: ['two'] })).body.offers).toEqual([])
  })

  it('a program with the most coupons copies nothing that would be one more', async () => {
    const many = Array.from({ length: maxCouponsPerProgram - 1 }, (_, at) => automatic(`c${at}`, []))
    await season([...many, automatic('early', ['one'])])
    const { status, body } = await copy()
    expect([status, body.type, body.param]).toEqual([400, 'invalid_option', 'events'])
    const one = await copyOne({ key: 'one-next', starts_at: '2028-07-03T09:00', ends_at: '2028-07-03T16:00' })
    expect([one.status, one.body.type, one.body.param]).toEqual([400, 'invalid_option', 'key'])
    const rows = await database(bench.env.DB).select().from(coupons).where(eq(coupons.program_id, program))
    expect(rows.length).toBe(maxCouponsPerProgram)
  })
})

describe('the coupons of one copied event', () => {
  const dated = { redeem_before: '2027-03-20T23:00', max_redemptions: 5 }
  const couponsOf = ({ changes }: OrganiserEvent) =>
    changes.flatMap(({ action, path }) => (path.startsWith('coupons.') ? `${action} ${path}` : [])).toSorted()

  it('move by the same number of days as the event, as in a season', async () => {
    await season([automatic('early', ['one', 'two'], dated), code('friends', 'FRIENDS'), automatic('all', [])])
    const original = await stored('early')
    const next = { key: 'one-next', starts_at: '2028-07-03T09:00', ends_at: '2028-07-03T16:00' }
    const { status, body } = await copyOne(next)
    expect([status, couponsOf(body)]).toEqual([201, ['create coupons.early-2028', 'update coupons.friends']])
    const applies_to = { products: ['one-next'], product_types: [] }
    expect(await stored('early-2028')).toEqual({
      ...original,
      ...{ key: 'early-2028', redeem_before: '2028-03-18T23:00', applies_to },
    })
    expect((await stored('friends'))?.applies_to?.products).toEqual(['one', 'one-next'])
    expect(await stored('early')).toEqual(original)
  })

  it('work for a copy on the same day too', async () => {
    await season([automatic('early', ['one'], dated), code('vip', 'VIP', { limit_customer: 1 })])
    expect(couponsOf((await copyOne({ key: 'one-more' })).body)).toEqual(['update coupons.early', 'update coupons.vip'])
    for (const key of ['early', 'vip'])
      expect((await stored(key))?.applies_to?.products, key).toEqual(['one', 'one-more'])
  })
})
