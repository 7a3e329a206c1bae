import { type SQL, sql } from 'drizzle-orm'

/** The kinds of objects that an event's `ref` names, for notifications in the list on the site. */
export type NotificationSubject =
  | 'order'
  | 'paid_order'
  | 'booked_order'
  | 'order_event'
  | 'booking_start'
  | 'registration'
  | 'booked_place'
  | 'waitlist_entry'
  | 'refund'
  | 'refund_request'
  | 'payment'
  | 'failed_payment'
  | 'balance_entry'
  | 'card'
  | 'membership'
  | 'session_credit'
  | 'redemption'
  | 'email_change'
  | 'session'
  | 'user'
  | 'passkey'
  | 'invitation'
  | 'data_export'
  | 'account_deletion'
  | 'message'
  | 'feedback'
  | 'campaign'

const none = sql.raw('NULL')
type Parts = { order?: SQL; registration?: SQL; event?: SQL; amount?: SQL; currency?: SQL; outcome?: SQL }
const columns = (
  user: SQL,
  program: SQL,
  { order = none, registration = none, event = none, amount = none, currency = none, outcome = none }: Parts = {},
) =>
  sql`SELECT ${user} AS user_id, ${program} AS program_id, ${order} AS order_id, ${registration} AS registration_id, ${event} AS event_id, ${amount} AS amount, ${currency} AS currency, ${outcome} AS outcome`

type Event = { ref: string; body: Record<string, unknown> }
const raw = (text: string) => sql.raw(text)
const idIn = (body: Record<string, unknown>, name: string) => sql`${typeof body[name] === 'string' ? body[name] : null}`
const amountIn = (body: Record<string, unknown>, name: string) =>
  sql`${typeof body[name] === 'number' ? body[name] : null}`

const orderColumns = (more: Parts = {}) =>
  columns(raw('c.user_id'), raw('o.program_id'), { order: raw('o.id'), currency: raw('o.currency'), ...more })
const customerOfOrder = raw('CROSS JOIN customers AS c ON c.id = o.customer_id')
const ofProgramIn = (table: string) => (event: Event) =>
  sql`${columns(raw('t.user_id'), idIn(event.body, 'program_id'))} FROM ${raw(table)} AS t WHERE t.id = ${event.ref}`

