import type { Person } from '../../functions/test-bench/people.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { heard, insist, isFinal, type RetryOptions } from './retry-request.ts'

export type Step =
  | 'hold'
  | 'cart'
  | 'line'
  | 'quote'
  | 'keep'
  | 'pay'
  | 'bank'
  | 'confirm'
  | 'look'
  | 'record'
  | 'part'
  | 'cancel_place'
  | 'cancel_order'
  | 'refund'
  | 'approve'
  | 'done'
/** How a place is paid. */
export type Pays = 'card' | 'balance' | 'stored' | 'parts' | 'office'
/** The outcome for the customer. `waiting`: the page says that the payment is being checked and that a mail follows. */
export type Ending = 'paid' | 'cancelled' | 'waiting' | null

/** One customer's booking for one child. */
export type Booking = {
  name: string
  person: Person
  programId: string
  event_id: string
  option_id: string
  attendee_profile_id: string
  card: string
  pays: Pays
  /** The action after a place is paid. For an event that requires it, the organisation must approve the refund. */
  afterwards: 'nothing' | 'part' | 'cancel_place' | 'cancel_order' | 'refund'
  /** The refund destination. */
  to: 'original_method' | 'account_balance'
  /** True for a customer who closes the window after pressing pay, unless the response is final, and returns later. */
  isLeaving: boolean
  next: Step
  attempts: number
  registration_id: string | null
  order_id: string | null
  payment_id: string | null
  /** The payment that made the order paid. Later payments are instalments. */
  paid_by: string | null
  part_id: string | null
  request_id: string | null
  stored_card: string | null
  /** The offline amount that the organisation recorded. */
  recorded: number
  bank: string | null
  ending: Ending
  /** Refusals that had no cause. */
  faults: string[]
}

const profile = '/api/v1/profile'
/** The price of a place and the first part of an offline payment. */
export const cost = 10_000
const firstCash = 4000
const maxSteps = 20
const maxReloads = 8

/**
 * Continues the booking until it is done, reaches `until`, waits for the provider, or gets no usable response. A
 * stopped booking may continue later with the same keys.
 */
