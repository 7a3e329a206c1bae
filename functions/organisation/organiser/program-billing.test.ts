import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import type { ProgramBilling } from '../../contract/organisation/program-billing.ts'
import { billingCommand } from './program-file/billing-command.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { overHttp } from '../../test-bench/over-http.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { benchSecrets } from '../../test-bench/stand-ins.ts'

const site = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
const lakeside = { Authorization: `Basic ${btoa('lakeside:lakeside-secret-of-32-characters')}` }
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  bench.env.ORGANISER_CLIENTS = `${benchSecrets.ORGANISER_CLIENTS},lakeside:lakeside-secret-of-32-characters:${shop.programId}`
})

type Answer = ProgramBilling & { code: number; type: string; param: string }
const path = (call = 'billing') => `/v1/organiser/programs/${shop.programId}/${call}`
const read = async (headers: Record<string, string>) => (await (await bench.call(path(), { headers })).json()) as Answer
const change = async (body: object, headers: Record<string, string> = site, DB?: D1Database) => {
  const init = { method: 'PUT', headers: { ...headers, 'Content-Type': 'application/json' } }
  return (await (await bench.call(path(), { ...init, body: JSON.stringify(body) }, DB)).json()) as Answer
}
/** A database whose first write waits for a second one. */
function whenBothHaveRead(): D1Database {
  let writes = 0
  let go = () => {}
  const both = new Promise<void>((resolve) => {
    go = resolve
  })
  const isWrite = (made: unknown) => /^\s*update/i.test((made as { statement: string }).statement)
  return new Proxy(bench.bareDb, {
    get: (target, key) => {
      if (key !== 'batch') return (target[key as 'prepare'] as (text: string) => unknown).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        if (statements.some(isWrite)) {
          writes += 1
          if (writes === 2) go()
          await both
        }
        return target.batch(statements)
      }
    },
  })
}
const history = async () =>
  (
    await bench.bareDb
      .prepare(
        "SELECT from_status, to_status, actor_id FROM status_history WHERE object = 'program_billing' AND object_id = ? ORDER BY step",
      )
      .bind(shop.programId)
      .all()
  ).results

