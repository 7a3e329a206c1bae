import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { type Cart, makeCart } from '../../functions/test-bench/orders.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { inFewBatches } from './in-few-batches.ts'

export type Shop = { programId: string; eventId: string; optionId: string }
export type Order = { person: Person; cart: Cart }

/** A program with one event on sale, with room for everybody. */
export async function openShop(site: ProofSite): Promise<Shop> {
  const programId = await makeProgram(site.bench)
  const event = await makeEvent(site.bench, { programId })
  return { programId, eventId: event.event_id, optionId: event.option_ids[0] }
}

/** So many customers, each with a filled cart. */
export async function makeCarts(
  site: ProofSite,
  shop: Shop,
  input: { count: number; places?: number },
): Promise<Order[]> {
  const { programId, eventId, optionId } = shop
  return inFewBatches(site.bench, async (world) =>
    Promise.all(
      Array.from({ length: input.count }, async () => {
        const person = await makeCustomer(world, { programIds: [programId] })
        const attendeeIds = await Promise.all(
          Array.from({ length: input.places ?? 1 }, () => makeAttendee(world, person, { programId })),
        )
        return { person, cart: await makeCart(world, person, { programId, eventId, optionId, attendeeIds }) }
      }),
    ),
  )
}

/** Pays with a test card and answers the payment. */
export async function pay(
  site: ProofSite,
  { person, cart }: Order,
  source: 'pm_card_visa' | 'pm_card_authenticationRequired',
) {
  const answer = await site.call(
    `/api/v1/profile/orders/${cart.order_id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: source }),
  )
  if (answer.status !== 201) throw new Error(`paying answered ${answer.status} ${answer.text}`)
  return answer.body as { id: string; status: string; next_action_url: string | null }
}

/** The customer says yes at the bank. */
export async function agreeAtBank(site: ProofSite, payment: { next_action_url: string | null }): Promise<void> {
  const { pathname } = new URL(payment.next_action_url ?? '')
  await site.call(pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'decision=confirm',
  })
}

/** The same thing so many times in one moment. */
export const atOnce = async <Result>(times: number, act: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)))
