import type { ProofSite } from '../proofs/proof-site.ts'

type Question = { /** The fault that the matching rows have. */ what: string; sql: string }

const isReturning = `('pending', 'requires_action', 'succeeded')`
const eventOf = (kind: string, id: string) => `EXISTS (SELECT 1 FROM outbox WHERE dedupe = '${kind}:' || ${id})`
const stepOf = (object: string, id: string, to: string) =>
  `EXISTS (SELECT 1 FROM status_history WHERE object = '${object}' AND object_id = ${id} AND to_status = '${to}')`

// A refund that the policy grants automatically is decided when it is requested.
const isRequested = 'decided_at IS NOT created'

/** Rows that one batch writes together. If one of them is missing, a write was torn. */
const parts: Question[] = [
  {
    what: 'paid orders without their event',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT ${eventOf('order.paid', 'orders.id')}`,
  },
  {
    what: 'paid orders without the history of it',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT ${stepOf('order', 'orders.id', 'paid')}`,
  },
  {
    what: 'paid orders without their money',
    sql: `SELECT id FROM orders WHERE paid_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id AND status = 'succeeded')`,
  },
  {
    // An organisation may record a part of an offline payment first and the remainder later.
    what: 'money whose order is not paid',
    sql: `SELECT order_id AS id FROM payments WHERE status = 'succeeded' AND EXISTS (SELECT 1 FROM orders WHERE id = payments.order_id AND paid_at IS NULL)
      GROUP BY order_id HAVING sum(checkout_method <> 'offline') > 0 OR sum(amount_received) >= (SELECT amount_total FROM orders WHERE id = order_id)`,
  },
  {
    what: 'money of an office whose rest is not promised',
    sql: `SELECT id FROM orders WHERE paid_at IS NULL AND amount_paid > 0 AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id AND status = 'created' AND amount_total = orders.amount_total - orders.amount_paid)`,
  },
  {
    what: 'places confirmed without history',
    sql: `SELECT id FROM registrations WHERE status = 'confirmed' AND NOT ${stepOf('registration', 'registrations.id', 'confirmed')}`,
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
    what: 'held places of a cart without their line',
    sql: `SELECT id FROM registrations WHERE status = 'pending' AND order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM order_items WHERE registration_id = registrations.id)`,
  },
  {
    what: 'submitted orders without a payment',
    sql: `SELECT id FROM orders WHERE status NOT IN ('draft', 'expired') AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = orders.id)`,
  },
  {
    what: 'cancelled places without their event',
    sql: `SELECT id FROM registrations WHERE status = 'cancelled' AND NOT ${eventOf('registration.cancelled', 'registrations.id')} AND NOT ${eventOf('order.cancelled', 'registrations.order_id')}`,
  },
  {
    what: 'cancelled places without their refund or a request for one',
    sql: `SELECT id FROM registrations WHERE status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM refunds WHERE order_id = registrations.order_id)
      AND NOT EXISTS (SELECT 1 FROM refund_requests WHERE order_id = registrations.order_id)`,
  },
  {
    what: 'refunds that are not carried out',
    sql: `SELECT id FROM refunds WHERE NOT ${eventOf('refund.execute', 'refunds.id')}
      AND NOT EXISTS (SELECT 1 FROM account_balance_entries WHERE refund_id = refunds.id) AND NOT ${eventOf('payment.needs_attention:refund', 'refunds.id')}`,
  },
  {
    what: 'requests without their mail or their history',
    sql: `SELECT id FROM refund_requests WHERE ${isRequested} AND (NOT ${eventOf('refund.requested', 'refund_requests.id')} OR NOT ${stepOf('refund_request', 'refund_requests.id', 'requested')})`,
  },
  {
    what: 'approved requests without their money, mail or history',
    sql: `SELECT id FROM refund_requests WHERE status IN ('approved', 'completed') AND ((${isRequested} AND NOT ${eventOf('refund.decided', 'refund_requests.id')}) OR NOT ${stepOf('refund_request', 'refund_requests.id', 'approved')}
      OR amount_approved <> coalesce((SELECT sum(amount) FROM refunds WHERE refund_request_id = refund_requests.id), 0))`,
  },
  {
    what: 'money of a request that is not approved',
    sql: `SELECT id FROM refunds WHERE EXISTS (SELECT 1 FROM refund_requests WHERE id = refund_request_id AND status NOT IN ('approved', 'completed'))`,
  },
  {
    what: 'first parts that do not follow their order',
    sql: `SELECT id FROM order_instalments WHERE position = 0 AND (status = 'paid') <> EXISTS (SELECT 1 FROM orders WHERE id = order_id AND paid_at IS NOT NULL)`,
  },
  {
    what: 'paid parts without their money or their history',
    sql: `SELECT id FROM order_instalments WHERE status = 'paid' AND (NOT EXISTS (SELECT 1 FROM payments WHERE id = payment_id AND status = 'succeeded' AND amount_received = order_instalments.amount) OR NOT ${stepOf('instalment', 'order_instalments.id', 'paid')})`,
  },
  {
    what: 'parts of cancelled places that are still charged',
    sql: `SELECT id FROM order_instalments WHERE status IN ('scheduled', 'charging', 'failed') AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND status = 'cancelled')`,
  },
  {
    what: 'entries that a mail tells of, without it',
    sql: `SELECT id FROM account_balance_entries WHERE kind IN ('gift', 'refund_credit') AND NOT ${eventOf('balance.changed', 'account_balance_entries.id')}`,
  },
  {
    what: 'keys of a place that is not there',
    sql: `SELECT key AS id FROM idempotency_keys WHERE created_location LIKE '/v1/profile/registrations/%' AND NOT EXISTS (SELECT 1 FROM registrations WHERE '/v1/profile/registrations/' || registrations.id = created_location)`,
  },
  {
    what: 'keys of a payment that is not there',
    sql: `SELECT key AS id FROM idempotency_keys WHERE created_location LIKE '/v1/%/orders/%/payments/%' AND NOT EXISTS (SELECT 1 FROM payments WHERE substr(created_location, instr(created_location, '/orders/')) = '/orders/' || payments.order_id || '/payments/' || payments.id)`,
  },
  {
    what: 'keys of a request that is not there',
    sql: `SELECT key AS id FROM idempotency_keys WHERE created_location LIKE '/v1/profile/orders/%/refund/%' AND NOT EXISTS (SELECT 1 FROM refund_requests WHERE '/v1/profile/orders/' || refund_requests.order_id || '/refund/' || refund_requests.id = created_location)`,
  },
]

