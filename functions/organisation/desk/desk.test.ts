import { dayMs } from '../../contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountBalance } from '../../contract/money/account-balance.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { DeskTask } from '../../contract/organisation/desk.ts'
import { mailbox, refunds, statusHistory } from '../../platform/database/tables.ts'
import { deskLink, readDeskLink } from '../../delivery/mail/desk-link.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

const organisation = 'hello@lakeside.example'
type Answer = DeskTask & { code: number; type: string; param: string }
let bench: Bench
let shop: Shop
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench, {
    program: { selling: { offline: true } },
    refund: { ...fairRefund, automatic: false, request: true },
  })
})

const tokenOf = async (about: string): Promise<string> => {
  const mails = await shop.db
    .select()
    .from(mailbox)
    .where(eq(mailbox.recipient, organisation))
    .orderBy(desc(mailbox.id))
  const mail = mails.find(({ text }) => text.includes(about))
  return decodeURIComponent(/desk\?token=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '')
}
const show = async (token: string, program_id = shop.programId) =>
  (await (await bench.call(`/v1/desk?${new URLSearchParams({ program_id, token })}`)).json()) as Answer
const decide = (token: string, body: Record<string, unknown>, program_id = shop.programId) =>
  bench.call('/v1/desk', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ program_id, token, decided_by: 'Jo Tremblay', ...body }),
  })
const newestMail = async (person: Person) =>
  (
    await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email)).orderBy(desc(mailbox.id)).limit(1)
  )[0]

const requested = async (): Promise<{ person: Person; order: Cart; id: string; token: string }> => {
  const person = await shop.customer({ firstName: 'Nadia' })
  const order = await shop.cart(person)
  await shop.pay(person, order)
  const answer = await bench.call(
    `/v1/profile/orders/${order.order_id}/refund`,
    person.json({ reason: 'illness_or_injury', metadata: { comment: 'Broken wrist' } }),
  )
  const { id } = (await answer.json()) as { id: string }
  return { person, order, id, token: await tokenOf(person.email) }
}
const promised = async () => {
  const person = await shop.customer({ firstName: 'Amir' })
  const order = await shop.cart(person)
  await shop.pay(person, order, '', { checkout_method: 'offline', payment_source_id: undefined })
  return { person, order, token: await tokenOf(person.email) }
}

describe('the page that decides a refund request, linked from a mail', () => {
  it('an approval is stored once with the name of the person', async () => {
    const { person, order, id, token } = await requested()
    expect(await show(token)).toMatchObject({
      kind: 'refund_request',
      customer_name: expect.stringContaining('Nadia'),
      comment: 'Broken wrist',
      paid_with: 'Visa ending 4242',
      amount: { value: 10_000 },
      amount_most: { value: 10_000 },
      choices: ['approve', 'decline'],
      decision: null,
    })
    const answer = await decide(token, { decision: 'approve', amount: '66.60', text: 'Get well soon.' })
    expect(await answer.json()).toMatchObject({
      choices: [],
      decision: { is: 'approved', amount: { value: 6660 }, text: 'Get well soon.', decided_by: 'Jo Tremblay' },
    })
    expect(await shop.orderOf(person, order)).toMatchObject({ amount_returned: { value: 6660 } })
    const mail = await newestMail(person)
    expect(mail?.text).toContain('$66.60')
    expect(mail?.text).toContain('Get well soon.')
    const second = await decide(token, { decision: 'decline', text: 'No.' })
    expect(await second.json()).toMatchObject({ code: 409, type: 'state_conflict' })
    const steps = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, id))
    expect(steps[1]).toMatchObject({ to_status: 'approved', actor_type: 'organiser', actor_id: 'mail' })
  })

  it('opening the link decides nothing', async () => {
    const { id, token } = await requested()
    const count = async () => (await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, id))).length
    const before = await count()
    for (let time = 0; time < 5; time += 1) expect((await show(token)).choices).toEqual(['approve', 'decline'])
    expect(await count()).toBe(before)
  })

  it('returns 404 for a forged link and link_expired for an old one', async () => {
    const { token } = await requested()
    const elsewhere = await openShop(bench)
    expect(await show(token, elsewhere.programId)).toMatchObject({ code: 404 })
    expect((await decide(token, { decision: 'approve', amount: '1' }, elsewhere.programId)).status).toBe(404)
    expect(await show(token.replace('refund_request', 'offline_payment'))).toMatchObject({ code: 404 })
    expect(await show(`${token.slice(0, -3)}abc`)).toMatchObject({ code: 404 })
    bench.pass(14 * dayMs + 1000)
    expect(await show(token)).toMatchObject({ code: 410, type: 'link_expired' })
    expect((await decide(token, { decision: 'approve', amount: '1' })).status).toBe(410)
  })

  it('a decision with an invalid field is rejected', async () => {
    const { token } = await requested()
    const cases = [
      [{ decision: 'approve', amount: '' }, 400, 'amount'],
      [{ decision: 'approve', amount: 'ten' }, 400, 'amount'],
      [{ decision: 'approve', amount: '100.01' }, 422, 'amount'],
      [{ decision: 'decline' }, 400, 'text'],
      [{ decision: 'decline', text: 'No.', decided_by: '' }, 400, 'decided_by'],
      [{ decision: 'record', amount: '1' }, 400, 'decision'],
      [{ amount: '1' }, 400, 'decision'],
    ] as const
    for (const [body, code, param] of cases)
      expect({ body, ...((await (await decide(token, body)).json()) as Answer) }).toMatchObject({ body, code, param })
    expect((await show(token)).choices).toEqual(['approve', 'decline'])
  })
})

