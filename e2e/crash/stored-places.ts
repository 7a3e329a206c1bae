import type { ProofSite } from '../proofs/proof-site.ts'
import type { Journey } from './journey.ts'
import { firstPart, paidAtEnd, returnedAtEnd } from './ways.ts'

/** The stored state of a journey's place and payment. */
export type Kept = {
  status: string
  order_id: string | null
  order_status: string | null
  payments: number
  paid: number
  /** The amount paid offline. */
  office: number
  /** The number of paid instalments. */
  parts: number
  /** The number of the family's stored cards. */
  cards: number
  request: string | null
  returned: number
  /** The part of the refund that went to the balance. */
  toBalance: number
  /** The part of the payment that came from the balance. */
  ofBalance: number
}

/** The rows of places by child and option. */
export async function storedPlaces(site: ProofSite, journeys: Journey[]): Promise<Map<string, Kept>> {
  const options = [...new Set(journeys.map((journey) => journey.option_id))]
  const sumOf = (what: string) =>
    `coalesce((SELECT sum(amount_received) FROM payments WHERE order_id = r.order_id AND status = 'succeeded' AND ${what}), 0)`
  const rows = await site.sql(
    `SELECT r.attendee_profile_id || ' ' || r.option_id AS place, r.status, r.order_id, o.status AS order_status,
      (SELECT count(*) FROM payments WHERE order_id = r.order_id) AS payments,
      ${sumOf('true')} AS paid, ${sumOf("checkout_method = 'offline'")} AS office, ${sumOf("provider = 'account_balance'")} AS ofBalance,
      (SELECT count(*) FROM order_instalments WHERE order_id = r.order_id AND status = 'paid') AS parts,
      (SELECT count(*) FROM payment_sources WHERE customer_profile_id = r.customer_profile_id AND detached_at IS NULL) AS cards,
      (SELECT status FROM refund_requests WHERE order_id = r.order_id) AS request,
      coalesce((SELECT sum(amount) FROM refunds WHERE order_id = r.order_id AND status IN ('pending', 'requires_action', 'succeeded')), 0) AS returned,
      coalesce((SELECT sum(amount) FROM account_balance_entries WHERE order_id = r.order_id AND kind = 'refund_credit'), 0) AS toBalance
      FROM registrations AS r LEFT JOIN orders AS o ON o.id = r.order_id WHERE r.option_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(options),
  )
  return new Map(rows.map((row) => [row.place, row]))
}

export const placeOf = (journey: Journey): string => `${journey.attendee_profile_id} ${journey.option_id}`

/** Acknowledged steps that the database lost. */
export function lostSteps(journey: Journey, kept: Kept | undefined): string[] {
  return journey.answered.filter((step) => {
    if (step === 'hold') return kept === undefined
    if (kept === undefined || kept.order_id !== journey.order_id) return step !== 'bank'
    if (step === 'keep') return kept.cards === 0
    if (step === 'pay') return kept.payments === 0 || (journey.isPaid && kept.paid < firstPaid(journey))
    if (step === 'confirm') return journey.isPaid && kept.paid < firstPaid(journey)
    if (step === 'record') return kept.office < journey.recorded
    return isLost(step, kept)
  })
}

// True when nothing after the first payment is stored.
function isLost(step: string, kept: Kept): boolean {
  if (step === 'part') return kept.parts < 2
  if (step === 'request') return kept.request === null
  if (step === 'approve') return !isApproved(kept) || kept.returned === 0
  return step === 'cancel' && kept.status !== 'cancelled'
}

const isApproved = ({ request }: Kept) => request === 'approved' || request === 'completed'
const firstPaid = ({ way }: Journey) => (way.pays === 'parts' ? firstPart : paidAtEnd(way))

/** True when the step without a response was written anyway. */
export function isWritten(journey: Journey, kept: Kept | undefined): boolean {
  const step = journey.unanswered
  if (step === null || kept === undefined) return false
  const isThere: Partial<Record<typeof step, boolean>> = {
    book: kept.order_id !== null,
    hold: true,
    order: kept.order_id !== null,
    keep: kept.cards > 0,
    pay: kept.payments > 0,
    confirm: kept.paid > 0,
    record: kept.office > journey.recorded,
    part: kept.parts > 1,
    request: kept.request !== null,
    approve: isApproved(kept),
    cancel: kept.status === 'cancelled',
  }
  return isThere[step] ?? false
}

/** The faults of a completed journey's place or money. */
export function wrongEnd({ id, way }: Journey, kept: Kept | undefined): string[] {
  const isOver = way.afterwards.includes('cancel') || way.afterwards.includes('approve')
  const [paid, returned] = [paidAtEnd(way), returnedAtEnd(way)]
  // A payment from the balance is returned to the balance. A partial refund takes the newest payment first.
  const least = way.to === 'account_balance' ? returned : Math.max(0, returned - (paid - (kept?.ofBalance ?? 0)))
  const most = way.to === 'account_balance' ? returned : Math.min(returned, kept?.ofBalance ?? 0)
  const expected = `${isOver ? 'cancelled, order cancelled' : 'confirmed, order paid'}; ${paid} paid, ${returned} returned`
  const real = `${kept?.status}, order ${kept?.order_status}; ${kept?.paid} paid, ${kept?.returned} returned`
  if (real !== expected) return [`${id} (${way.pays}) ended as ${real}, and was to be ${expected}`]
  const toBalance = kept?.toBalance ?? 0
  return toBalance >= least && toBalance <= most
    ? []
    : [`${id} (${way.pays}) got ${toBalance} on its balance of ${returned} that came back to ${way.to}`]
}
