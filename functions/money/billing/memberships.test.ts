// Over 250 lines: the life of a membership, from buying it to its end.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/delivery/notification.ts'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import type { Membership, MembershipBalance } from '../../contract/booking/membership.ts'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { SessionBalance } from '../../contract/booking/session-credit.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'
import {
  accountBalanceEntries,
  membershipPackages,
  memberships,
  orders,
  payments as paymentRows,
  sandboxSources,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeCoupon, makeEvent, makeMembershipPackage, makeProgram } from '../../test-bench/programs.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

const day = 86_400_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({
    program: { features: { memberships: true, sessions: true, discounts: true } },
  }))
})

type Answer<Body> = { status: number; body: Body & { type: string; param: string | null } }
const send = async <Body>(person: Person, path: string, body: unknown): Promise<Answer<Body>> => {
  const answer = await bench.call(path, person.json(body))
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] }
}
const base = () => `/v1/profile/programs/${shop.programId}/memberships`
const organiser = async (path: string, body: unknown = {}) => {
  const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/memberships/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Membership & { type: string } }
}
const buy = (person: Person, package_id: string, more: Record<string, unknown> = {}) =>
  send<Membership>(person, base(), {
    package_id,
    customer_profile_id: person.profileId(shop.programId),
    default_payment_method: 'pm_card_visa',
    ...more,
  })
const read = (person: Person, id: string) => shop.read<Membership>(person, `${base()}/${id}`)
const orderOf = (person: Person, id: string) => shop.read<Order>(person, `/v1/profile/orders/${id}`)
/** Passes days and runs the scheduler at the end, or on each of them. */
async function passDays(person: Person, days: number, isDaily = false) {
  for (let each = 0; each < (isDaily ? days : 1); each += 1) {
    bench.pass(isDaily ? day : days * day)
    await bench.tick()
  }
  await person.renew()
}
const store = async (person: Person, source: string, is_default = true): Promise<string> => {
  const path = `/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`
  const { status } = await send(person, path, { is_default })
  expect(status).toBeLessThan(300)
  const profile = await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)
  return profile.default_source ?? ''
}
/** A card whose bank asks for a confirmation of every charge. */
async function storeAsking(person: Person): Promise<string> {
  const path = `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_authenticationRequired/attach`
  const setup = (await send<CardSetup>(person, path, { is_default: true })).body
  const token = setup.next_action_url?.split('/').at(-1) ?? ''
  await decideSetup(bench.env, { token, isConfirmed: true, now: bench.now() })
  return store(person, 'pm_card_authenticationRequired')
}
const monthly = (more: Parameters<typeof makeMembershipPackage>[2] = {}) =>
  makeMembershipPackage(bench, shop.programId, more)

