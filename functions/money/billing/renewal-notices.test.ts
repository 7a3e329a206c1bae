import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../../contract/booking/membership.ts'
import { system } from '../../platform/actor.ts'
import { database } from '../../platform/database/database.ts'
import { membershipPackages, memberships, orders, outbox, programs } from '../../platform/database/tables.ts'
import { makeContext } from '../../platform/make-context.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeMembershipPackage } from '../../test-bench/programs.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { announceRenewals } from './announce-memberships.ts'

const day = 86_400_000
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { memberships: true } } }))
})

const base = () => `/v1/profile/programs/${shop.programId}/memberships`
async function buy(person: Person, more: Parameters<typeof makeMembershipPackage>[2] = {}) {
  const package_id = await makeMembershipPackage(bench, shop.programId, { billing_period: 'year', ...more })
  const answer = await bench.call(
    base(),
    person.json({
      package_id,
      customer_profile_id: person.profileId(shop.programId),
      default_payment_method: 'pm_card_visa',
    }),
  )
  expect(answer.status).toBe(201)
  return (await answer.json()) as Membership
}
const cancel = async (person: Person, id: string, path: 'cancel' | 'keep' = 'cancel') =>
  expect((await bench.call(`${base()}/${id}/${path}`, person.json({}))).status).toBe(200)
/** Passes time until some days before the end of the current period. */
async function passUntil(person: Person, { current_period_end }: Membership, daysBefore: number) {
  bench.pass(Date.parse(current_period_end ?? '') - daysBefore * day - bench.now())
  await bench.tick()
  await person.renew()
}
const told = async (person: Person) =>
  (await mailsTo(bench, person.email)).filter(({ subject }) => subject.includes(' renews on '))

describe('the notice of a renewal', () => {
  it('a yearly renewal is announced once, at least 30 days before, with the amount that is charged then', async () => {
    const person = await shop.customer()
    const bought = await buy(person, { name: 'Club year', cost: 12_000 })
    await passUntil(person, bought, 33)
    expect(await told(person)).toEqual([])
    await passUntil(person, bought, 30)
    await bench.tick()
    bench.pass(20 * day)
    await bench.tick()
    const mails = await told(person)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your Club year renews on \w+, /)])
    expect(mails[0]?.text).toContain(`/profile/memberships/${bought.id}?act=cancel#cancel`)
    await passUntil(person, bought, -1)
    const [order] = await database(bench.env.DB).select().from(orders).where(eq(orders.membership_id, bought.id))
    expect(order?.amount_paid).toBeGreaterThan(0)
    expect(mails[0]?.text).toContain(`$${((order?.amount_paid ?? 0) / 100).toFixed(2)}`)
  })

  it('each year of a yearly membership is announced', async () => {
    const person = await shop.customer()
    const bought = await buy(person)
    for (const daysBefore of [20, 20 - 365]) {
      await passUntil(person, bought, daysBefore + 15)
      expect(await told(person)).toEqual([])
      await passUntil(person, bought, daysBefore)
      expect(await told(person)).toHaveLength(1)
    }
  })

  it('a monthly renewal is announced seven days before the first only, and a weekly one never', async () => {
    const person = await shop.customer()
    const bought = await buy(person, { billing_period: 'month' })
    await passUntil(person, bought, 10)
    expect(await told(person)).toEqual([])
    await passUntil(person, bought, 7)
    expect(await told(person)).toHaveLength(1)
    await passUntil(person, bought, -1)
    await passUntil(person, bought, -27)
    const about = and(eq(outbox.kind, 'membership.renewing'), eq(outbox.ref, bought.id))
    const [last] = await database(bench.env.DB).select().from(memberships).where(eq(memberships.id, bought.id))
    expect([last?.num_paid, last?.renewal_told_for]).toEqual([2, bought.current_period_end?.slice(0, 10)])
    expect((await database(bench.env.DB).select().from(outbox).where(about)).length).toBeLessThanOrEqual(1)
    const other = await shop.customer()
    await passUntil(other, await buy(other, { billing_period: 'week' }), 2)
    expect(await told(other)).toEqual([])
  })

  it('a renewal is announced to neither a member who cancelled nor one whose last period it is', async () => {
    const [left, last] = [await shop.customer(), await shop.customer()]
    const bought = await buy(left)
    await buy(last, { num_periods: 1 })
    await cancel(left, bought.id)
    await passUntil(left, bought, 25)
    expect([await told(left), await told(last)]).toEqual([[], []])
    await cancel(left, bought.id, 'keep')
    await bench.tick()
    expect(await told(left)).toHaveLength(1)
  })

  it('a renewal is announced again when its amount changes after the notice', async () => {
    const person = await shop.customer()
    const bought = await buy(person, { cost: 10_000 })
    await passUntil(person, bought, 25)
    const db = database(bench.env.DB)
    const [{ selling } = { selling: null }] = await db.select().from(programs).where(eq(programs.id, shop.programId))
    const taxed = { ...selling, taxes: [{ name: 'HST', percent: 1300, included: false }] } as never
    bench.pass(60_000)
    await db.update(programs).set({ selling: taxed, updated: bench.now() }).where(eq(programs.id, shop.programId))
    bench.pass(60_000)
    await bench.tick()
    await bench.tick()
    await db
      .update(programs)
      .set({ selling: selling as never })
      .where(eq(programs.id, shop.programId))
    const [first, second, ...more] = await told(person)
    expect(more).toEqual([])
    expect(new Set([first?.text.includes('$113.00'), second?.text.includes('$113.00')])).toEqual(new Set([true, false]))
  })

  it('a price that is announced with the renewal is the price of the notice', async () => {
    const person = await shop.customer()
    const bought = await buy(person, { cost: 10_000 })
    await passUntil(person, bought, 60)
    const db = database(bench.env.DB)
    await db.update(membershipPackages).set({ cost: 11_000 }).where(eq(membershipPackages.id, bought.package.id))
    await passUntil(person, bought, 30)
    expect((await told(person)).map(({ text }) => text.includes('$110.00'))).toEqual([true])
  })

  it('a paused membership is announced with the day on which its pause ends and the credit for the pause', async () => {
    const person = await shop.customer()
    const bought = await buy(person, { cost: 36_500 })
    const at = (offset: number) =>
      new Date(Date.parse(bought.current_period_end ?? '') + offset * day).toISOString().slice(0, 10)
    await passUntil(person, bought, 40)
    const held = await bench.call(`/v1/organiser/programs/${shop.programId}/memberships/${bought.id}/hold`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify({ from: at(-40), to: at(20) }),
    })
    expect(held.status).toBe(200)
    await passUntil(person, bought, 20)
    expect(await told(person)).toEqual([])
    await passUntil(person, bought, -5)
    const [mail] = await told(person)
    await passUntil(person, bought, -21)
    const [order] = await database(bench.env.DB).select().from(orders).where(eq(orders.membership_id, bought.id))
    expect([order?.membership_period, order?.status]).toEqual([at(20), 'paid'])
    expect(mail?.text).toContain(`$${((order?.amount_paid ?? 0) / 100).toFixed(2)}`)
  })

  it('two runs of the scheduler at once announce a renewal once', async () => {
    const person = await shop.customer()
    const bought = await buy(person)
    bench.pass(Date.parse(bought.current_period_end ?? '') - 30 * day - bench.now())
    // Two runs have different times, so the keys of their events differ.
    const runAt = async (now: number) =>
      announceRenewals(makeContext({ env: bench.env, now, requestId: 'test', actor: system }))
    await Promise.all([runAt(bench.now()), runAt(bench.now() + 1)])
    const events = await database(bench.env.DB)
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'membership.renewing'), eq(outbox.ref, bought.id)))
    expect(events).toHaveLength(1)
  })
})

