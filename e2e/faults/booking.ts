import type { Person } from '../../functions/test-bench/people.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { heard, insist, isFinal, type RetryOptions } from './retry-request.ts'

export type Step =
  | 'hold'
  | 'cart'
  | 'line'
  | 'quote'
  | 'pay'
  | 'bank'
  | 'confirm'
  | 'look'
  | 'cancel_place'
  | 'cancel_order'
  | 'refund'
  | 'done'
/** How it ends for the customer: `waiting` is "the payment is being checked, we will write to you". */
export type Ending = 'paid' | 'cancelled' | 'waiting' | null

/** One customer's way through the shop for one child. */
export type Booking = {
  name: string
  person: Person
  programId: string
  event_id: string
  option_id: string
  attendee_profile_id: string
  card: string
  /** What is done with a paid place. */
  afterwards: 'nothing' | 'cancel_place' | 'cancel_order' | 'refund'
  /** Closes the window after the press that pays, unless the answer is final; comes back later. */
  isLeaving: boolean
  next: Step
  attempts: number
  registration_id: string | null
  order_id: string | null
  payment_id: string | null
  bank: string | null
  ending: Ending
  /** Refusals without a cause. */
  faults: string[]
}

const profile = '/api/v1/profile'
const maxSteps = 20
const maxReloads = 8

/** Goes on until it is done, stands before `until`, waits for the provider, or gets no good answer; a stopped booking may go on later with the same keys. */
export async function goOn(
  site: ProofSite,
  booking: Booking,
  { until = 'done', most = maxSteps, ...patience }: RetryOptions & { until?: Step; most?: number },
): Promise<void> {
  if (booking.ending === 'waiting') booking.ending = null
  for (let steps = 0; steps < most && booking.next !== 'done' && booking.next !== until; steps += 1) {
    const answer = await take(site, booking, patience)
    if (!isFinal(answer)) return
    // Only a part of the money came: such an order is cancelled as a whole.
    if (booking.next === 'cancel_place' && answer.body?.type === 'payment_in_progress') {
      booking.next = 'cancel_order'
      continue
    }
    if (answer.status >= 400 && !isDecline(answer)) {
      booking.faults.push(`${booking.name}: ${booking.next} was answered ${answer.status} ${answer.body?.type}`)
      return
    }
    advance(booking, answer)
    if (isSettled(booking)) return
  }
}

/** True for a customer who knows how it ended, or that a mail will follow. */
export const isSettled = (booking: Booking): boolean => booking.next === 'done' || booking.ending === 'waiting'

const isDecline = ({ status }: Answer) => status === 402

function take(site: ProofSite, booking: Booking, patience: RetryOptions): Promise<Answer> {
  const { next, person, order_id, registration_id } = booking
  const send = (path: string, body: unknown) =>
    insist(
      site,
      person,
      { path: `${profile}${path}`, body, key: `${booking.name}-${next}-${booking.attempts}` },
      patience,
    )
  if (next === 'look')
    return heard(site, `${profile}/orders/${order_id}/payments?limit=1&sort=created&order=desc`, {
      headers: person.headers,
    })
  if (next === 'bank') return pressAtBank(site, booking.bank ?? '')
  const input = callOf(booking)
  if (!input) throw new Error(`nothing to send for ${next} of ${registration_id}`)
  return send(input.path, input.body)
}

// A bank page that failed is loaded and pressed again.
async function pressAtBank(site: ProofSite, path: string): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await heard(site, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'decision=confirm',
    })
    if (answer.status < 500 || attempts >= maxReloads) return answer
  }
}

/** The POST of a step. */
function callOf(booking: Booking): { path: string; body: unknown } | null {
  const { programId, event_id, option_id, attendee_profile_id, order_id, registration_id, payment_id, person } = booking
  const customer_profile_id = person.profileId(programId)
  const calls: Partial<Record<Step, { path: string; body: unknown }>> = {
    hold: { path: '/registrations', body: { event_id, option_id, customer_profile_id, attendee_profile_id } },
    cart: { path: '/orders', body: { program_id: programId, customer_profile_id, timezone: 'America/Toronto' } },
    line: { path: `/orders/${order_id}/items`, body: { type: 'event_option', source: registration_id, quantity: 1 } },
    quote: { path: `/orders/${order_id}/quote`, body: {} },
    pay: {
      path: `/orders/${order_id}/payments`,
      body: { checkout_method: 'card', payment_source_id: booking.attempts === 0 ? booking.card : 'pm_card_visa' },
    },
    confirm: { path: `/orders/${order_id}/payments/${payment_id}/confirm`, body: {} },
    cancel_place: { path: `/registrations/${registration_id}/cancel`, body: {} },
    cancel_order: { path: `/orders/${order_id}/cancel`, body: {} },
    refund: { path: `/orders/${order_id}/refund`, body: { reason: 'cannot_attend' } },
  }
  return calls[booking.next] ?? null
}

function advance(booking: Booking, { status, body }: Answer): void {
  const { next } = booking
  if (next === 'pay' && booking.isLeaving && body?.status !== 'succeeded') {
    Object.assign(booking, { ending: 'waiting', isLeaving: false })
    return
  }
  if (next === 'hold') Object.assign(booking, { registration_id: body.id, next: 'cart' })
  else if (next === 'cart') Object.assign(booking, { order_id: body.id, next: 'line' })
  else if (next === 'line') booking.next = 'quote'
  else if (next === 'quote') booking.next = 'pay'
  else if (next === 'bank') Object.assign(booking, { next: 'confirm', attempts: booking.attempts + 1 })
  else if (next === 'cancel_place' || next === 'cancel_order' || next === 'refund')
    Object.assign(booking, { next: 'done', ending: 'cancelled' })
  else if (next === 'look') paymentIs(booking, body.data[0])
  else if (status === 402) booking.next = 'look'
  else paymentIs(booking, body)
}

function paymentIs(
  booking: Booking,
  payment: { id: string; status: string; next_action_url: string | null } | undefined,
): void {
  if (!payment) {
    booking.next = 'pay'
    return
  }
  booking.payment_id = payment.id
  const isRetried = booking.next === 'confirm'
  if (payment.status === 'succeeded')
    Object.assign(booking, {
      ending: booking.afterwards === 'nothing' ? 'paid' : null,
      next: booking.afterwards === 'nothing' ? 'done' : booking.afterwards,
    })
  else if (payment.status === 'requires_action')
    Object.assign(booking, { bank: new URL(payment.next_action_url ?? '').pathname, next: 'bank' })
  else if (payment.status === 'failed' || payment.status === 'cancelled')
    Object.assign(booking, { next: 'pay', attempts: booking.attempts + 1 })
  else if (isRetried) Object.assign(booking, { ending: 'waiting' as const, attempts: booking.attempts + 1 })
  else booking.next = 'confirm'
}