describe('buying a membership', () => {
  it('a paid membership opens events for members until it ends', async () => {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId })
    const source = await monthly({ is_unlimited: false, allocated_amount: null })
    const { event_id, option_ids } = await makeEvent(bench, { programId: shop.programId, packageIds: [source] })
    const register = () =>
      send<Registration>(person, '/v1/profile/registrations', {
        event_id,
        option_id: option_ids[0],
        customer_profile_id: person.profileId(shop.programId),
        attendee_profile_id: child.attendee_profile_id,
      })
    expect((await register()).body.type).toBe('membership_required')

    const { status, body } = await buy(person, source, { attendee_profile_id: child.attendee_profile_id })
    expect([status, body.status, body.is_usable, body.price.value, body.open_order_id]).toEqual([
      201,
      'active',
      true,
      4500,
      null,
    ])
    expect(body.default_payment_method).not.toBeNull()
    expect(body.attendee_profile?.id).toBe(child.attendee_profile_id)
    const order = await orderOf(person, body.order_id ?? '')
    expect([order.status, order.items[0]?.type, order.items[0]?.amount.value]).toEqual([
      'paid',
      'membership_package',
      4500,
    ])
    expect((await register()).status).toBe(201)
    const profile = await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)
    expect(profile.has_active_membership).toBe(true)

    const again = await buy(person, source, { attendee_profile_id: child.attendee_profile_id })
    expect([again.status, again.body.type]).toEqual([409, 'already_registered'])
    const preview = await organiser(`${body.id}/end`, { refund: 'unused', dry_run: true })
    expect((await shop.read<Membership>(person, `${base()}/${body.id}`)).status).toBe('active')
    const ended = await organiser(`${body.id}/end`, { refund: 'unused' })
    expect([ended.status, ended.body.status, ended.body.is_usable]).toEqual([200, 'cancelled', false])
    await bench.tick()
    const returned = (await orderOf(person, order.id)).amount_returned
    expect(returned.value).toBeGreaterThan(4000)
    expect(preview.body).toMatchObject({ object: 'membership_end_preview', amount_returned: returned })
  })

  it('a cart of either API version sells a membership with other items', async () => {
    const person = await shop.customer()
    const source = await monthly()
    const open = { program_id: shop.programId, customer_profile_id: person.profileId(shop.programId) }
    const first = await send<Order>(person, '/v1/profile/orders', {
      ...open,
      items: [{ type: 'membership_package', source }],
    })
    expect([first.status, first.body.checkout_methods, first.body.amount_total.value > 0]).toEqual([
      201,
      ['card'],
      true,
    ])
    const second = await send<Order>(person, '/v2/profile/orders', {
      ...open,
      items: [{ product_id: source, quantity: 1 }],
    })
    expect([second.status, second.body.items[0]?.product_id]).toEqual([201, source])
    expect((await shop.pay(person, { order_id: first.body.id } as never)).status).toBe(201)
    const [bought] = (await shop.read<{ data: Membership[] }>(person, base())).data
    expect([bought?.status, bought?.order_id]).toEqual(['active', first.body.id])
    const twice = await send<Order>(person, `/v1/profile/orders/${second.body.id}/items`, {
      type: 'membership_package',
      source,
    })
    expect(twice.body.type).toBe('already_registered')
  })

  it('a membership that waits for the bank ends after 23 hours', async () => {
    const person = await shop.customer()
    const bought = await buy(person, await monthly(), { default_payment_method: 'pm_card_authenticationRequired' })
    expect([bought.status, bought.body.status, bought.body.is_usable, bought.body.open_order_id]).toEqual([
      201,
      'incomplete',
      false,
      bought.body.order_id,
    ])
    bench.pass(22 * 3_600_000)
    await bench.tick()
    await person.renew()
    expect((await read(person, bought.body.id)).status).toBe('incomplete')
    bench.pass(2 * 3_600_000)
    await bench.tick()
    await person.renew()
    expect((await read(person, bought.body.id)).status).toBe('incomplete_expired')
    expect((await orderOf(person, bought.body.order_id ?? '')).status).toBe('expired')
  })

  it('a declined card leaves the membership incomplete until another card pays', async () => {
    const person = await shop.customer()
    const refused = await buy(person, await monthly(), { default_payment_method: 'pm_card_chargeDeclined' })
    expect([refused.status, refused.body.param]).toEqual([402, null])
    const [waiting] = (await shop.read<{ data: Membership[] }>(person, `${base()}?status=incomplete`)).data
    expect((await shop.pay(person, { order_id: waiting?.open_order_id } as never)).status).toBe(201)
    expect((await read(person, waiting?.id ?? '')).status).toBe('active')
  })

  it('a membership with a fixed billing day first costs its share of the month', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ anchor_day: 1 }))
    const start = new Date(body.current_period_start ?? 0)
    const end = new Date(body.current_period_end ?? 0)
    const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
    const days = Math.round((end.getTime() - start.getTime()) / day)
    const order = await orderOf(person, body.order_id ?? '')
    expect(order.items[0]?.amount.value).toBe(Math.floor((2 * 4500 * days + length) / (2 * length)))
  })

  it('M-24: a membership is refused if it is bought twice at once, off sale or from another program', async () => {
    const person = await shop.customer()
    const source = await monthly()
    const answers = await Promise.all([buy(person, source), buy(person, source), buy(person, source)])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.type)
    expect(refused).toEqual(['already_registered', 'already_registered'])
    const held = await shop.read<List<Membership>>(person, base())
    expect(held.data.map(({ status, package: sold }) => [status, sold.id])).toEqual([['active', source]])
    const paid = await shop.read<List<Order>>(person, `/v1/profile/orders?program_id=${shop.programId}&status=paid`)
    expect(paid.total).toBe(1)
    const elsewhere = await makeMembershipPackage(bench, await makeProgram(bench, { features: { memberships: true } }))
    const refusal = async (package_id: string, more = {}) => {
      const { body } = await buy(person, package_id, more)
      return [body.type, body.param]
    }
    expect(await refusal(elsewhere)).toEqual(['not_found', 'source'])
    expect(await refusal(await monthly({ is_discontinued: true }))).toEqual(['option_not_on_sale', 'source'])
    for (const start_date of ['1900-01-01', '9999-12-31'])
      expect(await refusal(await monthly(), { start_date })).toEqual(['invalid_date', 'start_date'])
  })
})