/** Effects that a repeated request must not have a second time. */
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
    sql: `SELECT order_id AS id FROM payments WHERE status = 'succeeded' GROUP BY order_id HAVING sum(amount_received) > (SELECT amount_total FROM orders WHERE id = order_id)
      OR sum(provider = 'account_balance') > 1 OR sum(checkout_method = 'card') > max(1, (SELECT count(*) FROM order_instalments AS n WHERE n.order_id = payments.order_id AND n.status = 'paid'))`,
  },
  {
    what: 'cards charged more than the order',
    sql: `SELECT order_id AS id FROM sandbox_intents GROUP BY order_id HAVING sum(amount_received) > (SELECT amount_total - balance_used FROM orders WHERE orders.id = order_id)`,
  },
  {
    what: 'orders that took from the balance twice',
    sql: `SELECT order_id AS id FROM account_balance_entries WHERE kind = 'order_debit' GROUP BY order_id HAVING count(*) > 1 + (SELECT count(*) FROM account_balance_entries AS r WHERE r.order_id = account_balance_entries.order_id AND r.kind = 'order_release')`,
  },
  {
    what: 'steps to an end taken twice',
    sql: `SELECT object_id AS id FROM status_history WHERE to_status IN ('paid', 'confirmed', 'cancelled', 'succeeded', 'approved', 'completed') AND from_status <> to_status GROUP BY object, object_id, to_status HAVING count(*) > 1`,
  },
  {
    what: 'places returned twice',
    sql: `SELECT order_id AS id FROM refunds GROUP BY order_id, payment_id HAVING count(*) > 1`,
  },
  {
    what: 'more returned than was paid',
    sql: `SELECT order_id AS id FROM refunds WHERE status IN ${isReturning} GROUP BY order_id HAVING sum(amount) > (SELECT sum(amount_received) FROM payments AS p WHERE p.order_id = refunds.order_id AND p.status = 'succeeded')`,
  },
  {
    what: 'requests for one place twice',
    sql: `SELECT order_id AS id FROM refund_requests GROUP BY order_id HAVING count(*) > 1`,
  },
  {
    what: 'money given back twice',
    sql: `SELECT refund_id AS id FROM sandbox_refunds GROUP BY refund_id HAVING count(*) > 1`,
  },
  {
    what: 'money given back that was not to be',
    sql: `SELECT intent_id AS id FROM sandbox_refunds GROUP BY intent_id HAVING sum(amount) > (SELECT amount_received FROM sandbox_intents WHERE sandbox_intents.id = intent_id)`,
  },
  {
    what: 'money given back by the card and on the balance',
    sql: `SELECT refund_id AS id FROM sandbox_refunds WHERE EXISTS (SELECT 1 FROM account_balance_entries AS e WHERE e.refund_id = sandbox_refunds.refund_id)`,
  },
  {
    what: 'cards kept twice',
    sql: `SELECT customer_profile_id AS id FROM payment_sources WHERE detached_at IS NULL AND form_source IS NOT NULL GROUP BY customer_profile_id, form_source HAVING count(*) > 1`,
  },
]

