import type { Person } from '../../functions/test-bench/people.ts'
import type { Answer, RequestOptions } from '../../functions/test-bench/http-client.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { cost, firstCash, type Way } from './ways.ts'

export type Step =
  | 'book'
  | 'hold'
  | 'order'
  | 'keep'
  | 'pay'
  | 'bank'
  | 'confirm'
  | 'record'
  | 'part'
  | 'cancel'
  | 'request'
  | 'approve'
  | 'done'
export type Family = { person: Person; customer_profile_id: string }

/**
 * The requests of one family for one child, with the responses so far. A request without a response can be repeated
 * unchanged.
 */
export type Journey = {
  /** A part of every idempotency key, so that a repeated request has the same key. */
  id: string
  family: Family
  program_id: string
  event_id: string
  option_id: string
  attendee_id: string
  attendee_profile_id: string
  way: Way
  source: 'pm_card_visa' | 'pm_card_authenticationRequired'
  next: Step
  /** The step that was sent and not yet answered. */
  unanswered: Step | null
  /** The steps that the site acknowledged. */
  answered: Step[]
  attempts: number
  isPaid: boolean
  /** The offline amount that the site acknowledged. */
  recorded: number
  registration_id: string | null
  order_id: string | null
  payment_id: string | null
  request_id: string | null
  /** The instalment paid early. */
  part_id: string | null
  /** The id of the stored card. */
  card: string | null
  bank: string | null
}

/** The site refused a step that it must accept. */
export class Refused extends Error {}
const maxWaits = 4
const profile = '/api/v1/profile'

/** Sends the next request of a journey and records the response. Throws when the connection breaks, and `Refused`. */
export async function takeStep(site: ProofSite, journey: Journey): Promise<void> {
  const step = journey.next
  journey.unanswered = step
  let answer = await request(site, journey)
  // The first request died before its response was stored: the site says when it may be repeated.
  for (
    let waits = 0;
    waits < maxWaits && answer.status === 409 && answer.body?.type === 'request_in_progress';
    waits += 1
  )
    answer = await request(site, journey)
  if (answer.status >= 400) {
    journey.unanswered = null
    throw new Refused(
      `${step} of ${journey.id} (${journey.way.pays}) was answered ${answer.status} ${answer.text.slice(0, 200)}`,
    )
  }
  take(journey, answer)
  // A refused instalment is not paid.
  if (step !== 'part' || journey.next !== 'part') journey.answered.push(step)
  journey.unanswered = null
}

async function request(site: ProofSite, journey: Journey): Promise<Answer> {
  const { family, next, program_id } = journey
  if (next === 'part') journey.part_id ??= await secondPart(site, journey)
  if (next === 'bank')
    return site.call(journey.bank ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'decision=confirm',
    })
  const key = { 'Idempotency-Key': `${journey.id}-${next}-${journey.attempts}` }
  const [path, body] = callOf(journey)
  if (next === 'record' || next === 'approve')
    return site.call(`/api/v1/organiser/programs/${program_id}/${path}`, {
      method: 'POST',
      headers: { ...organiserHeaders, ...key },
      body: JSON.stringify(body),
    })
  return site.call(`${profile}/${path}`, family.person.json(body, key) as RequestOptions)
}

async function secondPart(site: ProofSite, { family, order_id }: Journey): Promise<string | null> {
  const { body } = await site.call(`${profile}/orders/${order_id}`, { headers: family.person.headers })
  return body.instalments?.[1]?.id ?? null
}

