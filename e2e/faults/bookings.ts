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
/** Of every second one who pays by balance a card pays the rest. */
const balances = [cost, 4000] as const

/** How a booking goes, by its number. */
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
 * Bookings that are about to begin, each by a customer of its own, on an event that gives money back by itself or on one whose
 * organisation is asked; the numbers decide how it is paid, by which card, and what comes after.
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

/** New tokens for everybody, after the clock was moved further than one lives. */
export const renewAll = (bookings: Booking[]) => Promise.all(bookings.map((booking) => booking.person.renew()))

/** How the provider treats the next payment, set past every disturbance. */
export async function setNextScenario(site: ProofSite, next: string, seconds: number): Promise<void> {
  const value = JSON.stringify({ next, seconds })
  await site.sql(
    "INSERT INTO facts (name, value, updated) VALUES ('sandbox_next', ?1, 0) ON CONFLICT (name) DO UPDATE SET value = ?1",
    value,
  )
}

/** Until nothing is done any more after the answers. */
export async function quiet(site: ProofSite, pauseMs = 150): Promise<void> {
  for (let before = -1; ; ) {
    const { trips } = await site.counters(false)
    if (trips === before) return
    before = trips
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