describe('a trial of a membership', () => {
  it('a trial is charged at its end and announced three days before', async () => {
    const person = await shop.customer()
    const source = await monthly({ trial_days: 7 })
    const without = await buy(person, source, { default_payment_method: null })
    expect([without.status, without.body.type, without.body.param]).toEqual([400, 'required', 'default_payment_method'])
    await store(person, 'pm_card_visa')
    const { status, body } = await buy(person, source, { default_payment_method: null })
    expect([status, body.status, body.is_usable]).toEqual([201, 'trialing', true])
    await passDays(person, 5)
    expect((await mailsTo(bench, person.email)).some(({ subject }) => subject.includes('trial ends'))).toBe(true)
    await passDays(person, 3)
    const after = await read(person, body.id)
    expect([after.status, after.current_period_start]).toEqual(['active', body.trial_end])
    expect(after.billing_cycle_anchor).toBe(body.trial_end)
  })

  it('a trial without a card is paused at its end', async () => {
    const person = await shop.customer()
    const source = await monthly({ trial_days: 2, trial_needs_card: false })
    const { body } = await buy(person, source, { default_payment_method: null })
    expect(body.status).toBe('trialing')
    await passDays(person, 3)
    expect((await read(person, body.id)).status).toBe('paused')
    const payment_source_id = await store(person, 'pm_card_visa')
    const mended = await send<Membership>(person, `${base()}/${body.id}/payment_method`, { payment_source_id })
    expect([mended.status, mended.body.status]).toEqual([200, 'active'])
  })

  it('a membership with a later first day is charged on that day', async () => {
    const person = await shop.customer()
    await store(person, 'pm_card_visa')
    const start_date = new Date(bench.now() + 3 * day).toISOString().slice(0, 10)
    const { body } = await buy(person, await monthly(), { default_payment_method: null, start_date })
    expect([body.status, body.is_usable, body.start_date]).toEqual(['scheduled', false, start_date])
    await passDays(person, 4)
    const begun = await read(person, body.id)
    expect([begun.status, begun.amount_due.value]).toEqual(['active', 0])
  })
})