const sumOf = (what: string, from: string) => `coalesce((SELECT sum(${what}) FROM ${from}), 0)`
/** All money received: by card and offline, less offline refunds, plus credits by organisations. */
const came = [
  sumOf('amount_received', 'sandbox_intents'),
  `-${sumOf('amount', 'sandbox_refunds')}`,
  sumOf('amount_received', `payments WHERE checkout_method = 'offline' AND status = 'succeeded'`),
  `-${sumOf('amount', `refunds WHERE destination = 'original_method' AND status = 'requires_action'`)}`,
  sumOf('amount', `account_balance_entries WHERE kind = 'gift'`),
].join(' + ')
/** All held money: in orders, including reserved balance, and on balances. */
const lies = [
  sumOf('amount_paid - amount_refunding', 'orders'),
  sumOf('balance_used', `orders WHERE paid_at IS NULL AND status IN ('pending', 'requires_action', 'processing')`),
  sumOf('amount', 'account_balances'),
].join(' + ')

/** Repairs that one run of the scheduler must make after the runtime died between the provider's write and ours. */
const afterClock: Question[] = [
  {
    what: 'cards charged for orders that are not paid',
    sql: `SELECT order_id AS id FROM sandbox_intents WHERE state = 'succeeded' AND NOT EXISTS (SELECT 1 FROM payments WHERE id = payment_id AND status = 'succeeded' AND payments.amount_received = sandbox_intents.amount_received)`,
  },
  {
    what: 'paid orders without their places',
    sql: `SELECT id FROM orders WHERE status = 'paid' AND (SELECT count(*) FROM registrations WHERE order_id = orders.id AND status = 'confirmed') <> (SELECT count(*) FROM order_items WHERE order_id = orders.id AND cancelled_at IS NULL)`,
  },
  { what: 'refunds that are still to be carried out', sql: `SELECT id FROM refunds WHERE status = 'pending'` },
  {
    what: 'cards that got back another sum than the books say',
    sql: `SELECT i.id FROM sandbox_intents AS i WHERE ${sumOf('s.amount', 'sandbox_refunds AS s WHERE s.intent_id = i.id')}
      <> ${sumOf('f.amount', `refunds AS f WHERE f.payment_id = i.payment_id AND f.status = 'succeeded' AND f.destination = 'original_method'`)}`,
  },
  {
    what: 'requests whose money is back, and that say it is not',
    sql: `SELECT id FROM refund_requests WHERE status = 'approved' AND NOT EXISTS (SELECT 1 FROM refunds WHERE refund_request_id = refund_requests.id AND status <> 'succeeded')`,
  },
  {
    what: 'rows of the outbox that were not delivered',
    sql: `SELECT kind || ' ' || ref AS id FROM outbox WHERE done_at IS NULL`,
  },
  {
    what: 'sums of all money',
    sql: `SELECT came || ' came, ' || lies || ' there' AS id FROM (SELECT ${came} AS came, ${lies} AS lies) WHERE came <> lies`,
  },
]

/** Work that the scheduler left undone, with the first ids. */
export const leftByClock = (site: ProofSite): Promise<string[]> => findFaults(site, afterClock)

/** Torn writes, with the first ids. */
export const tornParts = (site: ProofSite): Promise<string[]> => findFaults(site, parts)

/** Effects that happened twice, with the first ids. */
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
