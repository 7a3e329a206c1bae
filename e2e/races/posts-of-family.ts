import { newInviteCode } from '../../functions/people/invitations/invitation-code.ts'
import { makeAttendee, type Person, unique } from '../../functions/test-bench/people.ts'
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
  '/v1/profile/bookings': async (site, shop) => {
    const person = await customer(site, shop)
    const booking = (firstName: string) => ({
      program_id: shop.programId,
      event_id: shop.eventId,
      people: [
        { option_id: shop.optionId, attendee: { first_name: firstName, last_name: 'Roy', relation: 'parent' } },
        { option_id: shop.optionId, attendee: { first_name: 'Lou', last_name: 'Roy', relation: 'parent' } },
      ],
    })
    return made(201, '/profile/bookings', person, booking('Léa'), booking('Max'))
  },
  '/v1/profile/invitations': async (site, shop) => {
    const { person, body } = await invitation(site, shop)
    return made(201, '/profile/invitations', person, body, { ...body, first_name: 'Ben' })
  },
  '/v1/profile/invitations/{invitation_id}/revoke': async (site, shop) => {
    const { person, body } = await invitation(site, shop)
    const { id } = (await site.call(`${api}/profile/invitations`, person.json(body))).body as { id: string }
    return made(200, `/profile/invitations/${id}/revoke`, person, {}, null)
  },
  '/v1/invitations/{invite_code}/accept': async (site, shop) => {
    const invited = await customer(site, shop)
    const code = await sentCode(site, shop, invited.email)
    return made(200, `/invitations/${code}/accept`, invited, {}, null)
  },
  '/v1/invitations/{invite_code}/decline': async (site, shop) =>
    made(200, `/invitations/${await sentCode(site, shop, `invited${unique()}@example.com`)}/decline`, null, {}, null),
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

async function invitation(site: ProofSite, shop: Shop, email = `invited${unique()}@example.com`) {
  const person = await customer(site, shop)
  const { attendee_id } = await makeAttendee(site.bench, person, { programId: shop.programId })
  const names = { first_name: 'Daniel', last_name: 'Okafor', relation: 'parent' }
  return { person, body: { program_id: shop.programId, attendee_ids: [attendee_id], email, ...names } }
}

/** The code of an invitation that was just sent to an email. */
async function sentCode(site: ProofSite, shop: Shop, email: string): Promise<string> {
  const { person, body } = await invitation(site, shop, email)
  const { id } = (await site.call(`${api}/profile/invitations`, person.json(body))).body as { id: string }
  return newInviteCode(site.bench.env, id)
}
