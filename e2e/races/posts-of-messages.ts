import { signLink } from '../../functions/platform/identity/signed-link.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Person } from '../../functions/test-bench/people.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { api, customer, made, type Make } from './ready-post.ts'
import type { Shop } from './shop.ts'

const ofProgram = '/v1/organiser/programs/{program_id}/messages'

/** The POSTs of conversations, by customers and organisations. */
export const postsOfMessages: Record<string, Make> = {
  '/v1/profile/messages': async (site, shop) => {
    const person = await customer(site, shop)
    const { conversation_id } = await written(site, shop, person)
    return made(201, '/profile/messages', person, { conversation_id, body: 'One' }, { conversation_id, body: 'Two' })
  },
  '/v1/profile/messages/{message_id}/track': async (site, shop) => {
    const { id } = await written(site, shop, await customer(site, shop))
    return made(204, `/profile/messages/${id}/track`, null, {}, null)
  },
  '/v1/desk/conversation': async (site, shop) => {
    const { conversation_id } = await written(site, shop, await customer(site, shop))
    const subject = `conversation.${conversation_id}`
    const expiresAt = site.bench.now() + 3_600_000
    const token = await signLink(site.bench.env, { purpose: 'desk', subject, expiresAt })
    const body = { program_id: shop.programId, token, sender_name: 'Jo Tremblay', body: 'Yes, gladly.' }
    return made(200, '/desk/conversation', null, body, { ...body, body: 'No.' })
  },
  [ofProgram]: async (site, shop) => {
    const contact_id = (await customer(site, shop)).profileId(shop.programId)
    const body = { contact_id, body: 'Please bring boots.' }
    return byOrganiser(made(201, pathOf(shop), null, body, { ...body, body: 'And a hat.' }))
  },
  [`${ofProgram}/{message_id}/close`]: async (site, shop) => {
    const { id } = await written(site, shop, await customer(site, shop))
    return byOrganiser(made(200, `${pathOf(shop)}/${id}/close`, null, {}, null))
  },
  [`${ofProgram}/{message_id}/assign`]: async (site, shop) => {
    const { id } = await written(site, shop, await customer(site, shop))
    return byOrganiser(made(200, `${pathOf(shop)}/${id}/assign`, null, { staff_id: null }, { staff_id: 'stf_other' }))
  },
}

const pathOf = (shop: Shop) => `/organiser/programs/${shop.programId}/messages`
const byOrganiser = (ready: ReturnType<typeof made>) => ({ ...ready, headers: organiserHeaders })

/** A message that the organisation sent first. */
async function written(site: ProofSite, shop: Shop, person: Person): Promise<{ id: string; conversation_id: string }> {
  const answer = await site.call(`${api}${pathOf(shop)}`, {
    method: 'POST',
    headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
    body: JSON.stringify({ contact_id: person.profileId(shop.programId), body: 'Welcome.' }),
  })
  if (answer.status !== 201) throw new Error(`The organiser's message answered ${answer.status}.`)
  return JSON.parse(answer.text)
}