describe('the page that records a payment, linked from a mail', () => {
  it('a form that is sent twice records one payment', async () => {
    const { person, order, token } = await promised()
    const first = await show(token)
    expect(first).toMatchObject({ kind: 'offline_payment', amount_due: { value: 10_000 }, choices: ['record'] })
    const body = { decision: 'record', amount: '40', received_as: 'cash', payment_id: first.payment_id }
    const answers = await Promise.all([decide(token, body), decide(token, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rest = await show(token)
    expect(rest).toMatchObject({
      amount_due: { value: 6000 },
      received: [{ amount: { value: 4000 }, recorded_by: 'Jo Tremblay' }],
    })
    await decide(token, { decision: 'record', amount: '60,00', received_as: 'transfer', payment_id: rest.payment_id })
    expect(await shop.orderOf(person, order)).toMatchObject({ status: 'paid', amount_due: { value: 0 } })
    expect(await show(token)).toMatchObject({ choices: [], decision: { is: 'paid', decided_by: 'Jo Tremblay' } })
    expect((await newestMail(person))?.subject).toContain('Confirmed')
  })

  it('a refund by hand is recorded once', async () => {
    const { person, order, token } = await promised()
    const { payment_id } = await show(token)
    await decide(token, { decision: 'record', amount: '100', received_as: 'cash', payment_id })
    await bench.call(`/v1/profile/orders/${order.order_id}/refund`, person.json({ reason: 'cannot_attend' }))
    await decide(await tokenOf(person.email), { decision: 'approve', amount: '100' })
    const [refund] = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
    expect(refund).toMatchObject({ status: 'requires_action', amount: 10_000 })
    const alert = await tokenOf(refund?.payment_id ?? '')
    expect(await show(alert)).toMatchObject({
      kind: 'payment_alert',
      why: 'refund_by_hand',
      choices: ['returned_by_hand'],
    })
    const answers = await Promise.all([1, 2, 3].map(() => decide(alert, { decision: 'returned_by_hand' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await show(alert)).toMatchObject({ decision: { is: 'returned_by_hand', decided_by: 'Jo Tremblay' } })
    expect(await shop.orderOf(person, order)).toMatchObject({
      amount_returned: { value: 10_000 },
      refund_status: 'refunded',
    })
  })
})

/** A refund that the bank returned days later, and the link in the mail about it. */
async function failedRefund() {
  const { person, order } = await requested()
  await decide(await tokenOf(person.email), { decision: 'approve', amount: '50' })
  const [sent] = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
  await bench.bareDb
    .prepare(`UPDATE refunds SET status = 'failed', failure = 'expired_or_canceled_card' WHERE id = ?`)
    .bind(sent?.id)
    .run()
  const link = await deskLink(
    { env: bench.env, now: bench.now(), siteOrigin: 'http://localhost:8787' },
    {
      program_id: shop.programId,
      kind: 'payment_alert',
      id: sent?.payment_id ?? '',
      why: 'refund_failed',
      refund_id: sent?.id,
      language: 'en',
    },
  )
  return { person, order, token: new URL(link).searchParams.get('token') ?? '' }
}

it('a failed refund is retried from the mail, once', async () => {
  const { person, order, token } = await failedRefund()
  expect(await show(token)).toMatchObject({
    amount: { value: 5000 },
    choices: ['send_again', 'to_balance', 'returned_by_hand'],
  })
  const answers = await Promise.all([
    decide(token, { decision: 'send_again' }),
    decide(token, { decision: 'returned_by_hand' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const all = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
  expect(all.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded'])
  expect(await shop.orderOf(person, order)).toMatchObject({ amount_returned: { value: 5000 } })
})

it('a failed refund is credited to the customer’s balance instead, once', async () => {
  const { person, order, token } = await failedRefund()
  const answers = await Promise.all([1, 2].map(() => decide(token, { decision: 'to_balance' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await show(token)).toMatchObject({ choices: [], decision: { is: 'to_balance', decided_by: 'Jo Tremblay' } })
  const all = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
  expect(all.map(({ status, destination }) => [status, destination]).sort()).toEqual([
    ['failed', 'original_method'],
    ['succeeded', 'account_balance'],
  ])
  const contact = person.profileId(shop.programId)
  const path = `/v1/profile/${shop.programId}/contact_account_balances/${contact}/account_balance`
  expect(await shop.read<AccountBalance>(person, path)).toMatchObject({ amount: { value: 5000 } })
  expect((await newestMail(person))?.subject).toContain('$50.00')
})

it.each(['dispute', 'too_much'])(
  'the organisation records once that a person has checked a payment with the mismatch %s',
  async (why) => {
    const { person, order } = await requested()
    const { payments } = await shop.orderOf(person, order)
    const link = await deskLink(
      { env: bench.env, now: bench.now(), siteOrigin: 'http://localhost:8787' },
      { program_id: shop.programId, kind: 'payment_alert', id: payments[0]?.id ?? '', why, language: 'en' },
    )
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await show(token)).toMatchObject({ kind: 'payment_alert', why, choices: ['seen'], decision: null })
    expect((await decide(token, { decision: 'send_again' })).status).toBe(400)
    const answers = await Promise.all(
      [1, 2].map(() => decide(token, { decision: 'seen', text: 'Sent them the list.' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await show(token)).toMatchObject({
      choices: [],
      decision: { is: 'seen', text: 'Sent them the list.', decided_by: 'Jo Tremblay' },
    })
  },
)

it.each(['other_payment', 'other_order', 'other_currency'])(
  'a person ends a payment that the provider reports with the mismatch %s',
  async (why) => {
    const person = await shop.customer()
    const order = await shop.cart(person)
    const payment = (await (await shop.pay(person, order, 'pm_card_authenticationRequired')).json()) as Payment
    const link = await deskLink(
      { env: bench.env, now: bench.now(), siteOrigin: 'http://localhost:8787' },
      { program_id: shop.programId, kind: 'payment_alert', id: payment.id, why, language: 'en' },
    )
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(await show(token)).toMatchObject({ why, choices: ['end_payment', 'seen'], decision: null })
    const answers = await Promise.all([1, 2].map(() => decide(token, { decision: 'end_payment' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await show(token)).toMatchObject({ choices: [], decision: { is: 'seen', decided_by: 'Jo Tremblay' } })
    const ended = await shop.orderOf(person, order)
    expect([ended.status, ended.payments.map(({ status }) => status)]).toEqual(['pending', ['cancelled']])
    expect((await shop.pay(person, order)).status).toBe(201)
    expect((await shop.orderOf(person, order)).status).toBe('paid')
  },
)

it('a link shows its task until it expires', async () => {
  const now = bench.now()
  const link = await deskLink(
    { env: bench.env, now, siteOrigin: 'https://book.example' },
    { program_id: 'lakeside', kind: 'payment_alert', id: 'pay_1', why: 'too_much', language: 'fr' },
  )
  expect(link).toMatch(/^https:\/\/book\.example\/pg\/lakeside\/desk\?token=[^&]+&lang=fr$/)
  const token = new URL(link).searchParams.get('token') ?? ''
  const read = (at: number) => readDeskLink(bench.env, { token, now: at })
  const about = { kind: 'payment_alert', id: 'pay_1', why: 'too_much', refund_id: null, maker: null }
  const subject = { ...about, expires_at: now + 14 * dayMs }
  expect(await read(now + 14 * dayMs)).toEqual(subject)
  expect(await read(now + 14 * dayMs + 1)).toBe('expired')
  expect(await readDeskLink(bench.env, { token: 'made-up', now })).toBeNull()
})
