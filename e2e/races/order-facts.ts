import type { ProofSite } from '../proofs/proof-site.ts'

/** The rows of one order. */
export type OrderFacts = {
  status: string
  total: number
  paid: number
  refunding: number
  returned: number
  /** The `to` values of every transition of the order, its payments and its places, in order. */
  orderSteps: string[]
  paymentSteps: string[]
  placeSteps: string[]
  payments: string[]
  places: string[]
  /** Receipt numbers used by the program. */
  receipts: number
  refunds: number[]
  /** The amounts that the provider received and refunded. */
  received: number
  givenBack: number
  intents: string[]
  /** Outbox messages about the order and its places. */
  events: string[]
  taken: number
  held: number
}

/** Reads everything that a race may have doubled, in one batch. */
export async function orderFacts(site: ProofSite, orderId: string): Promise<OrderFacts> {
  const [row] = await site.sql(
    `SELECT o.status, o.amount_total AS total, o.amount_paid AS paid, o.amount_refunding AS refunding, o.amount_returned AS returned,
      (SELECT json_group_array(to_status) FROM (SELECT to_status FROM status_history WHERE object = 'order' AND object_id = o.id ORDER BY step)) AS orderSteps,
      (SELECT json_group_array(to_status) FROM (SELECT to_status FROM status_history WHERE object = 'payment' AND object_id IN (SELECT id FROM payments WHERE order_id = o.id) ORDER BY object_id, step)) AS paymentSteps,
      (SELECT json_group_array(to_status) FROM (SELECT to_status FROM status_history WHERE object = 'registration' AND object_id IN (SELECT id FROM registrations WHERE order_id = o.id) ORDER BY object_id, step)) AS placeSteps,
      (SELECT json_group_array(status) FROM payments WHERE order_id = o.id) AS payments,
      (SELECT json_group_array(status) FROM registrations WHERE order_id = o.id) AS places,
      (SELECT coalesce(sum(last), 0) FROM receipt_counters WHERE program_id = o.program_id) AS receipts,
      (SELECT json_group_array(amount) FROM refunds WHERE order_id = o.id) AS refunds,
      (SELECT coalesce(sum(amount_received), 0) FROM sandbox_intents WHERE order_id = o.id) AS received,
      (SELECT coalesce(sum(amount), 0) FROM sandbox_refunds WHERE intent_id IN (SELECT id FROM sandbox_intents WHERE order_id = o.id)) AS givenBack,
      (SELECT json_group_array(state) FROM sandbox_intents WHERE order_id = o.id) AS intents,
      (SELECT json_group_array(kind) FROM (SELECT kind FROM outbox WHERE kind NOT LIKE 'mail.%' AND kind NOT LIKE '%.end_for_event' AND (ref = o.id OR ref IN (SELECT id FROM registrations WHERE order_id = o.id)) ORDER BY kind)) AS events,
      (SELECT sum(spots_taken) FROM event_options WHERE program_id = o.program_id) AS taken,
      (SELECT count(*) FROM registrations WHERE program_id = o.program_id AND status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')) AS held
      FROM orders AS o WHERE o.id = ?`,
    orderId,
  )
  const lists = [
    'orderSteps',
    'paymentSteps',
    'placeSteps',
    'payments',
    'places',
    'refunds',
    'intents',
    'events',
  ] as const
  return { ...row, ...Object.fromEntries(lists.map((name) => [name, JSON.parse(row[name])])) }
}

/** The number of times that a list has a value. */
export const timesIn = (list: string[], value: string): number => list.filter((each) => each === value).length