describe('a renewal of a membership', () => {
  it('a renewal charges the stored card and grants new credits', async () => {
    const person = await shop.customer()
    const source = await monthly({
      allocated_amount: 4,
      allocated_period: 'billing_period',
      allocate_credits_on_period: true,
    })
    const { body } = await buy(person, source)
    const balance = () => shop.read<SessionBalance>(person, `/v1/profile/programs/${shop.programId}/session_balance`)
    expect((await balance()).available).toBe(4)
    await passDays(person, 32)
    const renewed = await read(person, body.id)
    expect([renewed.status, renewed.current_period_start]).toEqual(['active', body.current_period_end])
    expect((await balance()).available).toBe(4)
    const paid = await shop.db.select().from(orders).where(eq(orders.membership_id, body.id))
    expect(paid.map(({ status, amount_total, amount_paid }) => [status, amount_total === amount_paid])).toEqual([
      ['paid', true],
    ])
    const held = await shop.read<MembershipBalance>(
      person,
      `/v1/profile/programs/${shop.programId}/membership_balance/${body.id}`,
    )
    expect([held.available, held.total]).toEqual([4, 4])
  })

  it('a declined renewal is retried on days 1, 3, 5 and 7', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly())
    const bad = await store(person, 'pm_card_chargeCustomerFail')
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id: bad })
    const length = Math.round((Date.parse(body.current_period_end ?? '') - bench.now()) / day)
    await passDays(person, length + 1)
    const late = await read(person, body.id)
    expect([late.status, late.is_usable, late.amount_due.value > 0]).toEqual(['past_due', true, true])
    await passDays(person, 8, true)
    const closed = await read(person, body.id)
    expect([closed.status, closed.is_usable]).toEqual(['unpaid', false])
    const subjects = (await mailsTo(bench, person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('couldn’t charge')).length).toBeGreaterThanOrEqual(4)
    const pay = await shop.pay(person, { order_id: closed.open_order_id } as never)
    expect(pay.status).toBe(201)
    expect((await read(person, body.id)).status).toBe('active')
    const { data } = await shop.read<{ data: Notification[] }>(
      person,
      `/v1/programs/${shop.programId}/notifications?limit=100`,
    )
    const failed = data.filter(({ reason }) => reason === 'membership_payment_failed')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.filter(({ is_read }) => !is_read)).toEqual([])
  })

  it('a renewal charges a stolen card once, and each mail asks for another card', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly())
    const { sources } = await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)
    const stolen = { card: 'pm_card_chargeDeclinedStolenCard' }
    for (const { id } of sources) await shop.db.update(sandboxSources).set(stolen).where(eq(sandboxSources.id, id))
    await passDays(person, Math.round((Date.parse(body.current_period_end ?? '') - bench.now()) / day) + 1)
    await passDays(person, 4, true)
    const { open_order_id } = await read(person, body.id)
    const tried = (await orderOf(person, open_order_id ?? '')).payments
    expect(tried.map(({ error_type }) => error_type)).toEqual(['stolen_card'])
    const mails = (await mailsTo(bench, person.email)).filter(({ subject }) => subject.includes('couldn’t charge'))
    expect(mails.map(({ text }) => text.includes('We won’t charge that card again'))).toEqual([true, true, true])
  })

  it('a renewal that needs a bank confirmation is completed from its mail', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week' }))
    const asking = await storeAsking(person)
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id: asking })
    await passDays(person, 8)
    const late = await read(person, body.id)
    expect(late.status).toBe('past_due')
    const payments = await shop.read<{ data: Payment[] }>(person, `/v1/profile/orders/${late.open_order_id}/payments`)
    const payment = payments.data.find(({ status }) => status === 'requires_action')
    await shop.decideAtBank(payment as Payment, 'confirm')
    await shop.confirm(person, { order_id: late.open_order_id } as never, payment as Payment)
    expect((await read(person, body.id)).status).toBe('active')
  })

  it("a renewal that waits for the bank's confirmation charges no card again", async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly())
    await send(person, `${base()}/${body.id}/payment_method`, { payment_source_id: await storeAsking(person) })
    const length = Math.round((Date.parse(body.current_period_end ?? '') - bench.now()) / day)
    await passDays(person, length + 1)
    await passDays(person, 4, true)
    const late = await read(person, body.id)
    const { payments } = await shop.orderOf(person, { order_id: late.open_order_id } as never)
    expect(payments.map(({ status }) => status)).toEqual(['requires_action'])
    const rows = await shop.db
      .select()
      .from(paymentRows)
      .where(eq(paymentRows.order_id, late.open_order_id ?? ''))
    expect(rows.map(({ attempts }) => attempts)).toEqual([2])
    const subjects = (await mailsTo(bench, person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Confirm your payment')).length).toBeGreaterThanOrEqual(2)
    expect(subjects.filter((subject) => subject.includes('couldn’t charge'))).toEqual([])
    await shop.decideAtBank(payments[0] as Payment, 'confirm')
    await shop.confirm(person, { order_id: late.open_order_id } as never, payments[0] as Payment)
    expect((await read(person, body.id)).status).toBe('active')
  })

  it('a new price applies to renewals 30 days after its announcement', async () => {
    const person = await shop.customer()
    const source = await monthly({ billing_period: 'week' })
    const { body } = await buy(person, source)
    await shop.db.update(membershipPackages).set({ cost: 5000 }).where(eq(membershipPackages.id, source))
    await bench.tick()
    expect((await read(person, body.id)).next_price?.value).toBe(5000)
    for (let week = 0; week < 5; week += 1) await passDays(person, 7)
    // A period is charged at nine in the morning.
    await passDays(person, 0.5)
    const paid = await shop.db.select().from(orders).where(eq(orders.membership_id, body.id)).orderBy(orders.created)
    expect(paid.map(({ amount_subtotal }) => amount_subtotal)).toEqual([4500, 4500, 4500, 4500, 5000])
    const after = await read(person, body.id)
    expect([after.price.value, after.next_price]).toEqual([5000, null])
  })
})

