import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { makeMembershipPackage, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { api, customer, made, type Make, type Ready } from './ready-post.ts'

const mine = '/v1/profile/programs/{program_id}/memberships'
const theirs = '/v1/organiser/programs/{program_id}/memberships/{membership_id}'

/** The POSTs of memberships, by customers and organisations. */
export const postsOfMemberships: Record<string, Make> = {
  [mine]: async (site) => {
    const { person, path, body } = await buyer(site)
    return made(201, path, person, body, { ...body, timezone: 'America/Vancouver' })
  },
  [`${mine}/{membership_id}/payment_method`]: async (site) => {
    const { person, path, source } = await member(site)
    const other = { payment_source_id: 'pm_card_mastercard' }
    return made(200, `${path}/payment_method`, person, { payment_source_id: source }, other)
  },
  [`${mine}/{membership_id}/cancel`]: async (site) => {
    const { person, path } = await member(site)
    return made(200, `${path}/cancel`, person, { reason: 'schedule' }, { reason: 'moved_away' })
  },
  [`${mine}/{membership_id}/keep`]: async (site) => ofMember(await member(site, ['cancel']), 'keep'),
  [`${mine}/{membership_id}/hold`]: async (site) => {
    const { person, path } = await member(site)
    return made(200, `${path}/hold`, person, {}, { from: '2035-08-05' })
  },
  [`${mine}/{membership_id}/hold/end`]: async (site) => ofMember(await member(site, ['hold']), 'hold/end'),
  [`${theirs}/hold`]: async (site) => byOrganiser(await member(site), 'hold', {}, { from: '2035-08-05' }),
  [`${theirs}/hold/end`]: async (site) => byOrganiser(await member(site, ['hold']), 'hold/end', {}, null),
  [`${theirs}/end`]: async (site) => byOrganiser(await member(site), 'end', { refund: 'unused' }, { refund: 'none' }),
}

/** A customer who may buy a membership, with the body that they send. */
async function buyer(site: ProofSite) {
  const programId = await makeProgram(site.bench, {
    features: { memberships: true },
    selling: { memberships: { after_retries: 'unpaid', customer_may_pause: true } },
  })
  const person = await customer(site, { programId, eventId: '', optionId: '' }, { verified: true })
  const body = {
    package_id: await makeMembershipPackage(site.bench, programId),
    customer_profile_id: person.profileId(programId),
    default_payment_method: 'pm_card_visa',
  }
  return { programId, person, body, path: `/profile/programs/${programId}/memberships` }
}

/** A customer whose membership has taken these calls, in order. */
async function member(site: ProofSite, acts: string[] = []) {
  const { programId, person, body, path } = await buyer(site)
  const post = async (at: string, input: object) => {
    const answer = await site.call(`${api}${at}`, person.json(input))
    if (answer.status > 201) throw new Error(`${at} answered ${answer.status} ${answer.text}`)
    return answer.body as { id: string; default_payment_method: string }
  }
  const { id, default_payment_method } = await post(path, body)
  for (const act of acts) await post(`${path}/${id}/${act}`, {})
  return { programId, person, id, path: `${path}/${id}`, source: default_payment_method }
}

type Member = Awaited<ReturnType<typeof member>>
const ofMember = ({ person, path }: Member, act: string): Ready => made(200, `${path}/${act}`, person, {}, null)
const byOrganiser = ({ programId, id }: Member, act: string, body: object, other: object | null): Ready => ({
  ...made(200, `/organiser/programs/${programId}/memberships/${id}/${act}`, null, body, other),
  headers: organiserHeaders,
})
