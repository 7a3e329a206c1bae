import type { Person } from '../../functions/test-bench/people.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

export type Step = 'hold' | 'order' | 'pay' | 'bank' | 'confirm' | 'cancel' | 'done'
export type Family = { person: Person; customer_profile_id: string }

/** What one family does for one child, with what the site said so far. A request that got no answer can be sent again as it was. */
export type Journey = {
  /** Part of every key, so that a repeat is the same request. */
  id: string
  family: Family
  program_id: string
  event_id: string
  option_id: string
  attendee_profile_id: string
  source: 'pm_card_visa' | 'pm_card_authenticationRequired'
  isCancelled: boolean
  next: Step
  /** Sent, and not answered. */
  unanswered: Step | null
  /** What the site said yes to. */
  answered: Step[]
  attempts: number
  isPaid: boolean
  registration_id: string | null
  order_id: string | null
  payment_id: string | null
  bank: string | null
}

/** The site said no to a step to which it has to say yes. */
export class Refused extends Error {}
const maxWaits = 4
const profile = '/api/v1/profile'

/** Sends the next request of a journey and takes in its answer; throws where the connection broke, and `Refused`. */
export async function takeStep(site: ProofSite, journey: Journey): Promise<void> {
  const step = journey.next
  journey.unanswered = step
  let answer = await request(site, journey)
  // The first one died before its answer was kept: the site says when it may be repeated.
  for (
    let waits = 0;
    waits < maxWaits && answer.status === 409 && answer.body?.type === 'request_in_progress';
    waits += 1
  )
    answer = await request(site, journey)
  if (answer.status >= 400) {
    journey.unanswered = null
    throw new Refused(`${step} was answered ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  take(journey, answer)
  journey.answered.push(step)
  journey.unanswered = null
}

async function request(site: ProofSite, journey: Journey): Promise<Answer> {
  const { family, next } = journey
  const send = (path: string, body: unknown) =>
    site.call(
      path,
      family.person.json(body, { 'Idempotency-Key': `${journey.id}-${next}-${journey.attempts}` }) as {
        headers: Record<string, string>
        body: string
      },
    )
  const { program_id, event_id, option_id, attendee_profile_id } = journey
  if (next === 'hold')
    return send(`${profile}/registrations`, {
      event_id,
      option_id,
      customer_profile_id: family.customer_profile_id,
      attendee_profile_id,
    })
  if (next === 'order')
    return send(`${profile}/orders`, {
      program_id,
      customer_profile_id: family.customer_profile_id,
      timezone: 'America/Toronto',
      items: [{ type: 'event_option', source: journey.registration_id, quantity: 1 }],
    })
  if (next === 'pay')
    return send(`${profile}/orders/${journey.order_id}/payments`, {
      checkout_method: 'card',
      payment_source_id: journey.source,
    })
  if (next === 'confirm')
    return send(`${profile}/orders/${journey.order_id}/payments/${journey.payment_id}/confirm`, {})
  if (next === 'cancel') return send(`${profile}/registrations/${journey.registration_id}/cancel`, {})
  return site.call(journey.bank ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'decision=confirm',
  })
}

function take(journey: Journey, { body }: Answer): void {
  const { next } = journey
  if (next === 'hold') Object.assign(journey, { registration_id: body.id, next: 'order' })
  else if (next === 'order') Object.assign(journey, { order_id: body.id, next: 'pay' })
  else if (next === 'bank') journey.next = 'confirm'
  else if (next === 'cancel') journey.next = 'done'
  else takePayment(journey, body)
}

function takePayment(journey: Journey, payment: { id: string; status: string; next_action_url: string | null }): void {
  journey.payment_id = payment.id
  if (payment.status === 'succeeded')
    return void Object.assign(journey, { isPaid: true, next: journey.isCancelled ? 'cancel' : 'done' })
  if (payment.status === 'requires_action')
    return void Object.assign(journey, { bank: new URL(payment.next_action_url ?? '').pathname, next: 'bank' })
  journey.attempts += 1
  // Nobody was charged: the customer tries again, as another request.
  journey.next = payment.status === 'failed' ? 'pay' : 'confirm'
}
