// Over 250 lines: every audit rule, in one list.
import * as orderStates from '../../contract/states/order-states.ts'
import * as discountStates from '../../contract/states/discount-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import * as instalmentStates from '../../contract/states/instalment-states.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusListText } from '../../platform/database/status-sql.ts'
/** The audited tables. Each has a `program_id`, but the audit selects rows by the table's own id. */
export type Audited =
  | 'event_options'
  | 'pools'
  | 'coupons'
  | 'attendee_profiles'
  | 'registrations'
  | 'orders'
  | 'payments'
  | 'refunds'
  | 'account_balances'
  | 'account_balance_entries'
  | 'outbox'
  | 'receipt_counters'
  | 'product_variations'
  | 'session_credits'
  | 'memberships'
  | 'redemptions'
/** One audit rule: `broken` is true for a row `o` of the table that violates it. */
export type AuditQuestion = { name: string; of: Audited; broken: string }

const takesPlace = `${statusListText(registrationStates.held)}`
const isSold = `${statusListText(registrationStates.sold)}`
const isUnderWay = `${statusListText(paymentStates.live)}`
const isReturning = `${statusListText(refundStates.counted)}`
// Work that an order has left in the outbox and that is not done.
const waits = (kind: string) =>
  `EXISTS (SELECT 1 FROM outbox AS w JOIN payments AS p ON w.dedupe = '${kind}:' || p.id WHERE p.order_id = o.id AND w.done_at IS NULL AND w.dead_at IS NULL)`
const failedRefund = `EXISTS (SELECT 1 FROM refunds AS f WHERE f.order_id = o.id AND f.status IN ${statusListText(refundStates.unsuccessful)})`
const lastStep = (
  object: string,
) => `NOT EXISTS (SELECT 1 FROM status_history AS h WHERE h.object = '${object}' AND h.object_id = o.id AND h.step = o.step AND h.to_status = o.status)
  OR EXISTS (SELECT 1 FROM status_history AS h WHERE h.object = '${object}' AND h.object_id = o.id AND h.step > o.step)`
const taxesOf = (what: string, which = 'true') =>
  `coalesce((SELECT sum(${what}) FROM json_each(i.taxes) AS t WHERE ${which}), 0)`
const wholeTax = `(t.value ->> '$.amount') + coalesce(t.value ->> '$.fee_amount', 0)`
const ofItems = (what: string) => `coalesce((SELECT sum(${what}) FROM order_items AS i WHERE i.order_id = o.id), 0)`
const ofPayments = `coalesce((SELECT sum(p.amount_received) FROM payments AS p WHERE p.order_id = o.id AND p.status = 'succeeded'), 0)`
const ofRefunds = (statuses: string) =>
  `coalesce((SELECT sum(f.amount) FROM refunds AS f WHERE f.order_id = o.id AND f.status IN ${statuses}), 0)`
const openParts = `coalesce((SELECT sum(n.amount - n.amount_waived) FROM order_instalments AS n WHERE n.order_id = o.id AND n.status IN ${statusListText(instalmentStates.owed)}), 0)`
const refersTo = (table: string, kinds: string) =>
  `(o.kind IN (${kinds}) AND NOT EXISTS (SELECT 1 FROM ${table} AS e WHERE e.id = o.ref))`