describe('ending and pausing a membership', () => {
  it('a cancelled membership stays usable until its period ends', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week' }))
    const cancelled = await send<Membership>(person, `${base()}/${body.id}/cancel`, { reason: 'too_expensive' })
    expect([cancelled.body.status, cancelled.body.cancel_at_period_end, cancelled.body.cancel_at]).toEqual([
      'active',
      true,
      body.current_period_end,
    ])
    const kept = await send<Membership>(person, `${base()}/${body.id}/keep`, {})
    expect([kept.body.cancel_at_period_end, kept.body.cancel_at]).toEqual([false, null])
    await send(person, `${base()}/${body.id}/cancel`, {})
    await passDays(person, 8)
    expect((await read(person, body.id)).status).toBe('cancelled')
    expect(await shop.db.select().from(orders).where(eq(orders.membership_id, body.id))).toEqual([])
  })

  it('the paid days of a pause reduce the next charge', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week', cost: 7000 }))
    expect((await send(person, `${base()}/${body.id}/hold`, {})).body.type).toBe('transition_not_allowed')
    const from = body.current_period_start?.slice(0, 10) ?? ''
    const to = new Date(Date.parse(from) + 3 * day).toISOString().slice(0, 10)
    const held = await organiser(`${body.id}/hold`, { from, to })
    expect([held.status, held.body.status, held.body.is_usable]).toEqual([200, 'paused', false])
    await passDays(person, 4)
    expect((await read(person, body.id)).status).toBe('active')
    await passDays(person, 5)
    const [next] = await shop.db.select().from(orders).where(eq(orders.membership_id, body.id))
    expect(next?.amount_subtotal).toBe(4000)
    const [row] = await shop.db.select().from(memberships).where(eq(memberships.id, body.id))
    expect(row?.credit_amount).toBe(0)
  })

  it('the paid days of a pause go to the balance if the membership ends first', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week', cost: 7000 }))
    const from = body.current_period_start?.slice(0, 10) ?? ''
    const to = new Date(Date.parse(from) + 3 * day).toISOString().slice(0, 10)
    await organiser(`${body.id}/hold`, { from, to })
    await passDays(person, 4)
    await send(person, `${base()}/${body.id}/cancel`, {})
    await passDays(person, 5)
    await passDays(person, 1)
    expect((await read(person, body.id)).status).toBe('cancelled')
    const [row] = await shop.db.select().from(memberships).where(eq(memberships.id, body.id))
    const entries = await shop.db
      .select()
      .from(accountBalanceEntries)
      .where(eq(accountBalanceEntries.dedupe, `hold_credit:${body.id}`))
    expect([row?.credit_amount, entries.map(({ kind, amount }) => [kind, amount])]).toEqual([
      0,
      [['refund_credit', 3000]],
    ])
  })

  it('a fixed-term membership ends after its periods', async () => {
    const person = await shop.customer()
    const { body } = await buy(person, await monthly({ billing_period: 'week', num_periods: 2 }))
    await passDays(person, 8)
    await passDays(person, 7)
    expect((await read(person, body.id)).status).toBe('expired')
    expect(await shop.db.select().from(orders).where(eq(orders.membership_id, body.id))).toHaveLength(1)
  })

  it('a code for members is refused to other customers', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const source = await monthly()
    await makeCoupon(bench, shop.programId, {
      code: 'MEMBERS',
      percent_off: 1000,
      membership_packages: [source],
    } as never)
    await buy(person, source)
    const answers = await Promise.all(
      [person, other].map(async (each) => {
        const cart = await shop.cart(each)
        return (await send(each, `/v1/profile/orders/${cart.order_id}/discounts`, { code: 'MEMBERS' })).body.type
      }),
    )
    expect(answers[1]).toBe('coupon_membership_required')
    expect(answers[0]).not.toBe('coupon_membership_required')
  })
})
