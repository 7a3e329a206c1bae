import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { emailOf, json, makeAccounts, shown, surely } from './accounts.ts'
import { likelihoodOfSame, median } from './two-samples.ts'

export type Side = 'known' | 'unknown'
/** Sends one request about an email; returns the visible parts of the response and its duration. */
type Asking = (at: number, email: string) => Promise<{ seen: string; ms: number }>
export type Question = { name: string; ask: Asking }
export type Compared = { differences: string[]; times: Record<Side, number[]> }

const timed = async (own: readonly string[], request: () => Promise<Answer>) => {
  const began = performance.now()
  const answer = await surely(request)
  const ms = performance.now() - began
  return { seen: shown(answer, typeof answer.body?.id === 'string' ? [...own, answer.body.id] : own), ms }
}

/**
 * Every request that might reveal an account: log-in with a wrong password, a recovery link, a change to this email,
 * sending its code again, and inviting it.
 */
export async function openQuestions(
  site: ProofSite,
  pairs: number,
): Promise<{ known: string[]; questions: Question[] }> {
  const known = await makeAccounts(site, { name: 'known', count: pairs })
  const program_id = await makeProgram(site.bench)
  const changed = new Map<string, Person>()
  const changeTo: Asking = async (_, email) => {
    const person = await makeCustomer(site.bench)
    changed.set(email, person)
    return timed([email, person.email, ...Object.values(person.identity), person.identity.user_id.slice(4)], () =>
      site.call('/api/v1/profile', { ...json({ email }, person.headers), method: 'PUT' }),
    )
  }
  const sendAgain: Asking = async (_, email) => {
    const person = changed.get(email)
    await person?.renew()
    return timed([email], () => site.call('/api/v1/reverify', json({}, person?.headers)))
  }
  const invite: Asking = async (_, email) => {
    const person = await makeCustomer(site.bench)
    const child = {
      first_name: 'Maya',
      last_name: 'Roy',
      date_of_birth: '2018-05-31',
      relations: [{ relation: 'parent' }],
    }
    const { id } = (await surely(() => site.call('/api/v1/profile/attendees', json(child, person.headers)))).body
    const body = {
      program_id,
      attendee_ids: [id],
      email,
      first_name: 'Daniel',
      last_name: 'Okafor',
      relation: 'parent',
    }
    return timed([email, id, ...Object.values(person.identity)], () =>
      site.call('/api/v1/profile/invitations', json(body, person.headers)),
    )
  }
  return {
    known,
    questions: [
      {
        name: 'log-in',
        ask: (_, email) =>
          timed([email], () => site.call('/api/v1/login', json({ username: email, password: 'not the right one' }))),
      },
      {
        name: 'forgotten password',
        ask: (_, email) => timed([email], () => site.call('/api/v1/recovery', json({ email, program_id }))),
      },
      { name: 'change of email', ask: changeTo },
      { name: 'another code', ask: sendAgain },
      { name: 'invitation', ask: invite },
    ],
  }
}

/** Sends requests about known and unknown emails alternately, each side first equally often. */
export async function compare(
  { ask: request }: Question,
  input: { known: readonly string[]; pairs: number },
): Promise<Compared> {
  const received: Compared = { differences: [], times: { known: [], unknown: [] } }
  for (let index = 0; index < input.pairs; index += 1) {
    const emails: Record<Side, string> = { known: input.known[index] as string, unknown: emailOf('other', index) }
    const sides: Side[] = index % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']
    const seen: Partial<Record<Side, string>> = {}
    for (const side of sides) {
      const answer = await request(index, emails[side])
      seen[side] = answer.seen
      received.times[side].push(answer.ms)
    }
    if (seen.known !== seen.unknown)
      received.differences.push(`${seen.known} for a known email, ${seen.unknown} for another`)
  }
  return received
}

/** The difference of the two sides' durations in ms, and its probability by chance. */
export const gapOf = ({ known, unknown }: Record<Side, number[]>) => ({
  gap: median(known) - median(unknown),
  p: likelihoodOfSame(known, unknown),
})