describe('the contract between a program and the operator', () => {
  it('only the operator can change the contract', async () => {
    expect(await read(lakeside)).toEqual({
      object: 'program_billing',
      program_id: shop.programId,
      status: 'active',
      trial_start: null,
      trial_end: null,
      current_period_start: null,
      current_period_end: null,
      products: [],
      payment_provider_id: null,
      updated: null,
    })
    expect(await change({ status: 'trialing' }, lakeside)).toMatchObject({ code: 403, type: 'transition_not_allowed' })
    const trial = { status: 'trialing', trial_start: '2027-01-01', trial_end: '2027-03-31T00:00:00-04:00' }
    const products = [{ name: 'Season plan' }, { name: 'Kiosk', quantity: 2 }]
    expect(await change({ ...trial, products })).toMatchObject({
      status: 'trialing',
      trial_start: '2027-01-01T00:00:00.000Z',
      trial_end: '2027-03-31T04:00:00.000Z',
      products: [
        { name: 'Season plan', quantity: 1 },
        { name: 'Kiosk', quantity: 2 },
      ],
    })
    expect(await change(trial)).toMatchObject({ status: 'trialing' })
    const current = await change({
      status: 'active',
      current_period_start: '2027-04-01',
      current_period_end: '2028-04-01',
    })
    expect(current).toMatchObject({ status: 'active', trial_end: '2027-03-31T04:00:00.000Z' })
    expect(await read(lakeside)).toEqual(current)
    expect(await history()).toEqual([
      { from_status: 'active', to_status: 'trialing', actor_id: 'bench' },
      { from_status: 'trialing', to_status: 'active', actor_id: 'bench' },
    ])
  })

  it('only the organisation’s settings show the contract', async () => {
    const settings = await (await bench.call(path('settings'), { headers: lakeside })).json()
    expect(settings).toMatchObject({ object: 'organiser_program', billing: { status: 'active' } })
    for (const address of [`/v1/explore/programs/${shop.programId}`, `/v1/explore/programs?limit=100`])
      expect(await (await bench.call(address)).text()).not.toMatch(/billing|Season plan/)
  })

  it('an unpaid program accepts no new orders', async () => {
    const person = await shop.customer()
    const order = () =>
      bench.call(
        '/v1/profile/orders',
        person.json({ program_id: shop.programId, customer_profile_id: person.profileId(shop.programId) }),
      )
    const page = async () => (await bench.call(`/v1/explore/programs/${shop.programId}`)).status
    bench.purged.length = 0
    await change({ status: 'unpaid' })
    expect(bench.purged).toEqual([`program:${shop.programId}`, 'programs'])
    expect([(await order()).status, await page()]).toEqual([422, 200])
    await change({ status: 'cancelled' })
    expect(await page()).toBe(404)
    expect((await read(lakeside)).status).toBe('cancelled')
    await change({ status: 'active' })
    expect([(await order()).status, await page()]).toEqual([201, 200])
  })

  it('returns 400 with the field of a mistake', async () => {
    const before = await read(site)
    const cases = [
      [{ status: 'free' }, { type: 'invalid_option', param: 'status' }],
      [
        { status: 'trialing', trial_end: null },
        { type: 'required', param: 'trial_end' },
      ],
      [{ trial_start: '2027-05-01' }, { type: 'end_before_start', param: 'trial_end' }],
      [{ current_period_end: '2027-04-01' }, { type: 'end_before_start', param: 'current_period_end' }],
      [{ trial_start: 'soon' }, { type: 'invalid_date', param: 'trial_start' }],
      [{ products: [{ name: '' }] }, { type: 'required', param: 'products[0].name' }],
      [{ plan: 'x' }, { type: 'unknown_parameter', param: 'plan' }],
    ] as const
    for (const [body, answer] of cases) expect(await change(body)).toMatchObject(answer)
    await change({ status: 'unpaid' })
    expect(await change({ status: 'trialing' })).toMatchObject({ code: 409, type: 'state_conflict', param: 'unpaid' })
    await change({ status: 'active' })
    expect(await read(site)).toEqual({ ...before, updated: expect.any(String) })
  })

  it('one of two concurrent changes succeeds', async () => {
    const DB = whenBothHaveRead()
    const answers = await Promise.all([
      change({ status: 'past_due' }, site, DB),
      change({ status: 'unpaid' }, site, DB),
    ])
    expect(answers.map(({ object, type }) => type ?? object).sort()).toEqual(['program_billing', 'state_conflict'])
    await change({ status: 'active' })
  })

  it('the payment account of the contract cannot change while a payment is in progress', async () => {
    expect(await change({ payment_provider_id: 'cus_1' })).toMatchObject({ code: 400, param: 'payment_provider_id' })
    expect(await change({ payment_provider_id: 'acct_lake' })).toMatchObject({ payment_provider_id: 'acct_lake' })
    expect(await change({ status: 'active' })).toMatchObject({ payment_provider_id: 'acct_lake' })
    const parent = await shop.customer()
    const order = await shop.cart(parent)
    expect(await change({ payment_provider_id: null })).toMatchObject({ payment_provider_id: null })
    const payment = (await (await shop.pay(parent, order, 'pm_card_authenticationRequired')).json()) as Payment
    expect(payment.status).toBe('requires_action')
    expect(await change({ payment_provider_id: 'acct_other' })).toMatchObject({
      code: 409,
      type: 'payment_in_progress',
      param: 'payment_provider_id',
      message: expect.stringContaining(order.order_id),
    })
    expect(await change({ products: [] }), 'the rest may change meanwhile').toMatchObject({ payment_provider_id: null })
    await shop.decideAtBank(payment, 'refuse')
    await shop.confirm(parent, order, payment)
    expect(await change({ payment_provider_id: 'acct_other' })).toMatchObject({ payment_provider_id: 'acct_other' })
    await change({ payment_provider_id: null })
  })

  it('a command shows and changes the contract', async () => {
    const server = await overHttp(bench)
    const target = { site: server.site, client: { id: 'bench', secret: 'bench-secret-of-32-characters-x' } }
    const words = ['past_due', '--period', '2027-04-01..2027-05-01', '--product', 'Season plan', '--product', 'Kiosk']
    expect(await billingCommand(target, [shop.programId, ...words])).toEqual({
      code: 0,
      lines: [
        `${shop.programId}: past due`,
        'trial: 2027-01-01..2027-03-31',
        'period: 2027-04-01..2027-05-01',
        'products: Season plan, Kiosk',
      ],
    })
    expect((await billingCommand(target, [shop.programId, '--account', 'acct_lake'])).lines.at(-1)).toBe(
      'paid into: acct_lake',
    )
    expect((await billingCommand(target, [shop.programId, '--account', 'none'])).lines.join()).not.toContain('acct')
    expect((await billingCommand(target, [shop.programId])).lines[0]).toBe(`${shop.programId}: past due`)
    expect((await billingCommand(target, [shop.programId, 'active', '--trial', 'soon'])).code).toBe(2)
    expect((await billingCommand(target, ['no-such-program'])).code).toBe(1)
    await server.close()
  })
})