describe('the mail about a paid membership', () => {
  it('start, renewal and trial each have their own mail, which names the next payment', async () => {
    const [member, guest] = [await shop.customer(), await shop.customer()]
    const bought = await buy(member, { name: 'Swim pass', billing_period: 'month' })
    const trial = await buy(guest, { name: 'Trial pass', billing_period: 'month', trial_days: 14 })
    await bench.tick()
    const subjectsOf = async (person: Person) =>
      (await mailsTo(bench, person.email)).filter(({ subject }) => subject.includes('(receipt '))
    const [begun] = await subjectsOf(member)
    const [free] = await subjectsOf(guest)
    expect([begun?.subject, free?.subject]).toEqual([
      expect.stringMatching(/^Your Swim pass has begun \(receipt /),
      expect.stringMatching(/^Your free trial of Trial pass has begun \(receipt /),
    ])
    expect(begun?.text).toMatch(/Next payment: \w+, .+, \$45\.00\./)
    expect(free?.text).toMatch(/It’s free until \w+, .+ That day we charge \$45\.00 to your stored card\./)
    await passUntil(guest, { current_period_end: trial.trial_end } as Membership, -1)
    await member.renew()
    await passUntil(member, bought, -1)
    const receipts = [...(await subjectsOf(member)), ...(await subjectsOf(guest))]
    const renewed = receipts.find(({ subject }) => subject.startsWith('Your Swim pass renewed (receipt '))
    expect(renewed?.text).toMatch(/Next payment: \w+, .+, \$45\.00\./)
    expect(renewed?.text).not.toContain('Thank you for your order')
    expect(receipts.some(({ subject }) => subject.startsWith('Your Trial pass has begun'))).toBe(true)
  })
})