/** The path and body of the request for a step. */
function callOf(journey: Journey): [path: string, body: object] {
  const { family, next, way, program_id, event_id, option_id, attendee_id, attendee_profile_id } = journey
  const { customer_profile_id } = family
  const order = `orders/${journey.order_id}`
  if (next === 'book') return ['bookings', { program_id, event_id, people: [{ attendee_id, option_id }] }]
  if (next === 'hold') return ['registrations', { event_id, option_id, customer_profile_id, attendee_profile_id }]
  if (next === 'order') {
    const items = [{ type: 'event_option', source: journey.registration_id, quantity: 1 }]
    return ['orders', { program_id, customer_profile_id, timezone: 'America/Toronto', items }]
  }
  if (next === 'keep') return [`programs/${program_id}/payment_methods/pm_card_visa/attach`, {}]
  if (next === 'pay') return [`${order}/payments`, howPaid(journey)]
  if (next === 'confirm') return [`${order}/payments/${journey.payment_id}/confirm`, {}]
  if (next === 'record')
    return [`${order}/payments`, { amount: amountToRecord(journey), received_as: 'cash', recorded_by: 'Jo Tremblay' }]
  if (next === 'part')
    return [`${order}/instalments/pay`, { instalment_id: journey.part_id, payment_source_id: 'pm_card_visa' }]
  if (next === 'request') return [`${order}/refund`, { reason: 'cannot_attend', metadata: { destination: way.to } }]
  if (next === 'approve')
    return [`refund_requests/${journey.request_id}/approve`, way.approved === undefined ? {} : { amount: way.approved }]
  return [`registrations/${journey.registration_id}/cancel`, { destination: way.to }]
}

function howPaid({ way: { pays }, source, card }: Journey): object {
  if (pays === 'office') return { checkout_method: 'offline' }
  if (pays === 'parts') return { checkout_method: 'card', payment_source_id: source, pay_in_instalments: true }
  if (pays === 'balance') return { checkout_method: 'card', payment_source_id: source, use_account_balance: true }
  return { checkout_method: 'card', payment_source_id: pays === 'stored' ? card : source }
}

// The organisation records the first part and then the remainder.
const amountToRecord = ({ recorded }: Journey): number => (recorded === 0 ? firstCash : cost - recorded)

function take(journey: Journey, { body }: Answer): void {
  const { next, way } = journey
  const toPay: Step = way.pays === 'stored' ? 'keep' : 'pay'
  if (next === 'book')
    Object.assign(journey, { registration_id: body.registrations[0].id, order_id: body.id, next: toPay })
  else if (next === 'hold') Object.assign(journey, { registration_id: body.id, next: 'order' })
  else if (next === 'order') Object.assign(journey, { order_id: body.id, next: toPay })
  else if (next === 'keep') Object.assign(journey, { card: body.id, next: 'pay' })
  else if (next === 'bank') journey.next = 'confirm'
  else if (next === 'record') takeMoney(journey)
  else if (next === 'request') Object.assign(journey, { request_id: body.id, next: 'approve' })
  else if (next === 'part' && body.status !== 'succeeded') journey.attempts += 1
  else if (next === 'cancel' || next === 'approve' || next === 'part') journey.next = after(journey)
  else takePayment(journey, body)
}

function takeMoney(journey: Journey): void {
  journey.recorded += amountToRecord(journey)
  // The rest of the price is recorded by a separate request.
  journey.attempts += 1
  if (journey.recorded === cost) Object.assign(journey, { isPaid: true, next: after(journey) })
}

function takePayment(journey: Journey, payment: { id: string; status: string; next_action_url: string | null }): void {
  journey.payment_id = payment.id
  if (payment.status === 'succeeded') return void Object.assign(journey, { isPaid: true, next: after(journey) })
  if (journey.way.pays === 'office') return void Object.assign(journey, { next: 'record' })
  if (payment.status === 'requires_action')
    return void Object.assign(journey, { bank: new URL(payment.next_action_url ?? '').pathname, next: 'bank' })
  journey.attempts += 1
  // Nothing was charged, so the customer tries again with a new request.
  journey.next = payment.status === 'failed' ? 'pay' : 'confirm'
}

// The step of a journey that follows another step.
function after({ next, way }: Journey): Step {
  const steps: readonly Step[] = way.afterwards
  return steps[steps.indexOf(next) + 1] ?? 'done'
}

/** Number of kills at each step. */
export function metBy(unanswered: Journey[]): Record<string, number> {
  const met: Record<string, number> = {}
  for (const { unanswered: step } of unanswered) met[`met_${step}`] = (met[`met_${step}`] ?? 0) + 1
  return met
}

/** The counts of `metBy` in words. */
export const describeMet = (sums: Record<string, number>) =>
  Object.entries(sums)
    .flatMap(([name, times]) => (name.startsWith('met_') ? [`${name.slice(4)} ${times}`] : []))
    .join(', ')
