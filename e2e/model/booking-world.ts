import { giveBalance } from '../../functions/test-bench/balances.ts'
import { type Person, makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import {
  fairRefund,
  makeCoupon,
  makeEvent,
  makeMembershipPackage,
  makePool,
  makeProgram,
  makeSessionPackage,
} from '../../functions/test-bench/programs.ts'
import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Booking, minute, type ModelCode, type ModelOption } from './booking-state.ts'
import type { ModelCard, ModelPlan } from './membership-state.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

const day = 24 * 60 * minute
/** Number of options without restriction. The next option needs a package; appointment times follow. */
export const openOptions = 4
export const packageOption = 4
/** The option with an instalment plan. */
export const plannedOption = 3
export type Child = { profile: string; attendee: string; customer: number }
export type World = {
  site: ProofSite
  programId: string
  eventIds: string[]
  lesson: { type: string; option: string }
  people: Person[]
  children: Child[]
  booking: Booking /** Minutes by which the clock has moved since the beginning. */
  passed: number
  /** The kind of commands that a control is about; null in other rounds. */
  subject: 'families' | 'memberships' | 'moves' | 'packages' | 'parts' | 'staff' | null
  /** True when most commands choose and use instalments. */
  likesParts: boolean
  codeAttempts: number[] /** Cards stored by each customer. */
  cards: (Record<ModelCard, string> | null)[] /** The stored data at the last comparison. */
  books: string
  /** Each receipt and credit note as it was issued. */
  papers: Map<string, string>
}

/**
 * A program with a few places in four options, three coupons of every kind and three families of two, with its model.
 */
export async function openWorld(site: ProofSite, choices: Choices, subject: World['subject']): Promise<World> {
  const { below, pick, chance } = choices
  const selling = {
    fee: { percent: pick([0, 250]), fixed: pick([0, 100]), included: chance(0.3) },
    taxes: pick([
      [],
      [{ name: 'HST', percent: 1300, included: false }],
      [
        { name: 'GST', percent: 500, included: false },
        { name: 'PST', percent: 998, included: false },
      ],
      [{ name: 'VAT', percent: 2000, included: true }],
    ]),
  }
  const retention = { fixed: pick([0, 500]), percent: pick([0, 10]), keeps: chance(0.5) }
  const refund = {
    ...fairRefund,
    retention: { fixed: retention.fixed, percent: retention.percent, keep_fees: retention.keeps },
  }
  const programId = await makeProgram(site.bench, {
    features: { account_balance: true, sessions: true, products: true, appointments: true, memberships: true },
    selling: { ...selling, offline: true, offline_limits: { days: 7, places: 1000, verified_email: true } },
  })
  const pools = [{ id: await makePool(site.bench, programId, 3), spots: 3 }]
  const starts = site.now() + 40 * day
  const startsAt = [starts, starts + 2 * day, starts + 4 * day, starts + 6 * day]
  const sold = { cost: 6050, visits: 3, event: 3, starts: startsAt[3] as number }
  const wares = [
    { cost: 1595, stock: 4, isAsked: false },
    { cost: 3000, stock: 2147483647, isAsked: true },
    { cost: 420, stock: 2, isAsked: null },
  ]
  const products = await Promise.all(
    wares.map(({ cost, stock, isAsked }) =>
      makeProduct(site.bench, {
        programId,
        variations: [{ cost, stock }],
        ...(isAsked === null ? {} : { returnDays: 90, returnOnRequest: isAsked }),
      }),
    ),
  )
  const plans: ModelPlan[] = [
    { id: '', cost: 3000, trial: null, visits: 2 },
    { id: '', cost: 2250, trial: 7, visits: null },
  ]
  for (const plan of plans)
    plan.id = await makeMembershipPackage(site.bench, programId, {
      ...{ billing_period: 'week', cost: plan.cost, trial_days: plan.trial, is_unlimited: plan.visits === null },
      ...(plan.visits === null
        ? {}
        : { allocated_amount: plan.visits, allocated_period: 'billing_period', allocate_credits_on_period: true }),
    })
  const packageId = await makeSessionPackage(site.bench, programId, { cost: sold.cost, allocated_amount: sold.visits })
  const likesParts = subject === null ? chance(0.3) : subject === 'parts'
  const plan = { percent: 40, days: [2, 5] }
  const paymentPlan = { deposit: { percent: plan.percent }, parts: plan.days.map((days_after) => ({ days_after })) }
  const input: { cost: number; spots: number; poolIds?: string[]; paymentPlan?: typeof paymentPlan }[][] = [
    [
      { cost: 10_000, spots: 1 + below(3) },
      { cost: 7550, spots: 3, poolIds: [pools[0]?.id as string] },
    ],
    [{ cost: 0, spots: 2, poolIds: [pools[0]?.id as string] }],
    [{ cost: 23_345 + below(100), spots: 5, ...(likesParts ? { paymentPlan } : {}) }],
    [{ cost: 2500, spots: 9 }],
  ]
  const asksFirst = [false, false, chance(0.5), false]
  const hasWaitlist = [true, chance(0.5), chance(0.5), false]
  const events = await Promise.all(
    input.map((options, at) =>
      makeEvent(site.bench, {
        programId,
        options,
        startsAt: startsAt[at] as number,
        waitlist: hasWaitlist[at] === true,
        packageIds: at === sold.event ? [packageId, plans[0]?.id as string] : [],
        refund: { ...refund, automatic: !asksFirst[at] },
      }),
    ),
  )
  const options = events.flatMap((event, eventIndex) =>
    event.option_ids.map((id, index) => ({
      id,
      event: eventIndex,
      cost: input[eventIndex]?.[index]?.cost ?? 0,
      spots: input[eventIndex]?.[index]?.spots ?? 0,
      pool: input[eventIndex]?.[index]?.poolIds ? 0 : null,
      start: null,
      plan: input[eventIndex]?.[index]?.paymentPlan ? plan : null,
    })),
  )

  const lesson = await makeAppointmentType(site.bench, programId, { refund: { ...refund, automatic: true } })
  const times = timesAfter(starts + 10 * day)
  const booked: ModelOption[] = times.map((start, index) => ({
    ...{
      id: new Date(start).toISOString(),
      event: events.length + index,
      cost: 4500,
      spots: 1,
      pool: null,
      start,
      plan: null,
    },
  }))
  const coupons = await makeCoupons(site, programId, plans)
  const people = await Promise.all(
    Array.from({ length: 3 }, () => makeCustomer(site.bench, { programIds: [programId] })),
  )
  const children = await Promise.all(
    people.flatMap((person, customer) =>
      [0, 1].map(async () => {
        const { attendee_profile_id, attendee_id } = await makeAttendee(site.bench, person, { programId })
        return { customer, profile: attendee_profile_id, attendee: attendee_id }
      }),
    ),
  )
  const balances = people.map(() => pick([0, 0, 4000, 25_000]))
  for (const [index, amount] of balances.entries())
    if (amount > 0) await giveBalance(site.bench, people[index] as Person, { programId, amount })
  await site.sql("DELETE FROM facts WHERE name = 'sandbox_next'")
  const booking: Booking = {
    options: [...options, ...booked],
    pools,
    coupons,
    selling,
    retention: { fixed: retention.fixed, percent: retention.percent, keepsFees: retention.keeps },
    startsAt: [...startsAt, ...times],
    asksFirst: [...asksFirst, ...times.map(() => false)],
    hasWaitlist: [...hasWaitlist, ...times.map(() => false)],
    places: [],
    orders: [],
    balances,
    requests: [],
    entries: [],
    package: { id: packageId, ...sold },
    credits: [],
    ...{ plans, memberships: [], usualCards: people.map(() => pick(['good', 'good', 'bad'] as const)) },
    wares: wares.map((ware, index) => ({ ...ware, id: products[index]?.variation_ids[0] ?? '' })),
    scenario: null,
    cards: [],
  }
  return {
    site,
    programId,
    eventIds: events.map((event) => event.event_id),
    lesson: { type: lesson.type_id, option: lesson.option_ids[0] },
    people,
    children,
    booking,
    passed: 0,
    likesParts,
    codeAttempts: people.map(() => 0),
    cards: people.map(() => null),
    subject,
    books: '',
    papers: new Map(),
  }
}

