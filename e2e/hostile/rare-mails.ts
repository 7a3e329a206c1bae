// Over 250 lines: one row for every mail that few tests send.
import * as registrationStates from '../../functions/contract/states/registration-states.ts'
import { statusListText } from '../../functions/platform/database/status-sql.ts'
import type { MailTemplateName } from '../../functions/delivery/notifications/notification-table.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

const attending = statusListText(registrationStates.attending)
const cancelled = statusListText(registrationStates.cancelled)

/** A mail that no API call causes: its rows, its subject and its event. */
type RareMail = {
  /** SQL statements that create the situation; `?1` is the time, `?2` the subject. */
  before?: readonly string[]
  /** SQL that returns the `ref` and the body of the delivery as JSON. `?1` is the time. */
  about: string
  /** This mail is sent last, because it removes data that other mails need. */
  isLast?: true
}

const anyUser =
  'SELECT id AS ref, \'{"program_id":null}\' AS body FROM users WHERE is_active = 1 AND is_email_verified = 1 LIMIT 1'
/** A confirmed place in an upcoming event, with its order. */
const place = (ref: string, body: string, more = '') =>
  `SELECT ${ref} AS ref, ${body} AS body FROM registrations AS r JOIN bookings AS b ON b.id = r.id JOIN orders AS o ON o.id = r.order_id
    JOIN events AS e ON e.id = r.event_id WHERE r.status = 'confirmed' AND o.status = 'paid' AND e.status = 'published' AND b.dates ->> '$[0].starts_at' > ?1 ${more} ORDER BY r.id LIMIT 1`
const start = "json_object('source_id', r.event_id, 'starts_at', b.dates ->> '$[0].starts_at')"
const before =
  "json_object('timezone', 'America/Toronto', 'dates', json_array(json_object('starts_at', 1, 'ends_at', 2)), 'is_online', json('false'), 'where', NULL)"
const part =
  "SELECT i.id AS ref, '{\"attempt\":1}' AS body FROM order_instalments AS i JOIN orders AS o ON o.id = i.order_id WHERE o.status = 'paid' ORDER BY i.id DESC LIMIT 1"
const openPart = (set: string) => [`UPDATE order_instalments SET paid_at = NULL, ${set} WHERE id = ?2`]
const membership = (body = '{}') =>
  `SELECT id AS ref, '${body}' AS body FROM memberships WHERE status <> 'cancelled' AND ended_at IS NULL ORDER BY id LIMIT 1`
/**
 * The entry whose event is last, because the scheduler ends waiting for an event that has started. A cancelled place
 * stays cancelled.
 */
const waiting = `SELECT w.id AS ref, '{}' AS body FROM waitlist_entries AS w JOIN registrations AS r ON r.waitlist_entry_id = w.id JOIN events AS e ON e.id = w.event_id WHERE r.status NOT IN ${cancelled} ORDER BY e.starts_at DESC, w.id LIMIT 1`
const waits = (status: string, until = 'NULL') => [
  `UPDATE registrations SET status = '${status}', hold_expires_at = ${until} WHERE waitlist_entry_id = ?2`,
]
/** A visit used at the desk, and returned. */
const redeemed = (status: 'redeemed' | 'returned') => [
  `INSERT INTO redemptions (id, program_id, session_credit_id, attendee_profile_id, created, updated) SELECT ?2, c.program_id, c.id, c.attendee_profile_id, ?1, ?1 FROM session_credits AS c
    WHERE c.is_paid = 1 AND c.is_suspended = 0 AND (c.expires_at IS NULL OR c.expires_at > ?1) AND (c.is_unlimited = 1 OR c.available > 0) LIMIT 1`,
  ...(status === 'returned' ? ["UPDATE redemptions SET status = 'returned' WHERE id = ?2"] : []),
]
const report = "SELECT id AS ref, '{}' AS body FROM support_reports LIMIT 1"
const profile = "SELECT id AS ref, '{}' AS body FROM customer_profiles WHERE is_subscribed = 1 ORDER BY id LIMIT 1"
const campaign =
  "SELECT campaign_id AS ref, json_object('customer_profile_id', customer_profile_id) AS body FROM campaign_recipients ORDER BY campaign_id, customer_profile_id LIMIT 1"
const leave = (set: string) => [
  `UPDATE campaigns SET status = 'queued', ${set} WHERE id = ?2`,
  'UPDATE campaign_recipients SET outcome = NULL, settled_at = NULL WHERE campaign_id = ?2',
]