/** Every audit rule. The scheduler checks them for recent changes, and once a day for everything. */
export const auditQuestions: readonly AuditQuestion[] = [
  {
    name: 'places_counted',
    of: 'event_options',
    broken: `o.spots_taken <> (SELECT count(*) FROM registrations AS r WHERE r.event_id = o.event_id AND r.option_id = o.id AND r.is_extra = 0 AND r.status IN ${takesPlace})`,
  },
  {
    name: 'extra_places_counted',
    of: 'event_options',
    broken: `o.spots_extra <> (SELECT count(*) FROM registrations AS r WHERE r.option_id = o.id AND r.is_extra = 1)`,
  },
  { name: 'places_within_total', of: 'event_options', broken: `o.spots_taken NOT BETWEEN 0 AND o.spots_total` },
  {
    name: 'pool_counted',
    of: 'pools',
    broken: `o.spots_taken <> coalesce((SELECT sum(e.spots_taken) FROM option_pools AS m JOIN event_options AS e ON e.id = m.option_id WHERE m.pool_id = o.id), 0)`,
  },
  { name: 'pool_within_total', of: 'pools', broken: `o.spots_taken NOT BETWEEN 0 AND o.spots_total` },
  {
    name: 'stock_counted',
    of: 'product_variations',
    broken: `o.stock_taken <> coalesce((SELECT sum(i.stock_taken) FROM order_items AS i WHERE i.type = 'product_variation' AND i.product_variation_id = o.id), 0)`,
  },
  { name: 'stock_within_total', of: 'product_variations', broken: `o.stock_taken NOT BETWEEN 0 AND o.stock_total` },
  {
    name: 'paid_order_has_its_stock',
    of: 'orders',
    broken: `o.status = 'paid' AND EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = o.id AND i.type = 'product_variation' AND i.product_id <> 'charge' AND i.cancelled_at IS NULL AND i.stock_taken <> i.quantity)`,
  },
  {
    name: 'credits_are_the_sum_of_their_entries',
    of: 'session_credits',
    broken: `o.available NOT BETWEEN 0 AND o.amount
  OR o.available <> coalesce((SELECT sum(e.amount) FROM session_credit_entries AS e WHERE e.session_credit_id = o.id), 0)`,
  },
  {
    name: 'redemption_is_in_the_ledger',
    of: 'redemptions',
    broken: `(SELECT coalesce(sum(e.amount), 99) FROM session_credit_entries AS e WHERE e.redemption_id = o.id)
    <> (SELECT iif(c.is_unlimited = 1 OR o.status = 'returned', 0, -1) FROM session_credits AS c WHERE c.id = o.session_credit_id)
  OR (SELECT count(*) FROM session_credit_entries AS e WHERE e.redemption_id = o.id AND e.kind = 'redeem') <> 1
  OR ${lastStep('redemption')}`,
  },
  {
    name: 'paid_package_has_its_credits',
    of: 'orders',
    broken: `EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = o.id AND i.type = 'session_package'
  AND (o.paid_at IS NOT NULL) <> EXISTS (SELECT 1 FROM session_credits AS c WHERE c.order_item_id = i.id AND c.is_paid = 1))`,
  },
  {
    name: 'no_place_is_paid_by_unpaid_credits',
    of: 'registrations',
    broken: `o.status IN ${isSold} AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = o.session_credit_id AND c.is_paid = 0)`,
  },
  {
    name: 'credits_in_a_cart_are_used_in_it',
    of: 'registrations',
    broken: `o.order_id IS NOT NULL AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = o.session_credit_id AND c.is_paid = 0 AND c.order_id IS NOT o.order_id)`,
  },
  {
    name: 'membership_stands_in_its_history',
    of: 'memberships',
    broken: lastStep('membership'),
  },
  {
    name: 'membership_is_paid_for',
    of: 'memberships',
    broken: `o.num_paid NOT BETWEEN (SELECT count(*) FROM orders AS p WHERE p.membership_id = o.id AND p.paid_at IS NOT NULL)
  AND (SELECT count(*) FROM orders AS p WHERE (p.membership_id = o.id OR p.id = o.order_id) AND p.paid_at IS NOT NULL)`,
  },
  {
    name: 'membership_periods_are_charged_once',
    of: 'memberships',
    broken: `EXISTS (SELECT 1 FROM orders AS p WHERE p.membership_id = o.id AND p.status NOT IN ${statusListText(orderStates.ended)} GROUP BY p.membership_period HAVING count(*) > 1)`,
  },
  {
    name: 'membership_that_waits_has_its_order',
    of: 'memberships',
    broken: `o.status IN ${statusListText(membershipStates.owing)} AND NOT EXISTS (SELECT 1 FROM orders AS p WHERE p.membership_id = o.id AND p.status IN ${statusListText(orderStates.awaitingPayment)})`,
  },
  {
    name: 'ended_membership_owes_nothing',
    of: 'memberships',
    broken: `o.ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM orders AS p WHERE p.membership_id = o.id AND p.status IN ${statusListText(orderStates.awaitingCustomer)})`,
  },
  {
    name: 'membership_is_moved_on',
    of: 'memberships',
    broken: `o.ended_at IS NULL AND o.next_step_at IS NULL AND NOT (o.status IN ${statusListText(membershipStates.still)} OR (o.status = 'active' AND o.period_end_on IS NULL))`,
  },
  {
    name: 'coupon_counted',
    of: 'coupons',
    broken: `o.times_redeemed <> o.times_redeemed_before + (SELECT count(*) FROM discounts AS d WHERE d.coupon_id = o.id AND d.state IN ${statusListText(discountStates.redeemed)})`,
  },
  {
    name: 'coupon_within_limit',
    of: 'coupons',
    broken: `o.times_redeemed < 0 OR o.times_redeemed > coalesce(o.max_redemptions, o.times_redeemed)`,
  },
  {
    name: 'person_counted',
    of: 'attendee_profiles',
    broken: `o.num_registrations <> (SELECT count(*) FROM registrations AS r WHERE r.attendee_id = o.attendee_id AND r.attendee_profile_id = o.id AND r.status IN ${isSold})`,
  },

  {
    name: 'sold_place_is_paid',
    of: 'registrations',
    broken: `o.status IN ${isSold} AND NOT EXISTS (SELECT 1 FROM orders AS p WHERE p.id = o.order_id AND p.status = 'paid')`,
  },
  {
    name: 'one_place_a_person',
    of: 'registrations',
    broken: `o.status IN ${takesPlace} AND EXISTS (SELECT 1 FROM registrations AS r WHERE r.attendee_id = o.attendee_id AND r.status IN ${takesPlace} AND r.option_id = o.option_id AND r.id <> o.id)`,
  },
  { name: 'held_place_has_an_end', of: 'registrations', broken: `o.status = 'pending' AND o.hold_expires_at IS NULL` },
  {
    name: 'offered_place_has_an_end',
    of: 'registrations',
    broken: `o.status = 'offered' AND (o.hold_expires_at IS NULL OR o.waitlist_entry_id IS NULL)`,
  },
  {
    name: 'offered_together',
    of: 'registrations',
    broken: `o.status = 'offered' AND EXISTS (SELECT 1 FROM registrations AS r WHERE r.waitlist_entry_id = o.waitlist_entry_id AND r.status IN ${statusListText(registrationStates.waiting)})`,
  },
  {
    name: 'who_waits_is_in_the_line',
    of: 'registrations',
    broken: `o.status IN ${statusListText(registrationStates.waiting)} AND NOT EXISTS (SELECT 1 FROM waitlist_entries AS e WHERE e.id = o.waitlist_entry_id AND e.is_waiting = 1)`,
  },
  // Finds a place in a cancelled event for which the outbox has no job that ends it.
  {
    name: 'cancelled_event_keeps_nobody',
    of: 'registrations',
    broken: `o.status IN ${statusListText(registrationStates.promised)} AND EXISTS (SELECT 1 FROM events AS e WHERE e.id = o.event_id AND e.status = 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM outbox AS w WHERE w.dedupe = 'order.end_for_event:' || o.event_id || ':' || o.order_id AND w.done_at IS NULL AND w.dead_at IS NULL)`,
  },
  { name: 'registration_history', of: 'registrations', broken: lastStep('registration') },

  { name: 'paid_is_what_payments_brought', of: 'orders', broken: `o.amount_paid <> ${ofPayments}` },
  {
    name: 'returned_is_what_refunds_took',
    of: 'orders',
    broken: `o.amount_refunding <> ${ofRefunds(isReturning)} OR o.amount_returned <> ${ofRefunds(`('succeeded')`)}`,
  },
  {
    name: 'disputed_is_what_payments_say',
    of: 'orders',
    broken: `o.amount_disputed <> coalesce((SELECT sum(p.amount_disputed) FROM payments AS p WHERE p.order_id = o.id), 0)`,
  },
  {
    name: 'returned_within_paid',
    of: 'orders',
    broken: `NOT (0 <= o.amount_returned AND o.amount_returned <= o.amount_refunding AND o.amount_refunding <= o.amount_paid)`,
  },
  // Finds an order with a surplus. The surplus must be in refund, or the provider recorded it and the operator was
  // told.
  {
    name: 'not_paid_twice',
    of: 'orders',
    broken: `o.amount_paid - o.amount_refunding > o.amount_total AND NOT ${failedRefund} AND NOT ${waits('refund.late_payment')}
  AND NOT EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = o.id AND p.status = 'succeeded' AND p.amount_received > p.amount_total)`,
  },
  {
    name: 'unpaid_order_keeps_no_money',
    of: 'orders',
    broken: `o.status IN ${statusListText(orderStates.notPlaced)} AND o.paid_at IS NULL AND o.amount_paid > o.amount_refunding AND NOT ${failedRefund} AND NOT ${waits('refund.late_payment')}`,
  },
  {
    name: 'promised_money_goes_back',
    of: 'orders',
    broken: `o.amount_cancelled > o.amount_refunding AND NOT ${failedRefund}`,
  },
  {
    name: 'sums_of_lines',
    of: 'orders',
    broken: `o.amount_subtotal <> ${ofItems('i.amount')} OR o.amount_discount <> ${ofItems('i.amount_discount')} OR o.amount_fee <> ${ofItems('i.amount_fee')} OR o.amount_cancelled <> ${ofItems('i.amount_cancelled')}
  OR o.amount_tax <> ${ofItems(taxesOf(wholeTax))} OR 0 <> ${ofItems(`i.amount_tax <> ${taxesOf(`t.value ->> '$.amount'`)} OR i.amount <> i.unit_amount * i.quantity`)}
  OR o.amount_total <> ${ofItems(`i.amount - i.amount_discount + iif(i.is_fee_included, 0, i.amount_fee) + ${taxesOf(wholeTax, `NOT (t.value ->> '$.is_included')`)}`)}`,
  },
  {
    name: 'sums_of_discounts',
    of: 'orders',
    broken: `o.amount_discount <> coalesce((SELECT sum(d.amount) FROM discounts AS d WHERE d.order_id = o.id), 0)`,
  },
  {
    name: 'coupon_counts_while_its_order_does',
    of: 'orders',
    broken: `EXISTS (SELECT 1 FROM discounts AS d WHERE d.order_id = o.id AND d.amount > 0
  AND ((o.status IN ${statusListText(orderStates.notPlaced)} AND d.state IN ${statusListText(discountStates.redeemed)}) OR (o.status IN ${statusListText(orderStates.placed)} AND d.state = 'applied') OR (o.status = 'paid' AND d.state = 'reserved')))`,
  },
  {
    name: 'paid_order_is_paid',
    of: 'orders',
    broken: `o.status = 'paid' AND (o.amount_paid + o.amount_waived + ${openParts} < o.amount_total OR o.receipt_number IS NULL OR o.paid_at IS NULL)`,
  },
  {
    name: 'parts_ask_for_what_is_due',
    of: 'orders',
    broken: `o.amount_waived <> coalesce((SELECT sum(n.amount_waived) FROM order_instalments AS n WHERE n.order_id = o.id), 0)
  OR (o.status = 'paid' AND ${openParts} > max(0, o.amount_total - o.amount_cancelled - o.amount_waived - (o.amount_paid - o.amount_refunding)) AND NOT ${failedRefund} AND NOT ${waits('refund.late_payment')})
  OR (o.status = 'cancelled' AND o.paid_at IS NOT NULL AND ${openParts} > 0)`,
  },
  {
    name: 'paid_order_has_its_places',
    of: 'orders',
    broken: `o.status = 'paid' AND (NOT EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = o.id AND i.cancelled_at IS NULL)
  OR EXISTS (SELECT 1 FROM order_items AS i LEFT JOIN registrations AS r ON r.id = i.registration_id WHERE i.order_id = o.id AND i.registration_id IS NOT NULL
    AND (r.status IS NULL OR (i.cancelled_at IS NULL) <> (r.status IN ${isSold}))))`,
  },
  {
    name: 'ended_order_holds_no_place',
    of: 'orders',
    broken: `o.status IN ${statusListText(orderStates.ended)} AND EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = o.id AND r.status IN ${takesPlace})`,
  },
  {
    name: 'lines_and_places_belong_together',
    of: 'orders',
    broken: `EXISTS (SELECT 1 FROM order_items AS i JOIN registrations AS r ON r.id = i.registration_id WHERE i.order_id = o.id AND i.cancelled_at IS NULL AND r.order_id IS NOT o.id)
  OR EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = o.id AND NOT EXISTS (SELECT 1 FROM order_items AS i WHERE i.registration_id = r.id AND i.order_id = o.id))`,
  },
  { name: 'order_history', of: 'orders', broken: lastStep('order') },

  {
    name: 'payment_ends_with_its_order',
    of: 'payments',
    // A charge of a stored card is excluded, because it may be in progress for an order paid in instalments.
    broken: `o.status IN ${isUnderWay} AND o.charge_key IS NULL AND EXISTS (SELECT 1 FROM orders AS b WHERE b.id = o.order_id AND b.status IN ${statusListText(orderStates.atRest)} AND b.updated >= o.updated)`,
  },
  {
    name: 'payment_returned_within_received',
    of: 'payments',
    broken: `coalesce((SELECT sum(f.amount) FROM refunds AS f WHERE f.payment_id = o.id AND f.status IN ${isReturning}), 0) > o.amount_received`,
  },
  {
    name: 'disputed_within_received',
    of: 'payments',
    broken: `NOT (0 <= o.amount_disputed AND o.amount_disputed <= o.amount_received)`,
  },
  {
    name: 'carried_money_left_its_order',
    of: 'payments',
    // The rule skips a previous order that was removed after its retention time.
    broken: `EXISTS (SELECT 1 FROM payments AS s WHERE s.id = o.carried_from) AND NOT EXISTS (SELECT 1 FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id
  WHERE f.dedupe = 'carried:' || o.id AND f.payment_id = o.carried_from AND f.amount = o.amount_received AND f.status = 'succeeded' AND p.order_id <> o.order_id)`,
  },
  {
    name: 'moved_booking_is_in_its_order',
    of: 'orders',
    broken: `o.moves_registration_id IS NOT NULL AND o.paid_at IS NOT NULL AND o.amount_carried <> coalesce((SELECT sum(p.amount_received) FROM payments AS p WHERE p.order_id = o.id AND p.carried_from IS NOT NULL), 0)`,
  },
  { name: 'payment_history', of: 'payments', broken: lastStep('payment') },
  { name: 'refund_history', of: 'refunds', broken: lastStep('refund') },

  {
    name: 'balance_is_the_sum_of_its_entries',
    of: 'account_balances',
    broken: `o.amount <> o.amount_removed + (SELECT coalesce(sum(e.amount), 0) FROM account_balance_entries AS e WHERE e.customer_profile_id = o.customer_profile_id AND e.currency = o.currency)`,
  },
  {
    name: 'balance_of_order_is_what_its_entries_took',
    of: 'orders',
    broken: `o.balance_used <> -coalesce((SELECT sum(e.amount) FROM account_balance_entries AS e WHERE e.order_id = o.id AND e.kind IN ('order_debit', 'order_release')), 0)`,
  },
  {
    name: 'balance_is_kept_by_nobody_else',
    of: 'orders',
    broken: `o.balance_used > 0 AND (o.status IN ${statusListText(orderStates.cart)} OR (o.status = 'cancelled' AND o.paid_at IS NULL))`,
  },
  {
    name: 'spent_balance_is_a_payment',
    of: 'orders',
    broken: `o.paid_at IS NOT NULL AND o.balance_used <> coalesce((SELECT sum(p.amount_received) FROM payments AS p WHERE p.order_id = o.id AND p.provider = 'account_balance' AND p.carried_from IS NULL AND p.status = 'succeeded'), 0)`,
  },
  {
    name: 'refund_to_balance_is_entered',
    of: 'refunds',
    broken: `o.destination = 'account_balance' AND (o.status = 'succeeded') <> EXISTS (SELECT 1 FROM account_balance_entries AS e WHERE e.refund_id = o.id AND e.amount = o.amount)`,
  },
  {
    name: 'entry_has_its_balance',
    of: 'account_balance_entries',
    broken: `NOT EXISTS (SELECT 1 FROM account_balances AS b WHERE b.customer_profile_id = o.customer_profile_id AND b.currency = o.currency)
  OR NOT EXISTS (SELECT 1 FROM status_history AS h WHERE h.object = 'balance_entry' AND h.object_id = o.id AND h.step = 0 AND h.to_status = o.kind)`,
  },

  // A delivered row may outlive its object, which is removed after its retention time, so the rule checks only
  // waiting rows.
  {
    name: 'outbox_row_has_its_object',
    of: 'outbox',
    broken: `o.done_at IS NULL AND (${refersTo('orders', `'order.paid', 'receipt.requested', 'order.expired', 'order.cancelled', 'order.payment_pending', 'order.event_cancelled', 'order.day_off', 'order.refunded', 'order.payment_corrected', 'booking.starts_in_24_hours', 'booking.starts_in_2_hours', 'booking.waiver_pending'`)} OR ${refersTo('registrations', `'registration.cancelled', 'registration.moved', 'registration.answers_changed', 'registration.undo_over'`)}
  OR ${refersTo('payments', `'payment.reported', 'payment.returned', 'refund.late_payment', 'payment.needs_attention'`)} OR ${refersTo('refunds', `'refund.execute', 'refund.credit', 'refund.failed', 'refund.reported'`)}
  OR ${refersTo('provider_events', `'dispute.reported'`)} OR ${refersTo('orders', `'order.link_sent'`)}
  OR ${refersTo('account_balance_entries', `'balance.changed'`)})`,
  },
  {
    name: 'paid_order_has_its_receipt',
    of: 'orders',
    broken: `o.receipt_number IS NOT NULL AND NOT EXISTS (SELECT 1 FROM receipts AS k WHERE k.order_id = o.id AND k.kind = 'receipt' AND k.number = o.receipt_number)`,
  },
  {
    name: 'paid_instalments_have_their_receipt',
    of: 'orders',
    broken: `EXISTS (SELECT 1 FROM order_instalments AS n WHERE n.order_id = o.id AND n.status = 'paid' AND n.position > 0
  AND NOT EXISTS (SELECT 1 FROM receipts AS k WHERE k.order_id = o.id AND k.payment_id = n.payment_id))`,
  },
  {
    name: 'credit_notes_come_to_what_was_returned',
    of: 'orders',
    broken: `o.receipt_number IS NOT NULL AND coalesce((SELECT sum(k.amount) FROM receipts AS k WHERE k.order_id = o.id AND k.kind = 'credit_note'), 0)
  <> coalesce((SELECT sum(f.amount) FROM refunds AS f WHERE f.order_id = o.id AND f.status = 'succeeded' AND coalesce(f.reason, '') <> 'payment_after_expiry'
    AND NOT (coalesce(f.returned_as, '') = 'correction' AND NOT EXISTS (SELECT 1 FROM receipts AS k WHERE k.refund_id = f.id))), 0)`,
  },
  {
    name: 'credit_notes_without_a_gap',
    of: 'receipt_counters',
    broken: `o.last_credit <> o.removed_credits + (SELECT count(*) FROM receipts AS p WHERE p.program_id = o.program_id AND p.number BETWEEN printf('%04d-C', o.year) AND printf('%04d-D', o.year))`,
  },
  {
    name: 'receipts_without_a_gap',
    of: 'receipt_counters',
    broken: `o.last <> o.removed + (SELECT count(*) FROM orders AS p WHERE p.program_id = o.program_id AND p.receipt_number BETWEEN printf('%04d-', o.year) AND printf('%04d-~', o.year))
  + (SELECT count(*) FROM receipts AS k WHERE k.program_id = o.program_id AND k.payment_id IS NOT NULL AND k.number BETWEEN printf('%04d-', o.year) AND printf('%04d-B', o.year))`,
  },
]

/** The checked rows: all, those of a list of ids (?1, JSON), or a range of the table (?1 to ?2). */
export type AuditScope = 'all' | 'ids' | 'stretch'
const scopes: Record<AuditScope, string> = {
  all: 'true',
  ids: 'o.id IN (SELECT value FROM json_each(?1))',
  stretch: 'o.rowid > ?1 AND o.rowid <= ?2',
}
/** Maximum number of ids in a report; the total count is always reported. */
const maxNamedIds = 20

/** The rule as SQL: ids of violating rows, each with the total count. */
export function questionText({ of, broken }: AuditQuestion, scope: AuditScope): string {
  const id = of === 'receipt_counters' ? `o.program_id || ':' || o.year` : 'o.id'
  return `SELECT ${id} AS id, count(*) OVER () AS found FROM ${of} AS o WHERE ${scopes[scope]} AND (${broken}) LIMIT ${maxNamedIds}`
}
