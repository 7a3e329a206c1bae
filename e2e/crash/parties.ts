import { dayMs } from '../../functions/contract/limits.ts'
import * as paymentStates from '../../functions/contract/states/payment-states.ts'
import * as registrationStates from '../../functions/contract/states/registration-states.ts'
import { statusListText } from '../../functions/platform/database/status-sql.ts'
import { fairRefund, makeEvent } from '../../functions/test-bench/programs.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Buyer } from '../races/crowd.ts'
import type { Town } from './families.ts'
import { cost } from './ways.ts'

/** The children of one request. */
const childrenEach = 3
/** Of every eight families, as many book themselves, and staff book for the others, paid in cash or by a link. */
const booksOf = ['family', 'cash', 'family', 'link', 'family', 'cash', 'family', 'link'] as const
type Books = (typeof booksOf)[number]
/** The end of an order that staff book, the end of its places and what tells the family about it. */
const endOf = {
  cash: { order: 'paid', place: 'confirmed', told: 'order.paid' },
  link: { order: 'pending', place: 'pending', told: 'order.link_sent' },
}

/** One request that books several children of a family, and the acknowledged answer. */
export type Party = {
  key: string
  books: Books
  family: Buyer
  option_id: string
  address: string
  body: object
  attendee_ids: string[]
  answer: string | null
}

/** A request for several children of each family on an event of the round, by the family or by staff. */
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
    const books = booksOf[(index + round) % booksOf.length] as Books
    const customer = { id: family.person.identity.customer_id }
    const [address, body] =
      books === 'family'
        ? ['/api/v1/profile/bookings', { program_id: programId, event_id, people }]
        : [`/api/v1/organiser/programs/${programId}/bookings`, { customer, event_id, people, paid_by: books }]
    return { key: `party${round}-${index}`, books, family, option_id, address, body, attendee_ids, answer: null }
  })
}

/** The places and the order in an answer, in one text that a repeated answer must equal. */
type Booked = { id: string; status: string; registrations: { id: string; status: string }[] }
const textOf = ({ id, status, registrations }: Booked): string =>
  [id, status, ...registrations.map((place) => `${place.id} ${place.status}`)].join(' ')

async function book(site: ProofSite, party: Party): Promise<{ text: string } | { refused: string }> {
  const { books, family, address, body, key } = party
  const keyed = { 'Idempotency-Key': key }
  const answer = await site.call(
    address,
    books === 'family'
      ? (family.person.json(body, keyed) as RequestOptions)
      : { method: 'POST', headers: { ...organiserHeaders, ...keyed }, body: JSON.stringify(body) },
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

type Place = {
  attendee_id: string
  status: string
  order_id: string | null
  order_status: string
  payments: number
  told: string
}

/**
 * Requests with a place for only some of their children or with places in different orders, orders of staff that are
 * neither begun nor complete, and lost answers.
 */
export async function tornParties(site: ProofSite, parties: Party[]): Promise<string[]> {
  const [first] = parties
  if (!first) return []
  const rows: Place[] = await site.sql(
    `SELECT r.attendee_id, r.status, r.order_id, o.status AS order_status,
      (SELECT count(*) FROM payments WHERE order_id = o.id AND status IN ${statusListText(paymentStates.initial)}) AS payments,
      (SELECT json_group_array(kind) FROM outbox WHERE dedupe IN ('order.paid:' || o.id, 'order.link_sent:' || o.id)) AS told
    FROM registrations AS r LEFT JOIN orders AS o ON o.id = r.order_id WHERE r.option_id = ? AND r.status IN ${statusListText(registrationStates.booked)}`,
    first.option_id,
  )
  const placeOf = new Map(rows.map((row) => [row.attendee_id, row]))
  const torn = parties.filter((party) => {
    const booked = party.attendee_ids.flatMap((each) => placeOf.get(each) ?? [])
    return (booked.length > 0 || party.answer !== null) && !isWhole(party, booked)
  })
  return torn.length === 0
    ? []
    : [
        `${torn.length} requests with a place for only some of their children, or with half an order (${torn.map(({ key, books }) => `${key} by ${books}`).join(', ')})`,
      ]
}

function isWhole({ attendee_ids, books, answer }: Party, booked: Place[]): boolean {
  const isTogether = booked.length === attendee_ids.length && new Set(booked.map((each) => each.order_id)).size === 1
  const isBegun = booked.every(
    ({ status, order_status, payments }) => [status, order_status, payments].join() === 'pending,draft,0',
  )
  // Staff complete an order in a second batch. Until then, and without an answer, it is a cart.
  if (books === 'family' || (isBegun && answer === null)) return isTogether && isBegun
  const { order, place, told } = endOf[books]
  return (
    isTogether &&
    booked.every(
      (each) =>
        [each.status, each.order_status, each.payments].join() === [place, order, 1].join() &&
        each.told === JSON.stringify([told]),
    )
  )
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

const expirePlace =
  "UPDATE registrations SET status = 'expired' WHERE id = (SELECT min(id) FROM registrations WHERE order_id = ?1)"
/** Faults to plant in a whole booking of each kind: the place of one child, the payment, what tells the family. */
const damages: Record<Books, string[]> = {
  family: [expirePlace],
  cash: [expirePlace, `UPDATE payments SET status = 'cancelled' WHERE order_id = ?1`],
  link: [expirePlace, `DELETE FROM outbox WHERE dedupe = 'order.link_sent:' || ?1`],
}

/** Books several children in one request of each kind, damages it, and returns what was not found. */
export async function partlyBooked(site: ProofSite, town: Town): Promise<string[]> {
  const missed: string[] = []
  for (const [round, [books, damage]] of Object.entries(damages)
    .flatMap(([books, all]) => all.map((damage) => [books, damage] as const))
    .entries()) {
    const party = (await partiesOf(site, town, round)).find((each) => each.books === books)
    if (!party) return [`no booking by ${books}`]
    await party.family.person.renew()
    missed.push(...(await bookParties(site, [party])), ...(await tornParties(site, [party])))
    await site.sql(damage, party.answer?.split(' ')[0] ?? '')
    if ((await tornParties(site, [party])).length !== 1) missed.push(`a damaged booking by ${books} was not found`)
  }
  return missed
}
