import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { makeEvent } from '../../functions/test-bench/programs.ts'
import { signLink } from '../../functions/platform/identity/signed-link.ts'
import { made, type Make } from './ready-post.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Shop } from './shop.ts'

/** A customer with an offer of the only place of an event, which another customer released. */
async function offeredPlace(site: ProofSite, shop: Shop) {
  const { programId } = shop
  const event = await makeEvent(site.bench, { programId, waitlist: true, options: [{ spots: 1 }] })
  const register = async (status: string) => {
    const person = await makeCustomer(site.bench, { programIds: [programId] })
    const { attendee_profile_id } = await makeAttendee(site.bench, person, { programId })
    const body = {
      status,
      event_id: event.event_id,
      option_id: event.option_ids[0],
      customer_profile_id: person.profileId(programId),
      attendee_profile_id,
    }
    const answer = await site.call('/api/v1/profile/registrations', person.json(body))
    return { person, id: (answer.body as { id: string }).id }
  }
  const seller = await register('pending')
  const { person, id } = await register('waitlisted')
  await site.call(`/api/v1/profile/registrations/${seller.id}/cancel`, seller.person.json({}))
  const [row] = (await site.sql('SELECT waitlist_entry_id AS entry FROM registrations WHERE id = ?', id)) as {
    entry: string
  }[]
  await site.sql(
    "UPDATE registrations SET status = 'offered', hold_expires_at = ?1, step = step + 1 WHERE id = ?2 AND status = 'waitlisted'",
    site.bench.now() + 3_600_000,
    id,
  )
  await site.sql('UPDATE waitlist_entries SET offered_at = ?1 WHERE id = ?2', site.bench.now(), row?.entry ?? '')
  return { person, id, entry: row?.entry ?? '' }
}

/** An entry that waits for the only place of an event, which is then free. */
async function waitingEntry(site: ProofSite, shop: Shop): Promise<string> {
  const { id, entry } = await offeredPlace(site, shop)
  await site.sql(
    "UPDATE registrations SET status = 'waitlisted', hold_expires_at = NULL, step = step + 1 WHERE id = ? AND status = 'offered'",
    id,
  )
  await site.sql('UPDATE waitlist_entries SET is_waiting = 1, offered_at = NULL WHERE id = ?', entry)
  return entry
}

/** Calls of a waitlist. */
export const postsOfWaitlist: Record<string, Make> = {
  '/v1/profile/registrations/{registration_id}/claim': async (site, shop) => {
    const { person, id } = await offeredPlace(site, shop)
    return made(200, `/profile/registrations/${id}/claim`, person, {}, null)
  },
  '/v1/profile/registrations/{registration_id}/decline': async (site, shop) => {
    const { person, id } = await offeredPlace(site, shop)
    return made(200, `/profile/registrations/${id}/decline`, person, {}, null)
  },
  '/v1/organiser/programs/{program_id}/waitlist/{waitlist_entry_id}/offer': async (site, shop) => ({
    ...made(
      200,
      `/organiser/programs/${shop.programId}/waitlist/${await waitingEntry(site, shop)}/offer`,
      null,
      { reason: 'A sister has the other place' },
      { reason: 'The first family is away' },
    ),
    headers: organiserHeaders,
  }),
  '/v1/waitlist_offers/decline': async (site, shop) => {
    const { entry } = await offeredPlace(site, shop)
    const expiresAt = site.bench.now() + 3_600_000
    const token = await signLink(site.bench.env, { purpose: 'waitlist_offer', subject: entry, expiresAt })
    const body = { program_id: shop.programId, token }
    return made(200, '/waitlist_offers/decline', null, body, { ...body, token: `${token}x` })
  },
}
