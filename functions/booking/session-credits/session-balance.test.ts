import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import type { SessionBalance, SessionCreditEntry } from '../../contract/booking/session-credit.ts'
import { outbox, sessionCreditEntries } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

const day = 86_400_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { sessions: true } } }))
})

const open = async (person: Person, items: unknown[], version: 'v1' | 'v2' = 'v1') => {
  const answer = await bench.call(
    `/${version}/profile/orders`,
    person.json({ program_id: shop.programId, customer_profile_id: person.profileId(shop.programId), items }),
  )
  return { status: answer.status, body: (await answer.json()) as Order & { type: string; param: string | null } }
}
const buy = async (person: Person, items: unknown[]) => {
  const { body } = await open(person, items)
  expect((await shop.pay(person, { order_id: body.id } as never)).status).toBe(201)
  return body
}
const balance = (person: Person, query = '') =>
  shop.read<SessionBalance>(person, `/v1/profile/programs/${shop.programId}/session_balance${query}`)
const ten = async (more: Parameters<typeof makeSessionPackage>[2] = {}) =>
  makeSessionPackage(bench, shop.programId, more)

describe('a session package in an order', () => {
  it('the credits of a paid package are available at once', async () => {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId })
    const [family, own] = [await ten({ expiry_amount: 1, expiry_period: 'month' }), await ten({ name: 'Five lessons' })]
    expect(await balance(person)).toMatchObject({ available: 0, total: 0, credits: [] })
    const order = await buy(person, [
      { type: 'session_package', source: family, quantity: 2 },
      { type: 'session_package', source: own, attendee_profile_id: child.attendee_profile_id },
    ])
    expect(order.items).toMatchObject([
      { type: 'session_package', product_id: family, quantity: 2, attendee_name: null, amount: { value: 24_000 } },
      { type: 'session_package', product_id: own, attendee_name: expect.any(String), amount: { value: 12_000 } },
    ])
    expect(await balance(person)).toMatchObject({
      available: 30,
      total: 30,
      next_expiry_amount: 20,
      credits: [
        { package_id: family, available: 20, attendee_profile_id: null, order_id: order.id },
        { package_id: own, available: 10, attendee_profile_id: child.attendee_profile_id, expires_at: null },
      ],
    })
    const other = await makeAttendee(bench, person, { programId: shop.programId })
    expect(await balance(person, `?attendee_profile_id=${other.attendee_profile_id}`)).toMatchObject({ available: 20 })
  })

  it('a package grants its credits once', async () => {
    const person = await shop.customer()
    const { body } = await open(person, [{ type: 'session_package', source: await ten() }])
    expect((await balance(person)).available).toBe(0)
    const pay = () => shop.pay(person, { order_id: body.id } as never)
    await Promise.all([pay(), pay(), pay()])
    expect(await balance(person)).toMatchObject({ available: 10, credits: [{}] })
  })

  it('credits stay while a refund is only requested', async () => {
    const person = await shop.customer()
    const order = await buy(person, [{ type: 'session_package', source: await ten() }])
    for (const [call, body] of [
      ['cancel', {}],
      ['refund', { reason: 'cannot_attend' }],
    ] as const) {
      const answer = await bench.call(`/v1/profile/orders/${order.id}/${call}`, person.json(body))
      expect([call, answer.status >= 400]).toEqual([call, true])
    }
    expect((await balance(person)).available).toBe(10)
    expect((await shop.orderOf(person, { order_id: order.id } as never)).status).toBe('paid')
  })

  it('version 2 of the API sells a package by its product', async () => {
    const person = await shop.customer()
    const product_id = await ten()
    const { status, body } = await open(person, [{ product_id, quantity: 1 }], 'v2')
    expect([status, body.items[0]?.type, body.items[0]?.product_id]).toEqual([201, 'session_package', product_id])
  })

  it('a package may include the fee in its price', async () => {
    const person = await shop.customer()
    const included = await open(person, [{ type: 'session_package', source: await ten({ include_fee: true }) }])
    const added = await open(person, [{ type: 'session_package', source: await ten({ include_fee: false }) }])
    for (const { body } of [included, added]) expect(body.items[0]?.is_fee_included).toBe(body === included.body)
    expect(included.body.amount_total.value - included.body.amount_tax.value).toBe(12_000)
    expect(added.body.amount_total.value - added.body.amount_tax.value).toBe(12_000 + added.body.amount_fee.value)
  })

  it('a package that is not on sale is refused', async () => {
    const [person, stranger] = [await shop.customer(), await shop.customer()]
    const theirs = await makeAttendee(bench, stranger, { programId: shop.programId })
    const source = await ten()
    const refusal = async (item: Record<string, unknown>) => {
      const { status, body } = await open(person, [{ type: 'session_package', ...item }])
      return [status, body.type, body.param]
    }
    expect(await refusal({ source: 'spk_nobody' })).toEqual([404, 'not_found', 'source'])
    expect(await refusal({ source: await ten({ is_discontinued: true }) })).toEqual([
      422,
      'option_not_on_sale',
      'source',
    ])
    expect(await refusal({ source, attendee_profile_id: theirs.attendee_profile_id })).toEqual([
      404,
      'not_found',
      'attendee_profile_id',
    ])
    expect(await refusal({ source: await ten({ is_unlimited: true }), quantity: 2 })).toEqual([
      400,
      'invalid_integer',
      'quantity',
    ])
    const answer = await bench.call(
      `/v1/profile/programs/${shop.programId}/session_balance?attendee_profile_id=${theirs.attendee_profile_id}`,
      { headers: person.headers },
    )
    expect(answer.status).toBe(404)
  })
})