export async function goOn(
  site: ProofSite,
  booking: Booking,
  { until = 'done', most = maxSteps, ...patience }: RetryOptions & { until?: Step; most?: number },
): Promise<void> {
  if (booking.ending === 'waiting') booking.ending = null
  for (let steps = 0; steps < most && booking.next !== 'done' && booking.next !== until; steps += 1) {
    const answer = await take(site, booking, patience)
    if (!isFinal(answer)) return
    // Only a part of the money has arrived, so the order is not paid and is cancelled as a whole.
    if (needsAll.has(booking.next) && answer.status === 409 && (await isUnpaid(site, booking))) {
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

/** True when the customer knows the outcome or knows that a mail will follow. */
export const isSettled = (booking: Booking): boolean => booking.next === 'done' || booking.ending === 'waiting'

/** Actions that need a paid order. */
const needsAll = new Set<Step>(['cancel_place', 'refund', 'part'])

async function isUnpaid(site: ProofSite, { order_id }: Booking): Promise<boolean> {
  const [order] = await site.sql('SELECT status FROM orders WHERE id = ?', order_id)
  return order?.status !== 'paid'
}

const isDecline = ({ status }: Answer) => status === 402

async function take(site: ProofSite, booking: Booking, patience: RetryOptions): Promise<Answer> {
  const { next, person, order_id, registration_id } = booking
  if (next === 'look')
    return heard(site, `${profile}/orders/${order_id}/payments?limit=1&sort=created&order=desc`, {
      headers: person.headers,
    })
  if (next === 'bank') return pressAtBank(site, booking.bank ?? '')
  if (next === 'part') booking.part_id ??= await partToPay(site, booking)
  const input = callOf(booking)
  if (!input) throw new Error(`nothing to send for ${next} of ${registration_id}`)
  const path =
    next === 'record' || next === 'approve' ? `${organiser(booking)}${input.path}` : `${profile}${input.path}`
  const headers = next === 'record' || next === 'approve' ? organiserHeaders : person.headers
  const key = `${booking.name}-${next}-${booking.attempts}`
  return insist(site, headers, { path, body: input.body, key }, patience)
}

const organiser = ({ programId }: Booking) => `/api/v1/organiser/programs/${programId}`

// Chooses an instalment as the customer does on the order's page. The harness's own reads never fail.
async function partToPay(site: ProofSite, { order_id }: Booking): Promise<string | null> {
  const [part] = await site.sql('SELECT id FROM order_instalments WHERE order_id = ? AND position = 1', order_id)
  return part?.id ?? null
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

/** The POST request of a step. */
function callOf(booking: Booking): { path: string; body: unknown } | null {
  const { programId, event_id, option_id, attendee_profile_id, order_id, registration_id, payment_id, person } = booking
  const customer_profile_id = person.profileId(programId)
  const calls: Partial<Record<Step, { path: string; body: unknown }>> = {
    hold: { path: '/registrations', body: { event_id, option_id, customer_profile_id, attendee_profile_id } },
    cart: { path: '/orders', body: { program_id: programId, customer_profile_id, timezone: 'America/Toronto' } },
    line: { path: `/orders/${order_id}/items`, body: { type: 'event_option', source: registration_id, quantity: 1 } },
    quote: { path: `/orders/${order_id}/quote`, body: {} },
    keep: { path: `/programs/${programId}/payment_methods/pm_card_visa/attach`, body: {} },
    pay: { path: `/orders/${order_id}/payments`, body: howPaid(booking) },
    record: {
      path: `/orders/${order_id}/payments`,
      body: { amount: amountToRecord(booking), received_as: 'cash' },
    },
    part: {
      path: `/orders/${order_id}/instalments/pay`,
      body: { instalment_id: booking.part_id, payment_source_id: 'pm_card_visa' },
    },
    confirm: { path: `/orders/${order_id}/payments/${payment_id}/confirm`, body: {} },
    cancel_place: { path: `/registrations/${registration_id}/cancel`, body: { destination: booking.to } },
    cancel_order: { path: `/orders/${order_id}/cancel`, body: {} },
    refund: {
      path: `/orders/${order_id}/refund`,
      body: { reason: 'cannot_attend', metadata: { destination: booking.to } },
    },
    approve: { path: `/refund_requests/${booking.request_id}/approve`, body: {} },
  }
  return calls[booking.next] ?? null
}

function howPaid({ pays, attempts, card, stored_card }: Booking): object {
  if (pays === 'office') return { checkout_method: 'offline' }
  const source = { checkout_method: 'card', payment_source_id: attempts === 0 ? card : 'pm_card_visa' }
  if (pays === 'parts') return { ...source, pay_in_instalments: true }
  if (pays === 'balance') return { ...source, use_account_balance: true }
  return pays === 'stored' ? { ...source, payment_source_id: stored_card } : source
}

const amountToRecord = ({ recorded }: Booking): number => (recorded === 0 ? firstCash : cost - recorded)

function advance(booking: Booking, { status, body }: Answer): void {
  const { next } = booking
  if (next === 'pay' && booking.isLeaving && body?.status !== 'succeeded') {
    Object.assign(booking, { ending: 'waiting', isLeaving: false })
    return
  }
  if (next === 'hold') Object.assign(booking, { registration_id: body.id, next: 'cart' })
  else if (next === 'cart') Object.assign(booking, { order_id: body.id, next: 'line' })
  else if (next === 'line') booking.next = 'quote'
  else if (next === 'quote') booking.next = booking.pays === 'stored' ? 'keep' : 'pay'
  else if (next === 'keep') Object.assign(booking, { stored_card: body.id, next: 'pay' })
  else if (next === 'record') moneyIsIn(booking)
  else if (next === 'refund' && body.status === 'requested')
    Object.assign(booking, { request_id: body.id, next: 'approve' })
  else if (next === 'bank') Object.assign(booking, { next: 'confirm', attempts: booking.attempts + 1 })
  else if (next === 'cancel_place' || next === 'cancel_order' || next === 'refund' || next === 'approve')
    Object.assign(booking, { next: 'done', ending: 'cancelled' })
  else if (next === 'look') paymentIs(booking, body.data[0])
  else if (status === 402) booking.next = 'look'
  else paymentIs(booking, body)
}

// The rest of the price is recorded by a separate request.
function moneyIsIn(booking: Booking): void {
  booking.recorded += amountToRecord(booking)
  booking.attempts += 1
  if (booking.recorded === cost) isPaid(booking)
}

function isPaid(booking: Booking): void {
  const { afterwards } = booking
  const isOver = afterwards === 'nothing' || (afterwards === 'part' && booking.next === 'part')
  Object.assign(booking, { ending: isOver ? 'paid' : null, next: isOver ? 'done' : afterwards })
}

function paymentIs(
  booking: Booking,
  payment: { id: string; status: string; next_action_url: string | null } | undefined,
): void {
  // The attempted payment: an instalment once the order is paid.
  const tried = booking.paid_by === null ? 'pay' : 'part'
  if (!payment || payment.id === booking.paid_by) {
    booking.next = tried
    return
  }
  booking.payment_id = payment.id
  const isRetried = booking.next === 'confirm'
  if (payment.status === 'succeeded') {
    if (tried === 'part') booking.next = 'part'
    booking.paid_by ??= payment.id
    isPaid(booking)
  } else if (booking.pays === 'office') booking.next = 'record'
  else if (payment.status === 'requires_action')
    Object.assign(booking, { bank: new URL(payment.next_action_url ?? '').pathname, next: 'bank' })
  else if (payment.status === 'failed' || payment.status === 'cancelled')
    Object.assign(booking, { next: tried, attempts: booking.attempts + 1 })
  else if (isRetried) Object.assign(booking, { ending: 'waiting' as const, attempts: booking.attempts + 1 })
  else booking.next = 'confirm'
}