/** A mail to a new owner of the program, who chose every topic. */
const notice = (program: string, about: string): RareMail => ({
  before: [
    "DELETE FROM staff_members WHERE id = 'stf_rare'",
    `INSERT INTO staff_members (id, program_id, user_id, email, email_key, first_name, last_name, role, status, language, code_hash, invited_at, expires_at, created, updated, notices)
      SELECT 'stf_rare', ${program}, u.id, 'rare@example.com', 'rare@example.com', 'Rae', 'Roy', 'owner', 'active', 'en', 'rare', ?1, ?1, ?1, ?1,
        '{"bookings":true,"low_places":true,"waitlist":true,"messages":true,"tasks":true}'
      FROM users AS u WHERE u.is_active = 1 AND u.is_email_verified = 1 AND u.id NOT IN (SELECT s.user_id FROM staff_members AS s WHERE s.user_id IS NOT NULL) AND ?2 <> '' LIMIT 1`,
  ],
  about,
})
const toRae = "json_object('staff_id', 'stf_rare')"
const programOf = (table: string) => `(SELECT x.program_id FROM ${table} AS x WHERE x.id = ?2)`

/** Mails caused by neither a call nor the passing of days. A new mail of this kind must be listed here. */
export const rareMails: Partial<Record<MailTemplateName, RareMail>> = {
  email_in_use: { about: anyUser },
  booking_link: { about: place('o.id', "'{}'") },
  order_charged: {
    before: [
      "UPDATE orders SET status = 'pending', checkout_method = 'offline', due_at = ?1 + 86400000, amount_paid = 0 WHERE id = ?2",
      "UPDATE order_items SET product_id = 'charge' WHERE order_id = ?2",
    ],
    about:
      "SELECT id AS ref, '{}' AS body FROM orders WHERE status = 'draft' AND amount_total > 0 ORDER BY id DESC LIMIT 1",
  },
  take_over: {
    before: [
      'UPDATE recoveries SET opened_at = NULL, used_at = NULL, superseded_at = NULL, expires_at = ?1 + 86400000 WHERE id = ?2',
    ],
    about: "SELECT id AS ref, '{}' AS body FROM recoveries ORDER BY id LIMIT 1",
  },
  passkey_removed: { about: 'SELECT id AS ref, \'{"program_id":null}\' AS body FROM passkeys LIMIT 1' },
  registration_cancelled: {
    about: `SELECT id AS ref, '{"result":"automatic","amount":100}' AS body FROM registrations WHERE status = 'cancelled' AND order_id IS NOT NULL LIMIT 1`,
  },
  receipt_copy: {
    about: "SELECT order_id AS ref, json_object('number', number) AS body FROM receipts ORDER BY number LIMIT 1",
  },
  registration_moved: { about: place('r.id', `json_object('before', json(${before}), 'sequence', r.sequence)`) },
  order_refunded: { about: place('o.id', `'{"amount":100,"destination":"original_method","to_balance":0}'`) },
  payment_corrected: { about: place('o.id', `'{"before":200,"after":100,"due":0}'`) },
  registration_answers_changed: {
    before: [
      "INSERT INTO questions (id, program_id, key, title, type) SELECT 'que_rare', r.program_id, 'rare', 'Size?', 'short_text' FROM registrations AS r WHERE r.id = ?2",
      `INSERT INTO answer_changes (registration_id, step, field_id, before, after) SELECT h.object_id, h.step, 'que_rare', NULL, json_object('field_id', 'que_rare', 'value', 'M') FROM registrations AS r
        JOIN status_history AS h ON h.object = 'registration' AND h.object_id = r.id AND h.step = r.step WHERE r.id = ?2`,
    ],
    about: place(
      'r.id',
      `json_object('program_id', r.program_id, 'at', (SELECT h.at FROM status_history AS h WHERE h.object = 'registration' AND h.object_id = r.id AND h.step = r.step))`,
    ),
  },
  registration_no_show: {
    about: place('r.id', `'{"result":"kept","penalty":0,"returned":0,"returns_at":0,"is_corrected":true}'`),
  },
  event_changed: { about: place('o.id', `json_object('event_id', r.event_id, 'before', json(${before}))`) },
  reminder_2h: { about: place('o.id', start) },
  waiver_pending: {
    before: [
      "INSERT INTO waivers (id, program_id, key, version) SELECT 'wvr_rare', o.program_id, 'rare', 1 FROM orders AS o WHERE o.id = ?2",
      "UPDATE events SET waiver_id = 'wvr_rare' WHERE id = (SELECT r.event_id FROM registrations AS r WHERE r.order_id = ?2 LIMIT 1)",
    ],
    about: place('o.id', start),
  },
  payment_reminder: {
    before: [
      "UPDATE orders SET status = 'pending', checkout_method = 'offline', due_at = ?1 + 86400000, amount_paid = 0 WHERE id = ?2",
    ],
    about: "SELECT id AS ref, '{}' AS body FROM orders WHERE status = 'draft' AND amount_total > 0 ORDER BY id LIMIT 1",
  },
  instalment_upcoming: { before: openPart("status = 'scheduled', attempts = 0"), about: part },
  instalment_failed: { before: openPart("status = 'failed', attempts = 1"), about: part },
  membership_payment_failed: {
    before: ["UPDATE memberships SET status = 'past_due' WHERE id = ?2"],
    about: membership(),
  },
  price_due: {
    before: [
      "INSERT INTO session_packages (id, program_id, key, name, cost, is_unlimited, created, updated) SELECT 'spk_rare', r.program_id, 'rare', 'Rare', 1, 1, ?1, ?1 FROM registrations AS r WHERE r.id = ?2",
      `UPDATE events SET restrict_to_package_ids = '["spk_rare"]' WHERE id = (SELECT r.event_id FROM registrations AS r WHERE r.id = ?2)`,
      'UPDATE event_options SET cost = 0 WHERE id = (SELECT r.option_id FROM registrations AS r WHERE r.id = ?2)',
      'UPDATE order_items SET unit_amount = 0 WHERE registration_id = ?2',
      'UPDATE registrations SET price_due_at = ?1 + 31536000000 WHERE id = ?2',
    ],
    about: place('r.id', "json_object('registration_ids', json_array(r.id))", 'AND r.session_credit_id IS NULL'),
  },
  membership_trial_ending: {
    before: [
      "UPDATE memberships SET status = 'trialing', is_usable = 1, cancel_at_period_end = 0, trial_end_on = '2030-01-01' WHERE id = ?2",
    ],
    about: membership(),
  },
  membership_changed: {
    about: membership(
      `{"before":{"attendee_profile_id":null,"ends_on":null,"pause_on":null,"resume_on":null},"after":{"attendee_profile_id":null,"ends_on":"2030-01-01","pause_on":null,"resume_on":null}}`,
    ),
  },
  membership_renewing: {
    before: [
      "UPDATE memberships SET status = 'active', is_usable = 1, cancel_at_period_end = 0, pause_on = NULL, resume_on = NULL, renewal_told_for = period_end_on, renewal_told_amount = 4321 WHERE id = ?2",
    ],
    about:
      "SELECT id AS ref, json_object('day', period_end_on, 'amount', 4321) AS body FROM memberships WHERE ended_at IS NULL AND period_end_on IS NOT NULL AND terms ->> '$.billing_period' <> 'once' AND terms ->> '$.num_periods' IS NULL ORDER BY id LIMIT 1",
  },
  membership_price_changed: {
    before: [
      "UPDATE memberships SET status = 'active', is_usable = 1, next_cost = 4321, next_cost_on = period_end_on WHERE id = ?2",
      'UPDATE membership_packages SET cost = 4321 WHERE id = (SELECT package_id FROM memberships WHERE id = ?2)',
    ],
    about: membership('{"cost":4321}'),
  },
  waitlist_joined: { before: waits('waitlisted'), about: waiting },
  waitlist_skipped: {
    // The scheduler offers a free place to an entry that still waits.
    before: [...waits('waitlisted'), 'UPDATE waitlist_entries SET is_waiting = 0 WHERE id = ?2'],
    about: waiting,
  },
  waitlist_offer: { before: waits('offered', '?1 + 3600000'), about: waiting },
  waitlist_offer_expiring: { before: waits('offered', '?1 + 3600000'), about: waiting },
  waitlist_offer_expired: { before: waits('expired'), about: waiting },
  payment_returned: {
    about: "SELECT id AS ref, '{}' AS body FROM payments WHERE amount_received > 0 ORDER BY id LIMIT 1",
  },
  refund_failed: {
    before: ["UPDATE refunds SET status = 'failed' WHERE id = ?2"],
    about: "SELECT id AS ref, '{}' AS body FROM refunds ORDER BY id LIMIT 1",
  },
  card_expiring: {
    before: ['UPDATE payment_sources SET expires_at = ?1 + 86400000 WHERE id = ?2'],
    about: "SELECT id AS ref, '{}' AS body FROM payment_sources WHERE detached_at IS NULL LIMIT 1",
  },
  credits_expiring: {
    before: [
      'UPDATE session_credits SET expires_at = ?1 + 86400000, is_unlimited = 0, amount = 3, available = 3 WHERE id = ?2',
    ],
    about: "SELECT id AS ref, '{}' AS body FROM session_credits LIMIT 1",
  },
  visit_redeemed: { before: redeemed('redeemed'), about: "SELECT 'rdm_redeemed' AS ref, '{}' AS body" },
  customer_merged: {
    before: [
      "INSERT INTO customer_merges (id, program_id, merge_from, merge_into, moved, after, created, undo_until) SELECT 'cmg_rare', p.program_id, (SELECT id FROM customers WHERE id <> p.customer_id LIMIT 1), p.customer_id, '{}', '', ?1, ?1 FROM customer_profiles AS p ORDER BY p.id LIMIT 1",
    ],
    about: "SELECT 'cmg_rare' AS ref, '{}' AS body",
  },
  visits_adjusted: { about: "SELECT id AS ref, '{}' AS body FROM session_credit_entries LIMIT 1" },
  visit_returned: { before: redeemed('returned'), about: "SELECT 'rdm_returned' AS ref, '{}' AS body" },
  support_report: { about: report },
  support_answered: { before: ["UPDATE support_reports SET status = 'resolved' WHERE id = ?2"], about: report },
  feedback_digest: {
    before: [
      "UPDATE feedback SET status = 'submitted', rating = 4, comments = 'Good', submitted_at = ?1, digested_at = 1 WHERE program_id = ?2",
    ],
    about: 'SELECT program_id AS ref, \'{"digested_at":1}\' AS body FROM feedback LIMIT 1',
    isLast: true,
  },
  health_reads: {
    about: 'SELECT id AS ref, \'{"reader_id":"desk","staff_id":null,"reads":21}\' AS body FROM programs LIMIT 1',
  },
  mail_reply_refused: {
    before: [
      "INSERT INTO mail_reply_refusals (id, conversation_id, side, sender_email, reason, created) SELECT 'mrr_rare', c.id, 'customer', u.email, 'empty', ?1 FROM conversations AS c JOIN customers AS k ON k.id = c.customer_id JOIN users AS u ON u.id = k.user_id LIMIT 1",
    ],
    about: "SELECT 'mrr_rare' AS ref, '{}' AS body",
  },
  campaign_promotion: { before: leave('is_promotion = 1'), about: campaign },
  campaign_announcement: { before: leave("is_promotion = 0, kind = 'announcement'"), about: campaign },
  unsubscribe_link: { about: profile },
  never_signed_up: {
    before: ["UPDATE customer_profiles SET unsubscribe_reason = 'nosignup' WHERE id = ?2"],
    about: profile,
  },
  deletion_scheduled: {
    before: ['UPDATE account_deletions SET withdrawn_at = NULL, erase_at = ?1 + 1209600000 WHERE id = ?2'],
    about: "SELECT id AS ref, '{}' AS body FROM account_deletions WHERE completed_at IS NULL ORDER BY id LIMIT 1",
    isLast: true,
  },
  notice_bookings: notice(programOf('orders'), place('o.id', toRae)),
  notice_low_places: notice(programOf('event_options'), place('r.option_id', toRae)),
  notice_waitlist: {
    about: waiting.replace("'{}'", toRae),
    before: [...waits('waitlisted'), ...(notice(programOf('waitlist_entries'), waiting).before ?? [])],
  },
  notice_messages: notice(
    '(SELECT c.program_id FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id WHERE m.id = ?2)',
    `SELECT m.id AS ref, ${toRae} AS body FROM messages AS m WHERE m.sender = 'customer' ORDER BY m.id LIMIT 1`,
  ),
  notice_tasks: notice(
    '(SELECT o.program_id FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE p.id = ?2)',
    `SELECT p.id AS ref, ${toRae} AS body FROM payments AS p ORDER BY p.id LIMIT 1`,
  ),
  notice_summary: notice(
    '?2',
    place('r.program_id', "json_object('staff_id', 'stf_rare', 'day', '2030-01-01', 'since', o.created - 1)"),
  ),
  site_alert: { about: `SELECT 'audit:test' AS ref, '{"words":"Look.","facts":{"Found":1}}' AS body` },
  day_off: {
    before: [
      `INSERT INTO days_off (id, event_id, day, text, return_as, created, leaves_at)
        SELECT 'day_rare', r.event_id, '2035-07-05', 'A storm is coming.', 'none', 0, 0 FROM registrations AS r WHERE r.order_id = ?2 LIMIT 1`,
    ],
    about: `SELECT o.id AS ref, json_object('event_id', r.event_id, 'day_off_id', 'day_rare', 'order_ids', json_array(o.id), 'registration_ids', json_array(r.id),
        'returned', 0, 'visits', 0, 'destination', 'original_method', 'to_balance', 0) AS body
      FROM registrations AS r JOIN orders AS o ON o.id = r.order_id WHERE r.event_id IS NOT NULL AND r.status IN ${attending} LIMIT 1`,
    isLast: true,
  },
  event_cancelled: {
    before: [
      "UPDATE events SET status = 'cancelled' WHERE id = (SELECT r.event_id FROM registrations AS r WHERE r.order_id = ?2 LIMIT 1)",
    ],
    about: `SELECT o.id AS ref, json_object('event_id', r.event_id, 'returned', 0, 'registration_ids', json_array(r.id)) AS body
      FROM registrations AS r JOIN orders AS o ON o.id = r.order_id WHERE r.event_id IS NOT NULL AND r.status IN ${attending} LIMIT 1`,
    isLast: true,
  },
  waitlist_sale_over: {
    before: waits('cancelled'),
    isLast: true,
    about:
      "SELECT w.id AS ref, json_object('registration_ids', json_group_array(r.id)) AS body FROM waitlist_entries AS w JOIN registrations AS r ON r.waitlist_entry_id = w.id GROUP BY w.id LIMIT 1",
  },
  waitlist_removed: {
    before: waits('cancelled'),
    isLast: true,
    about:
      "SELECT w.id AS ref, json_object('registration_ids', json_group_array(r.id)) AS body FROM waitlist_entries AS w JOIN registrations AS r ON r.waitlist_entry_id = w.id GROUP BY w.id LIMIT 1",
  },
  // The last of all, because a customer loses the email to which other mails go.
  customer_claim: {
    before: ["UPDATE users SET email = '' WHERE id = (SELECT user_id FROM customers WHERE id = ?2)"],
    about: `SELECT p.customer_id AS ref, json_object('program_id', p.program_id, 'user_id', o.id) AS body FROM customer_profiles AS p
      JOIN customers AS c ON c.id = p.customer_id JOIN users AS u ON u.id = c.user_id AND u.is_active = 1
      JOIN users AS o ON o.id <> u.id AND o.is_active = 1 AND o.email <> '' ORDER BY p.id LIMIT 1`,
    isLast: true,
  },
}

