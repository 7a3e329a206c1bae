import { dayMs } from '../../functions/contract/limits.ts'
import { giveBalance } from '../../functions/test-bench/balances.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { makeCrowd } from '../races/crowd.ts'
import { inFewBatches } from '../races/in-few-batches.ts'
import { type Booking, cost, type Pays } from './booking.ts'

const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclined'] as const
const pays: readonly Pays[] = ['card', 'balance', 'parts', 'card', 'office', 'stored']
const afterwards = ['nothing', 'cancel_place', 'nothing', 'cancel_order', 'refund'] as const
const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 20 }, { days_before: 10 }] }
/** Balances of the customers who pay by balance. The second one is too small, so a card pays the remainder. */
const balances = [cost, 4000] as const

/** The scenario of a booking, by its number. */
function wayOf(number: number): Pick<Booking, 'pays' | 'afterwards' | 'to'> {
  const group = Math.floor(number / 4)
  const how = {
    pays: pays[group % pays.length] as Pays,
    to: group % 2 === 0 ? 'account_balance' : 'original_method',
  } as const
  const after = afterwards[(number + group) % afterwards.length] as Booking['afterwards']
  return { ...how, afterwards: after === 'nothing' && how.pays === 'parts' ? 'part' : after }
}

/**
 * New bookings, each by its own customer, on an event with automatic refunds or one that needs approval. The number
 * decides the payment method, the card and the next action.
 */
export async function makeBookings(
  site: ProofSite,
  input: { from: number; count: number; way?: ReturnType<typeof wayOf> & { isAsked?: boolean } },
): Promise<Booking[]> {
  const programId = await makeProgram(site.bench, {
    features: { account_balance: true },
    selling: { offline: true, offline_limits: { days: 7, places: 4, verified_email: true } },
  })
  const about = { programId, startsAt: site.now() + 60 * dayMs, options: [{ cost }, { cost, paymentPlan }] }
  const automatic = await makeEvent(site.bench, about)
  const asked = await makeEvent(site.bench, { ...about, refund: { ...fairRefund, automatic: false } })
  const crowd = await makeCrowd(site, { programId, count: input.count, children: 1 })
  const ways = crowd.map((_, index) => input.way ?? wayOf(input.from + index))
  await inFewBatches(site.bench, async (world) =>
    Promise.all(
      crowd.map(async ({ person }, index) =>
        ways[index]?.pays === 'balance'
          ? giveBalance(world, person, { programId, amount: balances[(input.from + index) % 2] as number })
          : undefined,
      ),
    ),
  )
  return crowd.map(({ person, children }, index) => {
    const number = input.from + index
    const way = ways[index] as ReturnType<typeof wayOf> & { isAsked?: boolean }
    const { event_id, option_ids } = way.afterwards === 'refund' && way.isAsked !== false ? asked : automatic
    return {
      ...{ pays: way.pays, afterwards: way.afterwards, to: way.to },
      name: `booking${number}`,
      person,
      programId,
      event_id,
      option_id: option_ids[way.pays === 'parts' ? 1 : 0] as string,
      attendee_profile_id: children[0]?.attendee_profile_id as string,
      card: cards[number % 4] as string,
      isLeaving: number % 5 === 0,
      next: 'hold',
      attempts: 0,
      registration_id: null,
      order_id: null,
      payment_id: null,
      paid_by: null,
      part_id: null,
      request_id: null,
      stored_card: null,
      recorded: 0,
      bank: null,
      ending: null,
      faults: [],
    }
  })
}

/** New tokens for all customers after the clock moved beyond their lifetime. */
export const renewAll = (bookings: Booking[]) => Promise.all(bookings.map((booking) => booking.person.renew()))

/** Sets the outcome of the sandbox's next payment, while no fault of the database is active. */
export async function setNextScenario(site: ProofSite, next: string, seconds: number): Promise<void> {
  const value = JSON.stringify({ next, seconds })
  await site.sql(
    "INSERT INTO facts (name, value, updated) VALUES ('sandbox_next', ?1, 0) ON CONFLICT (name) DO UPDATE SET value = ?1",
    value,
  )
}

/** Waits until no deferred work is left. */
export async function quiet(site: ProofSite, pauseMs = 150): Promise<void> {
  for (let before = -1; ; ) {
    const { trips } = await site.counters(false)
    if (trips === before) return
    before = trips
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
