import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountBalance, AccountBalanceEntry } from '../../contract/money/account-balance.ts'
import type { List } from '../../contract/paging.ts'
import { mailbox } from '../../platform/database/tables.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
})

const address = (person: Person) =>
  `/v1/profile/${shop.programId}/contact_account_balances/${person.profileId(shop.programId)}`
const enter = async (body: Record<string, unknown>, headers: Record<string, string> = {}, program = shop.programId) => {
  const answer = await bench.call(`/v1/organiser/programs/${program}/account_balance_entries`, {
    method: 'POST',
    headers: { ...organiserHeaders, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as AccountBalanceEntry & { type: string; param: string } }
}

describe('an entry that an organisation adds to a balance', () => {
  it('the same key adds the entry once to balance, statement and mail', async () => {
    const nadia = await shop.customer()
    const gift = { email: nadia.email.toUpperCase(), kind: 'gift', amount: 4_000, note: 'Thank you for helping.' }
    const key = { 'Idempotency-Key': `gift-${nadia.email}` }
    const [first, again] = [await enter(gift, key), await enter(gift, key)]
    expect(first).toMatchObject({ status: 201, body: { kind: 'gift', amount: { value: 4_000 }, note: gift.note } })
    expect(again).toEqual(first)
    const results = await bench.call(
      `/v1/organiser/programs/${shop.programId}/account_balance_entries/${first.body.id}`,
      { headers: organiserHeaders },
    )
    expect(await results.json()).toEqual(first.body)
    expect(await shop.read<AccountBalance>(nadia, `${address(nadia)}/account_balance`)).toEqual({
      object: 'account_balance',
      contact_id: nadia.profileId(shop.programId),
      program_id: shop.programId,
      amount: { value: 4_000, currency_code: 'CAD', major_value: 40, display: '$40.00', language: 'en' },
    })
    await bench.tick()
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mails.map(({ subject }) => subject)).toEqual(['$40.00 added to your balance at Lakeside Camps'])
  })

  it.each([
    { why: 'a gift of nothing', body: { kind: 'gift', amount: 0 }, type: 'invalid_amount', param: 'amount' },
    { why: 'a gift below zero', body: { kind: 'gift', amount: -5 }, type: 'invalid_amount', param: 'amount' },
    {
      why: 'a payout of more than the balance',
      body: { kind: 'payout', amount: 1 },
      type: 'invalid_amount',
      param: 'amount',
    },
    {
      why: 'a gift in another currency',
      body: { kind: 'gift', amount: 5, currency: 'USD' },
      type: 'currency_not_supported',
      param: 'currency',
    },
    {
      why: 'a missing customer',
      body: { kind: 'gift', amount: 5, email: undefined },
      type: 'required',
      param: 'email',
    },
    {
      why: 'an unknown email',
      body: { kind: 'gift', amount: 5, email: 'nobody@example.com' },
      type: 'not_found',
      param: 'email',
    },
    {
      why: 'a kind reserved for orders',
      body: { kind: 'order_debit', amount: 5 },
      type: 'invalid_option',
      param: 'kind',
    },
  ])('the API rejects a balance entry with $why', async ({ body, type, param }) => {
    const nadia = await shop.customer()
    expect((await enter({ email: nadia.email, ...body })).body).toMatchObject({ type, param })
  })

  it('a program without balances rejects a goodwill credit but accepts a debt', async () => {
    const plain = await openShop(bench)
    const { email } = await plain.customer()
    expect((await enter({ email, kind: 'goodwill', amount: 5 }, {}, plain.programId)).body.type).toBe(
      'feature_disabled',
    )
    const debt = await enter({ email, kind: 'manual_adjustment', amount: -1_500 }, {}, plain.programId)
    expect(debt).toMatchObject({ status: 201, body: { balance: { value: -1_500 } } })
  })
})

describe('the balance statement', () => {
  it('the statement shows the balance after each entry', async () => {
    const nadia = await shop.customer()
    for (const amount of [4_000, 2_500]) await giveBalance(bench, nadia, { programId: shop.programId, amount })
    await enter({ contact_id: nadia.profileId(shop.programId), kind: 'payout', amount: 1_000 })
    const read = async (query: string) =>
      shop.read<List<AccountBalanceEntry>>(nadia, `${address(nadia)}/entries?${query}`)
    const shown = ({ data }: List<AccountBalanceEntry>) =>
      data.map(({ kind, amount, balance }) => [kind, amount.value, balance.value])
    expect(shown(await read(''))).toEqual([
      ['gift', 4_000, 4_000],
      ['gift', 2_500, 6_500],
      ['payout', -1_000, 5_500],
    ])
    const newest = await read('order=desc&limit=1&skip=1')
    expect([shown(newest), newest.total]).toEqual([[['gift', 2_500, 6_500]], 3])
  })

  it('another customer gets 404 for the balance and its entries', async () => {
    const [nadia, stranger] = [await shop.customer(), await makeCustomer(bench, { programIds: [shop.programId] })]
    await giveBalance(bench, nadia, { programId: shop.programId, amount: 4_000 })
    for (const path of ['account_balance', 'entries'])
      expect((await bench.call(`${address(nadia)}/${path}`, { headers: stranger.headers })).status).toBe(404)
  })
})
