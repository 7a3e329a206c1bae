import { makeCart } from '../../functions/test-bench/orders.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd } from '../races/crowd.ts'
import { inFewBatches } from '../races/in-few-batches.ts'
import type { Journey } from './journey.ts'

const writers = 32
/** Journeys of one family in one round: more than it comes to before the runtime is killed. */
const journeysEach = 6
const dayMs = 86_400_000

export type Town = { programId: string; families: Buyer[] }

/** A program and the families that book there. */
export async function openTown(site: ProofSite): Promise<Town> {
  const programId = await makeProgram(site.bench)
  return { programId, families: await makeCrowd(site, { programId, count: writers, children: journeysEach }) }
}

/**
 * What each family is about to do in a round, on an event of the round's own. The first ones begin at different places, so that a kill
 * meets all of them: with nothing, with a full cart; by a plain card and by one that asks at the bank; some cancel what they paid.
 */
export async function journeysOf(site: ProofSite, { programId, families }: Town, round: number): Promise<Journey[][]> {
  const { event_id, option_ids } = await makeEvent(site.bench, {
    programId,
    startsAt: site.now() + (40 + round) * dayMs,
  })
  const [option_id] = option_ids
  return inFewBatches(site.bench, async (world) =>
    Promise.all(
      families.map(async (family, index) =>
        Promise.all(
          family.children.map(async (child, number): Promise<Journey> => {
            const begun: Partial<Journey> = {}
            if ((index + number) % 2 === 0) {
              const cart = await makeCart(world, family.person, {
                programId,
                eventId: event_id,
                optionId: option_id,
                attendeeIds: [child],
              })
              Object.assign(begun, { registration_id: cart.registration_ids[0], order_id: cart.order_id, next: 'pay' })
            }
            return {
              id: `round${round}-${index}-${number}`,
              family,
              program_id: programId,
              event_id,
              option_id,
              attendee_profile_id: child.attendee_profile_id,
              source: (index + round) % 3 === 0 ? 'pm_card_authenticationRequired' : 'pm_card_visa',
              isCancelled: number % 2 === 0,
              next: 'hold',
              unanswered: null,
              answered: [],
              attempts: 0,
              isPaid: false,
              registration_id: null,
              order_id: null,
              payment_id: null,
              bank: null,
              ...begun,
            }
          }),
        ),
      ),
    ),
  )
}
