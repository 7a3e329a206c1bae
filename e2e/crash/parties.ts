import { dayMs } from '../../functions/contract/limits.ts'
import { fairRefund, makeEvent } from '../../functions/test-bench/programs.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Buyer } from '../races/crowd.ts'
import type { Town } from './families.ts'
import { cost } from './ways.ts'

/** The children of one request. */
const childrenEach = 3

/** One request that books several children of a family, and the acknowledged answer. */
export type Party = {
  key: string
  family: Buyer
  option_id: string
  body: object
  attendee_ids: string[]
  answer: string | null
}

/** A request of each family for several of its children, on an event of the round. */
export async function partiesOf(site: ProofSite, { programId, families }: Town, round: number): Promise<Party[]> {
  const { event_id, option_ids } = await makeEvent(site.bench, {
    programId,
    startsAt: site.now() + (40 + round) * dayMs,
    options: [{ cost }],
    refund: fairRefund,
  })
  const option_id = option_ids[0] as string
  return families.map((family, index) => {
    const attendee_ids = family.children.slice(0, childrenEach).map(({ attendee_id }) => attendee_id)
    const people = attendee_ids.map((attendee_id) => ({ attendee_id, option_id }))
    const body = { program_id: programId, event_id, people }
    return { key: `party${round}-${index}`, family, option_id, body, attendee_ids, answer: null }
  })
}

/** The places and the order in an answer, in one text that a repeated answer must equal. */
type Booked = { id: string; registrations: { id: string }[] }
const textOf = ({ id, registrations }: Booked): string => [id, ...registrations.map((place) => place.id)].join(' ')

async function book(site: ProofSite, { family, body, key }: Party): Promise<{ text: string } | { refused: string }> {
  const answer = await site.call(
    '/api/v1/profile/bookings',
    family.person.json(body, { 'Idempotency-Key': key }) as RequestOptions,
  )
  return answer.status < 400
    ? { text: textOf(answer.body as Booked) }
    : { refused: `${key} was answered ${answer.status} ${answer.text.slice(0, 200)}` }
}

/** Sends every request once. A request whose connection broke keeps no answer. Returns the refusals. */
export async function bookParties(site: ProofSite, parties: Party[]): Promise<string[]> {
  const refused = await Promise.all(
    parties.map(async (party) => {
      const answer = await book(site, party).catch(() => null)
      if (answer && 'text' in answer) party.answer = answer.text
      return answer && 'refused' in answer ? [answer.refused] : []
    }),
  )
  return refused.flat()
}

/** Requests with a place for only some of their children or with places in different orders, and lost answers. */
export async function tornParties(site: ProofSite, parties: Party[]): Promise<string[]> {
  const [first] = parties
  if (!first) return []
  const rows: { attendee_id: string; order_id: string | null }[] = await site.sql(
    `SELECT attendee_id, order_id FROM registrations WHERE option_id = ? AND status = 'pending'`,
    first.option_id,
  )
  const orderOf = new Map(rows.map(({ attendee_id, order_id }) => [attendee_id, order_id]))
  const torn = parties.filter(({ attendee_ids, answer }) => {
    const booked = attendee_ids.filter((each) => orderOf.has(each))
    const isWhole = booked.length === attendee_ids.length && new Set(booked.map((each) => orderOf.get(each))).size === 1
    return !isWhole && (booked.length > 0 || answer !== null)
  })
  return torn.length === 0
    ? []
    : [
        `${torn.length} requests with a place for only some of their children (${torn.map(({ key }) => key).join(', ')})`,
      ]
}

/** Repeats every request twice under its key. Both answers must be equal, and equal to the one before the kill. */
export async function repeatParties(site: ProofSite, parties: Party[]): Promise<string[]> {
  const faults = await Promise.all(
    parties.map(async (party) => {
      let before = party.answer
      for (let repeat = 0; repeat < 2; repeat += 1) {
        const refused = await bookParties(site, [party])
        if (refused.length > 0) return refused
        if (party.answer === null) return [`${party.key} got no answer after the kill`]
        if (before !== null && party.answer !== before) return [`${party.key} was answered with other places`]
        before = party.answer
      }
      return []
    }),
  )
  return [...faults.flat(), ...(await tornParties(site, parties))]
}

/** Books several children in one request, takes the place of one of them, and returns why that was not found. */
export async function partlyBooked(site: ProofSite, town: Town): Promise<string[]> {
  const [party] = await partiesOf(site, town, 0)
  if (!party) return ['no family books several children']
  await party.family.person.renew()
  const faults = [...(await bookParties(site, [party])), ...(await tornParties(site, [party]))]
  await site.sql(
    `UPDATE registrations SET status = 'expired' WHERE option_id = ? AND attendee_id = ?`,
    party.option_id,
    party.attendee_ids[0],
  )
  return (await tornParties(site, [party])).length === 1
    ? faults
    : [...faults, 'a request booked in part was not found']
}
