import { dayMs } from '../../functions/contract/limits.ts'
import { makeCart } from '../../functions/test-bench/orders.ts'
import { giveBalance } from '../../functions/test-bench/balances.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd } from '../races/crowd.ts'
import { inFewBatches } from '../races/in-few-batches.ts'
import type { Journey } from './journey.ts'
import { cost, gift, paymentPlan, type Way, ways } from './ways.ts'

const writers = 32
/** Journeys of one family per round: more than the family completes before the kill. */
const journeysEach = 6
/** Minutes that a hold lasts. A round whose backlog takes longer leaves the rest of it to the next rounds. */
const holdMinutes = 120

export type Town = { programId: string; families: Buyer[] }

/** A program that accepts every payment method, with families that book there, each with some account balance. */
export async function openTown(site: ProofSite): Promise<Town> {
  const programId = await makeProgram(site.bench, {
    features: { account_balance: true },
    selling: {
      offline: true,
      offline_limits: { days: 7, places: 40, verified_email: true },
      hold_minutes: holdMinutes,
    },
    preferences: { ignore_attendee_conflicts: true },
  })
  const families = await makeCrowd(site, { programId, count: writers, children: journeysEach })
  for (const { person } of families) await giveBalance(site.bench, person, { programId, amount: gift })
  return { programId, families }
}

/**
 * The next journeys of each family in a round: first its unfinished journeys, then new journeys on two events of the
 * round. One of the two events needs approval for refunds. The journeys start at different steps, so that a kill hits
 * every step, payment method and refund. Half of the journeys without a cart book in one request, half in two.
 */
export async function journeysOf(
  site: ProofSite,
  town: Town,
  { round, left = [] }: { round: number; left?: Journey[][] },
): Promise<Journey[][]> {
  const { programId, families } = town
  const { automatic, requested } = await openEvents(site, { programId, round })
  return inFewBatches(site.bench, async (world) =>
    Promise.all(
      families.map(async (family, index) => {
        const begun = left[index] ?? []
        const more = await Promise.all(
          family.children.slice(begun.length).map(async (child, number): Promise<Journey> => {
            const way = ways[(index + number + round * 3) % ways.length] as Way
            const { event_id, option_ids } = way.afterwards.includes('request') ? requested : automatic
            const option_id = option_ids[way.pays === 'parts' ? 1 : 0] as string
            const journey = { ...fresh, event_id, option_id, way }
            const isFilled = (Math.floor(index / 2) + number) % 2 === 0
            const attendeeIds = [child]
            const filled =
              isFilled &&
              (await makeCart(world, family.person, {
                programId,
                eventId: event_id,
                optionId: option_id,
                attendeeIds,
                holdMinutes,
              }))
            return {
              ...journey,
              id: `round${round}-${index}-${number}`,
              family,
              program_id: programId,
              ...{ attendee_id: child.attendee_id, attendee_profile_id: child.attendee_profile_id },
              source: (index + round) % 3 === 0 ? 'pm_card_authenticationRequired' : 'pm_card_visa',
              answered: [],
              ...(filled
                ? {
                    registration_id: filled.registration_ids[0],
                    order_id: filled.order_id,
                    next: way.pays === 'stored' ? 'keep' : 'pay',
                  }
                : { next: index % 2 === 0 ? 'book' : 'hold' }),
            }
          }),
        )
        return [...begun, ...more]
      }),
    ),
  )
}

const fresh = {
  unanswered: null,
  attempts: 0,
  isPaid: false,
  recorded: 0,
  registration_id: null,
  order_id: null,
  payment_id: null,
  request_id: null,
  part_id: null,
  card: null,
  bank: null,
}

/** Two events, each with places paid at once and places paid in instalments. */
async function openEvents(site: ProofSite, { programId, round }: { programId: string; round: number }) {
  const about = {
    programId,
    startsAt: site.now() + (40 + round) * dayMs,
    options: [{ cost }, { cost, paymentPlan }],
  }
  return {
    automatic: await makeEvent(site.bench, { ...about, refund: fairRefund }),
    requested: await makeEvent(site.bench, { ...about, refund: { ...fairRefund, automatic: false } }),
  }
}