// Three times on a weekday, in the morning and early afternoon of Toronto.
function timesAfter(moment: number): number[] {
  const midnight = Math.ceil(moment / day) * day
  const weekday = new Date(midnight).getUTCDay()
  const first = midnight + (weekday === 0 ? day : weekday === 6 ? 2 * day : 0)
  return [15, 15.5, 18].map((hour) => first + hour * 60 * minute)
}

async function makeCoupons(site: ProofSite, programId: string, plans: ModelPlan[]): Promise<ModelCode[]> {
  const plain = {
    amount_off: null,
    percent_off: null,
    applies_to: { product_types: [] },
    code: null,
    max: null,
    perCustomer: null,
    isFirstOnly: false,
    isForMembers: false,
    minimumItems: 0,
  }
  const desired: Omit<ModelCode, 'id'>[] = [
    { ...plain, percent_off: 1000, minimumItems: 2 },
    { ...plain, percent_off: 500, isForMembers: true },
    { ...plain, code: 'LAKE15', amount_off: 1500, max: 2 },
    { ...plain, code: 'QUARTER', percent_off: 2555, perCustomer: 1 },
    { ...plain, code: 'FIRST7', amount_off: 700, isFirstOnly: true },
    { ...plain, code: 'WHOLE', percent_off: 10_000, max: 1 },
  ]
  return Promise.all(
    desired.map(async (each) => {
      const { code, amount_off, percent_off, max, perCustomer, isFirstOnly, minimumItems } = each
      const id = await makeCoupon(site.bench, programId, {
        code,
        type: amount_off === null ? 'percent_off' : 'amount_off',
        amount_off,
        percent_off,
        max_redemptions: max,
        limit_customer: perCustomer,
        first_time_transaction: isFirstOnly,
        minimum_items: minimumItems || null,
        apply_automatically: code === null,
        membership_packages: each.isForMembers ? [plans[0]?.id as string] : [],
      })
      return { ...each, id }
    }),
  )
}