describe('the ledger of credits', () => {
  it('remaining credits expire once', async () => {
    const person = await shop.customer()
    await buy(person, [{ type: 'session_package', source: await ten({ expiry_amount: 2, expiry_period: 'day' }) }])
    const [credit] = (await balance(person)).credits
    bench.pass(2 * day)
    await person.renew()
    await bench.tick()
    await bench.tick()
    expect(await balance(person)).toMatchObject({ available: 0, total: 0, credits: [] })
    const entries = (await shop.db.select().from(sessionCreditEntries)).filter(
      (each) => each.session_credit_id === credit?.id,
    )
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['purchase', 10],
      ['expire', -10],
    ])
  })

  it('the owner is reminded 14 and 3 days before visits expire', async () => {
    const person = await shop.customer()
    await buy(person, [{ type: 'session_package', source: await ten({ expiry_amount: 1, expiry_period: 'month' }) }])
    await buy(person, [{ type: 'session_package', source: await ten({ expiry_amount: 10, expiry_period: 'day' }) }])
    const sentMails = async () => {
      await person.renew()
      await bench.tick()
      await bench.tick()
      const { credits } = await balance(person)
      const events = await shop.db.select().from(outbox).where(eq(outbox.kind, 'session_credit.expiring'))
      return credits.map(({ id }) => events.filter(({ ref }) => ref === id).length)
    }
    expect(await sentMails()).toEqual([0, 0])
    bench.pass(8 * day)
    expect(await sentMails()).toEqual([1, 0])
    bench.pass(10 * day)
    expect(await sentMails()).toEqual([1])
    bench.pass(11 * day)
    expect(await sentMails()).toEqual([2])
  })

  it('only the owner can read the ledger', async () => {
    const [person, stranger] = [await shop.customer(), await shop.customer()]
    await buy(person, [{ type: 'session_package', source: await ten() }])
    const entries = (reader: Person) =>
      shop.read<List<SessionCreditEntry>>(
        reader,
        `/v1/profile/programs/${shop.programId}/session_balance/entries?order=desc`,
      )
    expect(await entries(person)).toMatchObject({
      total: 1,
      data: [{ kind: 'purchase', amount: 10, package_name: 'Ten lake swims', booking_title: null }],
    })
    expect(await entries(stranger)).toMatchObject({ total: 0, data: [] })
  })

  it('the ledger never goes below zero', async () => {
    const person = await shop.customer()
    await buy(person, [{ type: 'session_package', source: await ten() }])
    const [credit] = (await balance(person)).credits
    const enter = (id: string, kind: string, amount: number) =>
      bench.env.DB.prepare(
        'INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, dedupe, created) VALUES (?1, ?2, ?3, ?4, ?1, 1)',
      )
        .bind(id, credit?.id, kind, amount)
        .run()
    await expect(enter('cre_a', 'redeem', -11)).rejects.toThrow('credit_not_available')
    await expect(enter('cre_b', 'return', 1)).rejects.toThrow('credit_not_available')
    await expect(enter('cre_c', 'redeem', 1)).rejects.toThrow('session_credit_entry_sign')
    await enter('cre_d', 'redeem', -1)
    await expect(enter('cre_d', 'redeem', -1)).rejects.toThrow('UNIQUE')
    for (const change of ['UPDATE session_credit_entries SET amount = 5', 'DELETE FROM session_credit_entries'])
      await expect(bench.env.DB.prepare(change).run()).rejects.toThrow('ledger_kept')
    expect((await balance(person)).available).toBe(9)
  })
})
