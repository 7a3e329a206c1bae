import type { ProofSite } from '../proofs/proof-site.ts'
import type { Journey } from './journey.ts'

/** What the database has of a journey's place. */
export type Kept = {
  status: string
  order_id: string | null
  order_status: string | null
  payments: number
  paid: number
}

/** The rows of a round's places, by the child and the option. */
export async function storedPlaces(site: ProofSite, journeys: Journey[]): Promise<Map<string, Kept>> {
  const options = [...new Set(journeys.map((journey) => journey.option_id))]
  const rows = await site.sql(
    `SELECT r.attendee_profile_id || ' ' || r.option_id AS place, r.status, r.order_id, o.status AS order_status,
      (SELECT count(*) FROM payments WHERE order_id = r.order_id) AS payments, (SELECT count(*) FROM payments WHERE order_id = r.order_id AND status = 'succeeded') AS paid
      FROM registrations AS r LEFT JOIN orders AS o ON o.id = r.order_id WHERE r.option_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(options),
  )
  return new Map(rows.map((row) => [row.place, row]))
}

export const placeOf = (journey: Journey): string => `${journey.attendee_profile_id} ${journey.option_id}`

/** Acknowledged steps of which the database knows nothing. */
export function lostSteps(journey: Journey, kept: Kept | undefined): string[] {
  return journey.answered.filter((step) => {
    if (step === 'hold') return kept === undefined
    if (step === 'order') return kept?.order_id !== journey.order_id
    if (step === 'cancel') return kept?.status !== 'cancelled'
    if (step === 'pay') return (kept?.payments ?? 0) === 0 || (journey.isPaid && kept?.paid !== 1)
    return step === 'confirm' && journey.isPaid && kept?.paid !== 1
  })
}

/** Whether the step that got no answer was written all the same. */
export function isWritten(journey: Journey, kept: Kept | undefined): boolean {
  const step = journey.unanswered
  if (step === null || kept === undefined) return false
  if (step === 'hold') return true
  if (step === 'order') return kept.order_id !== null
  if (step === 'pay') return kept.payments > 0
  if (step === 'confirm') return kept.paid > 0
  return step === 'cancel' && kept.status === 'cancelled'
}

/** What is wrong with a journey that came to its end. */
export function wrongEnd(journey: Journey, kept: Kept | undefined): string[] {
  const expected = journey.isCancelled ? 'cancelled, order cancelled' : 'confirmed, order paid'
  const real = `${kept?.status}, order ${kept?.order_status}`
  return real === expected && kept?.paid === 1
    ? []
    : [`${journey.id} ended as ${real} with ${kept?.paid} payments, and was to be ${expected}`]
}
