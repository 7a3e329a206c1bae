import { findAuditFaults } from '../proofs/find-audit-faults.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

// Charges at the provider that led neither to a paid order nor to a refund. A webhook about another order or currency
// is never trusted.
const paidWithoutPlace = `SELECT o.id FROM sandbox_intents AS i JOIN payments AS p ON p.id = i.payment_id JOIN orders AS o ON o.id = p.order_id
  WHERE i.state = 'succeeded' AND i.order_id = o.id AND i.currency = p.currency AND i.amount_received > 0 AND o.amount_refunding < i.amount_received
    AND NOT (o.status = 'paid' AND NOT EXISTS (SELECT 1 FROM order_items AS l JOIN registrations AS r ON r.id = l.registration_id WHERE l.order_id = o.id AND l.cancelled_at IS NULL AND r.status <> 'confirmed'))
    AND NOT (i.amount_received < p.amount_total AND o.status = 'pending' AND o.amount_paid = i.amount_received)
    AND NOT EXISTS (SELECT 1 FROM refund_requests AS q WHERE q.order_id = o.id AND q.status = 'requested')`
const believedLies = `SELECT o.id FROM sandbox_intents AS i JOIN payments AS p ON p.id = i.payment_id JOIN orders AS o ON o.id = p.order_id
  WHERE i.state = 'succeeded' AND (i.order_id <> o.id OR i.currency <> p.currency OR i.amount_received < p.amount_total) AND o.amount_total > 0 AND o.receipt_number IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM payments AS q JOIN sandbox_intents AS j ON j.payment_id = q.id WHERE q.order_id = o.id AND q.id <> p.id AND j.state = 'succeeded')`
const liesUntold = `SELECT p.id FROM sandbox_intents AS i JOIN payments AS p ON p.id = i.payment_id JOIN orders AS o ON o.id = p.order_id
  WHERE i.state = 'succeeded' AND (i.order_id <> o.id OR i.currency <> p.currency OR i.amount_received < p.amount_total)
    AND NOT EXISTS (SELECT 1 FROM outbox AS w WHERE w.kind = 'payment.needs_attention' AND w.ref = p.id)`
const returnedTwice = `SELECT i.id FROM sandbox_intents AS i WHERE (SELECT coalesce(sum(s.amount), 0) FROM sandbox_refunds AS s WHERE s.intent_id = i.id)
  <> (SELECT coalesce(sum(f.amount), 0) FROM refunds AS f WHERE f.payment_id = i.payment_id AND f.status = 'succeeded' AND f.destination = 'original_method')`
// Instalments are charged one by one.
const partsOf = (order: string) =>
  `max(1, (SELECT count(*) FROM order_instalments AS n WHERE n.order_id = ${order} AND n.status IN ('paid', 'charging')))`
const partWithoutMoney = `SELECT n.id FROM order_instalments AS n WHERE n.status = 'paid' AND NOT EXISTS (SELECT 1 FROM payments AS p WHERE p.id = n.payment_id AND p.status = 'succeeded' AND p.amount_received = n.amount)`
const approvedWithoutMoney = `SELECT q.id FROM refund_requests AS q WHERE q.status IN ('approved', 'completed')
  AND q.amount_approved <> (SELECT coalesce(sum(f.amount), 0) FROM refunds AS f WHERE f.refund_request_id = q.id)`
const mailNotSent = `SELECT o.id FROM orders AS o WHERE o.status = 'paid' AND NOT EXISTS (SELECT 1 FROM mailbox AS m WHERE m.dedupe = 'mail.order_paid:' || o.id)`
const mailLeft = `SELECT id FROM outbox WHERE done_at IS NULL`

/** Invariants: each query returns the ids that violate it. */
const always: [string, string][] = [
  ['paid without a place or a refund', paidWithoutPlace],
  ['a lie of the provider was believed', believedLies],
  ['a mismatch was not reported', liesUntold],
  [
    'paid twice at the provider',
    "SELECT order_id AS id FROM sandbox_intents WHERE state = 'succeeded' GROUP BY order_id HAVING sum(amount_received) > (SELECT amount_total - balance_used FROM orders WHERE id = order_id) AND order_id <> 'ord_of_somebody_else'",
  ],
  [
    'paid twice in our books',
    `SELECT order_id AS id FROM payments WHERE status = 'succeeded' AND amount_received = amount_total GROUP BY order_id
      HAVING sum(checkout_method = 'card') > ${partsOf('order_id')} OR sum(provider = 'account_balance') > 1 OR sum(amount_received) > (SELECT amount_total FROM orders WHERE id = order_id)`,
  ],
  ['a part was paid without its money', partWithoutMoney],
  ['an approved request without its money', approvedWithoutMoney],
  ['returned another sum than the books say', returnedTwice],
  [
    'a person has two registrations',
    'SELECT attendee_id AS id FROM registrations GROUP BY attendee_id, option_id HAVING count(*) > 1',
  ],
  ['a customer has two orders', 'SELECT customer_id AS id FROM orders GROUP BY customer_id HAVING count(*) > 1'],
  ['a confirmation was not mailed', mailNotSent],
  ['something was not delivered', mailLeft],
]

/** Violated invariants of a site's data, in words, after a run of the scheduler. Includes the audit. */
export async function bookingFaults(site: ProofSite): Promise<string[]> {
  const findings: string[] = []
  for (const [what, question] of always) {
    const rows = (await site.sql(question)) as { id: string | number }[]
    if (rows.length > 0)
      findings.push(
        `${what}: ${rows.length} (${rows
          .slice(0, 5)
          .map((row) => row.id)
          .join(', ')})`,
      )
  }
  return [...findings, ...(await findAuditFaults(site))]
}

/** The number of ids that a query returns. */
export const countOf = async (
  site: ProofSite,
  what: 'paid without a place or a refund' | 'a customer has two orders',
): Promise<number> => (await site.sql(always.find(([name]) => name === what)?.[1] ?? '')).length