/**
 * Sends each of these mails that has not been sent; destructive ones only at the end. Mails that were impossible are
 * tried again then.
 */
export async function sendRareMails(site: ProofSite, arrived: ReadonlySet<string>, isEnd: boolean): Promise<string[]> {
  const faults: string[] = []
  await site.sql("UPDATE programs SET email = 'office@camps.example' WHERE email IS NULL")
  for (const [template, mail] of Object.entries(rareMails)) {
    const kind = `mail.${template}`
    if (arrived.has(kind) || (mail.isLast && !isEnd)) continue
    await send(site, kind, mail).catch((error: unknown) => faults.push(`${template}: ${String(error)}`))
  }
  return faults
}

async function send(site: ProofSite, kind: string, { before = [], about }: RareMail): Promise<void> {
  const [row] = await run(site, about)
  if (!row) throw new Error('nothing it could be about')
  for (const statement of before) await run(site, statement, row.ref)
  await site.sql(
    'INSERT INTO outbox (kind, ref, dedupe, body, priority, due_at) VALUES (?, ?, ?, ?, 1, ?)',
    ...[kind, row.ref, `${kind}:rare`, row.body, site.now()],
  )
  await site.tick()
}

const run = (site: ProofSite, statement: string, ref = '') =>
  site.sql(statement, ...[site.now(), ref].slice(0, statement.includes('?2') ? 2 : statement.includes('?1') ? 1 : 0))
