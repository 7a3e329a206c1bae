import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { inFewBatches } from './in-few-batches.ts'

type Child = { attendee_id: string; attendee_profile_id: string }
export type Buyer = { person: Person; children: Child[]; customer_profile_id: string }

/** New tokens for all customers, because tokens live ten minutes and a long race takes more. */
export const renewAll = async (crowd: Buyer[]): Promise<void> =>
  void (await Promise.all(crowd.map(({ person }) => person.renew())))

/** Customers of a program, with this many children each. */
export async function makeCrowd(
  site: Pick<ProofSite, 'bench'>,
  input: { programId: string; count: number; children: number },
): Promise<Buyer[]> {
  const { programId } = input
  return inFewBatches(site.bench, async (world) =>
    Promise.all(
      Array.from({ length: input.count }, async () => {
        const person = await makeCustomer(world, { programIds: [programId] })
        const children = await Promise.all(
          Array.from({ length: input.children }, () => makeAttendee(world, person, { programId })),
        )
        return { person, children, customer_profile_id: person.profileId(programId) }
      }),
    ),
  )
}