/** The reader and the subject of an event, as a SELECT with at most one row. */
export const subjectOf: Record<NotificationSubject, (event: Event) => SQL> = {
  order: ({ ref, body }) =>
    sql`${orderColumns({ amount: sql`coalesce(${amountIn(body, 'returned')}, o.amount_total - o.amount_paid)` })} FROM orders AS o ${customerOfOrder} WHERE o.id = ${ref}`,
  // A free order has no receipt to show.
  paid_order: ({ ref }) =>
    sql`${orderColumns({ amount: raw('o.amount_paid') })} FROM orders AS o ${customerOfOrder} WHERE o.id = ${ref} AND o.amount_total > 0`,
  booked_order: ({ ref }) =>
    sql`${orderColumns()} FROM orders AS o ${customerOfOrder} WHERE o.id = ${ref} AND EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = o.id)`,
  order_event: ({ ref, body }) =>
    sql`${orderColumns({ event: idIn(body, 'event_id'), amount: amountIn(body, 'returned') })} FROM orders AS o ${customerOfOrder} WHERE o.id = ${ref}`,
  // Cancelled or moved bookings do not start at that time.
  booking_start: ({ ref, body }) =>
    sql`${orderColumns({ event: sql`(SELECT e.id FROM events AS e WHERE e.id = ${idIn(body, 'source_id')})` })} FROM orders AS o ${customerOfOrder} WHERE o.id = ${ref}
    AND EXISTS (SELECT 1 FROM bookings AS b, json_each(b.dates) AS d WHERE b.order_id = o.id AND b.status = 'confirmed'
      AND b.source_id = ${idIn(body, 'source_id')} AND d.value ->> '$.starts_at' = ${amountIn(body, 'starts_at')})`,
  registration: ({ ref, body }) =>
    sql`${columns(raw('c.user_id'), raw('r.program_id'), { order: raw('r.order_id'), registration: raw('r.id'), event: raw('r.event_id'), amount: amountIn(body, 'amount'), currency: raw('(SELECT o.currency FROM orders AS o WHERE o.id = r.order_id)') })}
    FROM registrations AS r CROSS JOIN customers AS c ON c.id = r.customer_id WHERE r.id = ${ref}`,
  // Its notification opens the schedule, not the order in which the place is paid already.
  booked_place: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('r.program_id'), { registration: raw('r.id'), event: raw('r.event_id') })}
    FROM registrations AS r CROSS JOIN customers AS c ON c.id = r.customer_id WHERE r.id = ${ref}`,
  waitlist_entry: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('w.program_id'), { registration: raw('(SELECT min(r.id) FROM registrations AS r WHERE r.waitlist_entry_id = w.id)'), event: raw('w.event_id') })}
    FROM waitlist_entries AS w CROSS JOIN customers AS c ON c.id = w.customer_id WHERE w.id = ${ref}`,
  refund: ({ ref }) =>
    sql`${orderColumns({ amount: raw('f.amount') })} FROM refunds AS f CROSS JOIN orders AS o ON o.id = f.order_id ${customerOfOrder} WHERE f.id = ${ref}`,
  refund_request: ({ ref }) =>
    sql`${orderColumns({ amount: raw('coalesce(q.amount_approved, q.amount)'), outcome: raw("iif(q.status = 'declined', 'declined', 'approved')") })} FROM refund_requests AS q CROSS JOIN orders AS o ON o.id = q.order_id ${customerOfOrder} WHERE q.id = ${ref}`,
  payment: ({ ref }) =>
    sql`${orderColumns({ amount: raw('coalesce(nullif(p.amount_received, 0), p.amount_total)') })} FROM payments AS p CROSS JOIN orders AS o ON o.id = p.order_id ${customerOfOrder} WHERE p.id = ${ref}`,
  // Another payment may have paid the order before the failure is listed.
  failed_payment: (event) => sql`${subjectOf.payment(event)} AND (o.paid_at IS NULL OR o.paid_at < p.created)`,
  balance_entry: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('b.program_id'), { amount: raw('b.amount'), currency: raw('b.currency') })}
    FROM account_balance_entries AS b CROSS JOIN customers AS c ON c.id = b.customer_id WHERE b.id = ${ref}`,
  card: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('p.program_id'))}
    FROM payment_sources AS s CROSS JOIN customers AS c ON c.id = s.customer_id CROSS JOIN customer_profiles AS p ON p.id = s.customer_profile_id WHERE s.id = ${ref}`,
  membership: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('m.program_id'))} FROM memberships AS m CROSS JOIN customers AS c ON c.id = m.customer_id WHERE m.id = ${ref}`,
  session_credit: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('s.program_id'))}
    FROM session_credits AS s CROSS JOIN customers AS c ON c.id = s.customer_id WHERE s.id = ${ref}`,
  redemption: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('v.program_id'), { event: raw('v.event_id') })}
    FROM redemptions AS v CROSS JOIN session_credits AS s ON s.id = v.session_credit_id CROSS JOIN customers AS c ON c.id = s.customer_id WHERE v.id = ${ref}`,
  email_change: ofProgramIn('email_changes'),
  session: ofProgramIn('sessions'),
  user: ({ ref, body }) => sql`${columns(raw('t.id'), idIn(body, 'program_id'))} FROM users AS t WHERE t.id = ${ref}`,
  passkey: ofProgramIn('passkeys'),
  invitation: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('i.program_id'))} FROM invitations AS i CROSS JOIN customers AS c ON c.id = i.customer_id WHERE i.id = ${ref}`,
  data_export: ({ ref }) =>
    sql`${columns(raw('t.user_id'), raw('t.program_id'))} FROM data_exports AS t WHERE t.id = ${ref}`,
  account_deletion: ({ ref }) =>
    sql`${columns(raw('t.user_id'), raw('t.program_id'))} FROM account_deletions AS t WHERE t.id = ${ref}`,
  message: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('v.program_id'))}
    FROM messages AS m CROSS JOIN conversations AS v ON v.id = m.conversation_id CROSS JOIN customers AS c ON c.id = v.customer_id WHERE m.id = ${ref}`,
  feedback: ({ ref }) =>
    sql`${columns(raw('c.user_id'), raw('f.program_id'), { order: raw('r.order_id'), registration: raw('r.id'), event: raw('r.event_id') })}
    FROM feedback AS f CROSS JOIN registrations AS r ON r.id = f.registration_id CROSS JOIN customers AS c ON c.id = f.customer_id WHERE f.id = ${ref}`,
  campaign: ({ ref, body }) =>
    sql`${columns(raw('c.user_id'), raw('k.program_id'), { event: raw('k.event_id') })}
    FROM campaigns AS k CROSS JOIN customer_profiles AS p ON p.id = ${idIn(body, 'customer_profile_id')} CROSS JOIN customers AS c ON c.id = p.customer_id WHERE k.id = ${ref}`,
}
