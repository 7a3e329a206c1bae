import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd } from './crowd.ts'

type Sizes = { places: number; waiting: number; fresh: number }
export type WaitingHouse = { programId: string; sellers: Buyer[]; waiters: Buyer[]; strangers: Buyer[] }

/** A program of its own with the families that take its places, those that wait, and those that come later. */
export async function openWaitingHouse(site: ProofSite, { places, waiting, fresh }: Sizes): Promise<WaitingHouse> {
  const programId = await makeProgram(site.bench, { preferences: { ignore_attendee_conflicts: true } })
  const crowd = await makeCrowd(site, { programId, count: places + waiting + fresh, children: 1 })
  return {
    programId,
    sellers: crowd.slice(0, places),
    waiters: crowd.slice(places, places + waiting),
    strangers: crowd.slice(places + waiting),
  }
}
