import { claimLink } from '../../functions/organisation/families/claim-customer.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../functions/test-bench/people.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { newInviteCode } from '../../functions/people/invitations/invitation-code.ts'
import { codeSource } from '../../functions/people/staff/team.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { customer, type Make, made } from './ready-post.ts'
import type { Shop } from './shop.ts'

const of = '/v1/organiser/programs/{program_id}'

/** Every POST about the team of a program. */
export const postsOfTeam: Record<string, Make> = {
  [`${of}/team`]: async (_, { programId }) => {
    const sam = { email: `sam${unique()}@example.com`, role: 'coach' }
    const ready = made(201, `/organiser/programs/${programId}/team`, null, sam, { ...sam, role: 'nurse' })
    return { ...ready, headers: organiserHeaders }
  },
  [`${of}/team/{staff_id}/resend`]: async (site, shop) => {
    const { id } = await invited(site, shop, `sam${unique()}@example.com`)
    const ready = made(200, `/organiser/programs/${shop.programId}/team/${id}/resend`, null, {}, null)
    return { ...ready, headers: organiserHeaders }
  },
  [`${of}/clients`]: async (_, { programId }) => {
    const ready = made(201, `/organiser/programs/${programId}/clients`, null, { name: 'Club' }, { name: 'Shop' })
    return { ...ready, headers: organiserHeaders }
  },
  [`${of}/people/{customer_id}/merge`]: async (site, shop) => {
    const [from, into] = [await withoutLogIn(site, shop), await customer(site, shop)]
    const path = `/organiser/programs/${shop.programId}/people/${from.identity.customer_id}/merge`
    const body = { into: into.identity.customer_id }
    return { ...made(200, path, null, body, { ...body, notify: false }), headers: organiserHeaders }
  },
  [`${of}/people/{customer_id}/merge/undo`]: async (site, shop) => {
    const [from, into] = [await withoutLogIn(site, shop), await customer(site, shop)]
    const path = `/organiser/programs/${shop.programId}/people/${from.identity.customer_id}/merge`
    const body = JSON.stringify({ into: into.identity.customer_id })
    await site.call(`/api/v1${path}`, { method: 'POST', headers: organiserHeaders, body })
    return { ...made(200, `${path}/undo`, null, {}, null), headers: organiserHeaders }
  },
  [`${of}/people/{customer_id}/export`]: (site, shop) => aboutData(site, shop, 'export'),
  [`${of}/people/{customer_id}/erasure`]: (site, shop) => aboutData(site, shop, 'erasure'),
  '/v1/profile/customer_claims': async (site, shop) => {
    const [from, person] = [await withoutLogIn(site, shop), await customer(site, shop)]
    const { programId: program_id } = shop
    await makeAttendee(site.bench, from, { programId: program_id, bornOn: '2016-02-19' })
    const link = await claimLink(
      { env: site.bench.env, siteOrigin: 'https://muster.example', now: site.bench.now() },
      { customer_id: from.identity.customer_id, user_id: person.identity.user_id, program_id, language: 'en' },
    )
    const body = { token: new URL(link).searchParams.get('token'), born_on: '2016-02-19' }
    return made(200, '/profile/customer_claims', person, body, { ...body, born_on: '2016-02-20' })
  },
  [`${of}/people/{customer_id}/notes`]: async (site, shop) => {
    const { identity } = await customer(site, shop)
    const path = `/organiser/programs/${shop.programId}/people/${identity.customer_id}/notes`
    const ready = made(201, path, null, { text: 'Louise picks up.' }, { text: 'Marc picks up.' })
    return { ...ready, headers: organiserHeaders }
  },
  '/v1/organiser/admins': async (site) => {
    const { email } = await makeCustomer(site.bench)
    const ready = made(200, '/organiser/admins', null, { email, is_admin: false }, { email, is_admin: true })
    return { ...ready, headers: organiserHeaders }
  },
  '/v1/staff_invitations/{invite_code}/accept': async (site, shop) => {
    const person = await makeCustomer(site.bench)
    const { code } = await invited(site, shop, person.email)
    return made(200, `/staff_invitations/${code}/accept`, person, {}, null)
  },
  '/v1/staff_invitations/{invite_code}/decline': async (site, shop) => {
    const { code } = await invited(site, shop, `sam${unique()}@example.com`)
    return made(200, `/staff_invitations/${code}/decline`, null, {}, null)
  },
}

/** The archive or the erasure of a customer without a log-in. */
async function aboutData(site: ProofSite, shop: Shop, what: 'export' | 'erasure') {
  const { identity } = await withoutLogIn(site, shop)
  const path = `/organiser/programs/${shop.programId}/people/${identity.customer_id}/${what}`
  return { ...made(202, path, null, { reason: 'By phone' }, { reason: 'By letter' }), headers: organiserHeaders }
}

/** A customer without an email, as staff make one for a caller. */
async function withoutLogIn(site: ProofSite, shop: Shop): Promise<Person> {
  const person = await customer(site, shop)
  const { user_id } = person.identity
  await site.bench.env.DB.prepare("UPDATE users SET email = '', email_key = 'none ' || id WHERE id = ?")
    .bind(user_id)
    .run()
  return person
}

/** An invitation to the team: its id, and the code of its mail. */
async function invited(site: ProofSite, { programId }: Shop, email: string): Promise<{ id: string; code: string }> {
  const body = JSON.stringify({ email, role: 'coach' })
  const sent = await site.call(`/api/v1/organiser/programs/${programId}/team`, {
    ...{ method: 'POST', headers: organiserHeaders, body },
  })
  const { id, invited_at } = sent.body as { id: string; invited_at: string }
  const source = codeSource({ id, invited_at: Date.parse(invited_at) })
  return { id, code: newInviteCode(site.bench.env, source) }
}
