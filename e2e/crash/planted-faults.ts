/** Faults to plant in correct data, each under the name of the query that must find it. */
export const plantedFaults: Record<string, string> = {
  'approved requests without their money, mail or history': `DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox WHERE kind = 'refund.decided')`,
  'requests without their mail or their history': `DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox WHERE kind = 'refund.requested')`,
  'refunds that are not carried out': `DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox WHERE kind = 'refund.execute')`,
  'entries that a mail tells of, without it': `DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox WHERE kind = 'balance.changed')`,
  'paid parts without their money or their history': `UPDATE order_instalments SET payment_id = NULL WHERE id = (SELECT min(id) FROM order_instalments WHERE position = 1 AND status = 'paid')`,
  'first parts that do not follow their order': `UPDATE order_instalments SET status = 'failed', paid_at = NULL WHERE id = (SELECT min(id) FROM order_instalments WHERE position = 0)`,
  'orders paid twice': `UPDATE payments SET amount_received = amount_received + 1, amount_total = amount_total + 1 WHERE id = (SELECT min(id) FROM payments WHERE checkout_method = 'offline' AND status = 'succeeded')`,
  'orders that took from the balance twice': `INSERT INTO account_balance_entries (id, program_id, customer_id, customer_profile_id, currency, kind, amount, order_id, dedupe, created)
    SELECT 'bal_planted', e.program_id, e.customer_id, e.customer_profile_id, e.currency, 'order_debit', -1, e.order_id, 'planted', e.created
    FROM account_balance_entries AS e JOIN account_balances AS b ON b.customer_profile_id = e.customer_profile_id WHERE e.kind = 'order_debit' AND b.amount > 0 LIMIT 1`,
  'requests for one place twice': `INSERT INTO refund_requests (id, order_id, customer_id, status, reason, amount, created, updated, program_id)
    SELECT 'rfr_planted', order_id, customer_id, 'requested', reason, amount, created, updated, program_id FROM refund_requests LIMIT 1`,
  'cards that got back another sum than the books say': `UPDATE sandbox_refunds SET amount = amount - 1 WHERE id = (SELECT min(id) FROM sandbox_refunds)`,
  'money given back by the card and on the balance': `INSERT INTO sandbox_refunds (id, refund_id, intent_id, amount, created)
    SELECT 're_planted', e.refund_id, (SELECT min(id) FROM sandbox_intents), 1, e.created FROM account_balance_entries AS e WHERE e.refund_id IS NOT NULL LIMIT 1`,
  'cards kept twice': `INSERT INTO payment_sources (id, customer_profile_id, customer_id, provider, form_source, created, updated)
    SELECT 'src_planted', customer_profile_id, customer_id, provider, form_source, created, updated FROM payment_sources WHERE form_source IS NOT NULL LIMIT 1`,
  'sums of all money': `UPDATE account_balances SET amount = amount + 1 WHERE id = (SELECT min(id) FROM account_balances)`,
}
