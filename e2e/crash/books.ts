import type { ProofSite } from '../proofs/proof-site.ts'

type Question = { /** what is wrong with the rows it finds */ what: string; sql: string }

/** What one batch writes together; a row of it without another means a torn write. */
const parts: Question[] = [
  {
    what: 'paid orders without their event',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe = 'order.paid:' || orders.id)`,
  },
  {
    what: 'paid orders without the history of it',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM status_history WHERE object = 'order' AND object_id = orders.id AND to_status = 'paid')`,
  },
  {
    what: 'paid orders without their money',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id AND status = 'succeeded')`,
  },
  {
    what: 'money whose order is not paid',
    sql: `SELECT id FROM payments WHERE status = 'succeeded' AND EXISTS (SELECT 1 FROM orders WHERE id = payments.order_id AND paid_at IS NULL)`,
  },
  {
    what: 'places confirmed without history',
    sql: `SELECT id FROM registrations WHERE status = 'confirmed' AND NOT EXISTS (SELECT 1 FROM status_history WHERE object = 'registration' AND object_id = registrations.id AND to_status = 'confirmed')`,
  },
  {
    what: 'history of a confirmation without the place',
    sql: `SELECT object_id AS id FROM status_history WHERE object = 'registration' AND to_status = 'confirmed' AND NOT EXISTS (SELECT 1 FROM registrations WHERE id = object_id AND status IN ('confirmed', 'cancelled'))`,
  },
  {
    what: 'orders without lines',
    sql: `SELECT id FROM orders WHERE NOT EXISTS (SELECT 1 FROM order_items WHERE order_id = orders.id)`,
  },
  {
    what: 'submitted orders without a payment',
    sql: `SELECT id FROM orders WHERE status NOT IN ('draft', 'expired') AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id)`,
  },
  {
    what: 'cancelled places without their event',
    sql: `SELECT id FROM registrations WHERE status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe = 'registration.cancelled:' || registrations.id)`,
  },
  {
    what: 'cancelled places without their refund',
    sql: `SELECT id FROM registrations WHERE status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM refunds WHERE dedupe LIKE 'cancel:' || registrations.id || ':%')`,
  },
  {
    what: 'refunds that are not carried out',
    sql: `SELECT id FROM refunds WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe = 'refund.execute:' || refunds.id)`,
  },
  {
    what: 'keys of a place that is not there',
    sql: `SELECT key AS id FROM idempotency_keys WHERE created_location LIKE '/v1/profile/registrations/%' AND NOT EXISTS (SELECT 1 FROM registrations WHERE '/v1/profile/registrations/' || registrations.id = created_location)`,
  },
  {
    what: 'keys of a payment that is not there',
    sql: `SELECT key AS id FROM idempotency_keys WHERE created_location LIKE '/v1/profile/orders/%/payments/%' AND NOT EXISTS (SELECT 1 FROM payments WHERE '/v1/profile/orders/' || payments.order_id || '/payments/' || payments.id = created_location)`,
  },
]

/** What a request that is sent again must not do again. */
const effects: Question[] = [
  {
    what: 'places for one child twice',
    sql: `SELECT min(id) AS id FROM registrations GROUP BY attendee_id, option_id HAVING count(*) > 1`,
  },
  {
    what: 'places in two orders',
    sql: `SELECT registration_id AS id FROM order_items GROUP BY registration_id HAVING count(*) > 1`,
  },
  {
    what: 'orders paid twice',
    sql: `SELECT order_id AS id FROM payments WHERE status = 'succeeded' GROUP BY order_id HAVING count(*) > 1`,
  },
  {
    what: 'cards charged more than the order',
    sql: `SELECT order_id AS id FROM sandbox_intents GROUP BY order_id HAVING sum(amount_received) > (SELECT amount_total FROM orders WHERE orders.id = order_id)`,
  },
  {
    what: 'steps to paid, confirmed or cancelled taken twice',
    sql: `SELECT object_id AS id FROM status_history WHERE to_status IN ('paid', 'confirmed', 'cancelled', 'succeeded') AND from_status <> to_status GROUP BY object, object_id, to_status HAVING count(*) > 1`,
  },
  { what: 'places returned twice', sql: `SELECT order_id AS id FROM refunds GROUP BY order_id HAVING count(*) > 1` },
  {
    what: 'money given back twice',
    sql: `SELECT refund_id AS id FROM sandbox_refunds GROUP BY refund_id HAVING count(*) > 1`,
  },
  {
    what: 'money given back that was not to be',
    sql: `SELECT intent_id AS id FROM sandbox_refunds GROUP BY intent_id HAVING sum(amount) > (SELECT amount_received FROM sandbox_intents WHERE sandbox_intents.id = intent_id)`,
  },
]

/** What one run of the clock has to bring in order, when the runtime died between the provider and the books. */
const afterClock: Question[] = [
  {
    what: 'cards charged for orders that are not paid',
    sql: `SELECT order_id AS id FROM sandbox_intents WHERE state = 'succeeded' AND NOT EXISTS (SELECT 1 FROM payments WHERE id = payment_id AND status = 'succeeded')`,
  },
  {
    what: 'paid orders without their places',
    sql: `SELECT id FROM orders WHERE status = 'paid' AND (SELECT count(*) FROM registrations WHERE order_id = orders.id AND status = 'confirmed') <> (SELECT count(*) FROM order_items WHERE order_id = orders.id AND cancelled_at IS NULL)`,
  },
  { what: 'refunds that are still to be carried out', sql: `SELECT id FROM refunds WHERE status = 'pending'` },
  {
    what: 'rows of the outbox that were not delivered',
    sql: `SELECT kind || ' ' || ref AS id FROM outbox WHERE done_at IS NULL`,
  },
]

/** What the clock left undone, in words with the first ids. */
export const leftByClock = (site: ProofSite): Promise<string[]> => findFaults(site, afterClock)

/** Torn writes, in words with the first ids. */
export const tornParts = (site: ProofSite): Promise<string[]> => findFaults(site, parts)

/** Effects that came twice, in words with the first ids. */
export const doubledEffects = (site: ProofSite): Promise<string[]> => findFaults(site, effects)

async function findFaults(site: ProofSite, questions: Question[]): Promise<string[]> {
  const db = site.bench.env.DB
  const answers = await db.batch<{ id: string }>(questions.map(({ sql }) => db.prepare(sql)))
  return questions.flatMap(({ what }, index) => {
    const rows = answers[index]?.results ?? []
    return rows.length === 0
      ? []
      : [
          `${rows.length} ${what} (${rows
            .slice(0, 3)
            .map((row) => row.id)
            .join(', ')})`,
        ]
  })
}
