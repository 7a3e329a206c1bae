import { makeAttendee, type Person } from '../../functions/test-bench/people.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { api, customer, made, type Make } from './ready-post.ts'
import type { Shop } from './shop.ts'

/** The POSTs that merge the records of a family and invite its adults. */
export const postsOfFamily: Record<string, Make> = {
  '/v1/profile/attendees/{attendee_id}/merge/preview': async (site, shop) => {
    const person = await customer(site, shop)
    const [one, other] = await pairOf(site, shop, person)
    const path = `/profile/attendees/${one}/merge/preview`
    return made(200, path, person, { merge_from: other, merge_into: one }, { merge_from: one, merge_into: other })
  },
  '/v1/profile/attendees/{attendee_id}/merge/undo': async (site, shop) => {
    const person = await customer(site, shop)
    const [one, other] = await pairOf(site, shop, person)
    const merge = { ...person.json({ merge_from: other, merge_into: one }), method: 'PUT' }
    await site.call(`${api}/profile/attendees/${one}/merge`, merge)
    return made(200, `/profile/attendees/${one}/merge/undo`, person, {}, null)
  },
}

/** Two records of one child. */
async function pairOf(site: ProofSite, shop: Shop, person: Person): Promise<[string, string]> {
  const child = async () => (await makeAttendee(site.bench, person, { programId: shop.programId })).attendee_id
  return [await child(), await child()]
}
