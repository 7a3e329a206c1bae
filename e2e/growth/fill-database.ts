import { dayMs } from '../../functions/contract/limits.ts'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../functions/local/database-file.ts'
import { plainPreferences, plainSelling, fairRefund } from '../../functions/test-bench/programs.ts'

/**
 * Row counts of what grows. The first program has `events`, `orders` and nearly all customers; the others have 40
 * events each.
 */
export type GrowthSize = {
  programs: number
  events: number
  customers: number
  /** The number of paid orders. Every second order has two places, the others have one. */
  orders: number
  /** Number of paid orders of one more customer, whose schedule and orders are long. */
  familyOrders: number
}

/** A small organisation, the size that the site must handle, and a tenth of that for the tests. */
export const growthSizes = {
  demo: { programs: 3, events: 40, customers: 60, orders: 100, familyOrders: 10 },
  tenth: { programs: 20, events: 2000, customers: 600, orders: 1000, familyOrders: 200 },
  large: { programs: 200, events: 20_000, customers: 60_000, orders: 100_000, familyOrders: 500 },
} satisfies Record<string, GrowthSize>

/** The program that grows, one of its events, and the customer with many orders. */
export const grown = {
  ...{ program: 'grown', event: 'evt_grown_1', customer: 'cus_grown_0', user: 'usr_grown_0' },
  /** An owner of the program, whose session has confirmed its second factor. */
  owner: { user_id: 'usr_grown_2', customer_id: 'cus_grown_2', session_id: 'ses_grown_2' },
  desk: {
    ...{ program_id: 'grown', event_id: 'evt_grown_1', staff_id: 'stf_grown_0' },
    ...{ customer_id: 'cus_grown_18', order_id: 'ord_grown_17', registration_id: 'reg_grown_17_0' },
    ...{ message_id: 'msg_grown_17', campaign_id: 'cmp_grown_1' },
  },
}

const cities = ['Ottawa', 'Gatineau', 'Kingston', 'Perth', 'Almonte', 'Kanata', 'Aylmer', 'Chelsea']
const activities = ['Swimming', 'Skating', 'Pottery', 'Robotics', 'Canoe', 'Chess', 'Judo', 'Choir', 'Théâtre', 'Yoga']
const tags = ['Water', 'Outdoors', 'Indoors', 'Arts', 'Science', 'Music', 'Beginners', 'Teens', 'Weekend', 'Bilingual']
const types = ['camp', 'class', 'event', 'clinic', 'competition']

const text = (value: unknown) =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
/** The n-th element of a list, as an SQL expression. */
const oneOf = (values: readonly string[], n: string) => `(${text(values)} ->> (abs(${n}) % ${values.length}))`
/** A pseudorandom number that is the same in every run. */
const dice = (n: string, seed: number) => `((${n} + ${seed}) * 2654435761 >> 9)`
const numbers = (count: number, from = 1) =>
  `WITH RECURSIVE numbers (n) AS (SELECT ${from} WHERE ${count} > 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${from + count - 1})`

/**
 * The statements that fill an empty, migrated database, one per table. The rows are computed and deterministic, with
 * all constraints and triggers of the schema active.
 */
export function growthStatements(size: GrowthSize, now: number): string[] {
  const others = size.programs - 1
  const elsewhere = others * 40
  return [
    ...programStatements(size, now),
    ...eventStatements({ count: size.events, program: text(grown.program), prefix: 'evt_grown_', seed: 1, now }),
    ...eventStatements({
      count: elsewhere,
      program: `'other-' || (1 + n % ${others})`,
      prefix: 'evt_other_',
      seed: 7,
      now,
    }),
    ...peopleStatements(size, now),
    ...orderStatements({ from: 1, count: size.orders, customer: `(1 + n % ${size.customers})`, size, now }),
    ...orderStatements({ from: size.orders + 1, count: size.familyOrders, customer: '0', size, now }),
    ...messageStatements(size, now),
    // The triggers count a place when it becomes confirmed; these rows were inserted as confirmed.
    `UPDATE attendee_profiles SET num_registrations = (SELECT count(*) FROM registrations AS r WHERE r.attendee_id = attendee_profiles.attendee_id AND r.attendee_profile_id = attendee_profiles.id)`,
  ]
}

function programStatements({ programs, events }: GrowthSize, now: number): string[] {
  const selling = text({ ...plainSelling, fee: { percent: 0, fixed: 200, included: false } })
  const features = text({ online_payments: true, discounts: true, browse_camps: true, browse_classes: true })
  const venues = Math.max(10, Math.min(120, Math.ceil(events / 100)))
  return [
    `INSERT INTO programs (id, name, summary, types, tags, featured, default_currency, country, timezone, languages, email, address, features, preferences, selling, created, updated)
    ${numbers(programs, 0)} SELECT iif(n = 0, ${text(grown.program)}, 'other-' || n), iif(n = 0, 'City Recreation', 'Camp ' || ${oneOf(activities, 'n')} || ' ' || n),
      'What is on all year', ${text(['camp', 'class'])}, json_array(${oneOf(tags, 'n')}), n % 9 = 0, 'CAD', 'CA', 'America/Toronto', '["en","fr"]', 'hello@example.com',
      json_object('city', ${oneOf(cities, 'n')}, 'region', 'CA-ON', 'country', 'CA'), ${features}, ${text(plainPreferences)}, ${selling}, ${now}, ${now} FROM numbers`,
    ...venueStatements(`'ven_0_' || n`, { from: 0, count: venues, program: text(grown.program) }),
    ...venueStatements(`'ven_' || (n / 5) || '_' || (n % 5)`, {
      from: 5,
      count: (programs - 1) * 5,
      program: `'other-' || (n / 5)`,
    }),
  ]
}

function venueStatements(
  id: string,
  { from, count, program }: { from: number; count: number; program: string },
): string[] {
  return [
    `INSERT INTO venues (id, program_id, key, position, name, address, city, region, country, timezone)
    ${numbers(count, from)} SELECT ${id}, ${program}, 'venue-' || n, n, ${oneOf(activities, 'n')} || ' House ' || n,
      json_object('source', NULL, 'place_name', NULL, 'address_line_1', n || ' Main Street', 'address_line_2', NULL, 'city', ${oneOf(cities, 'n')}, 'region', 'Ontario', 'region_short_code', 'CA-ON',
        'postcode', 'K7H 1A1', 'country', 'Canada', 'country_short_code', 'CA', 'geometry', NULL, 'geocode_feature', NULL), ${oneOf(cities, 'n')}, 'CA-ON', 'CA', 'America/Toronto' FROM numbers`,
  ]
}

type Events = { count: number; program: string; prefix: string; seed: number; now: number }
/** Events over a year, a tenth of them in the past, with two options each for different ages. */
function eventStatements({ count, program, prefix, seed, now }: Events): string[] {
  if (count === 0) return []
  const id = `${text(prefix)} || n`
  const start = `(${now} - ${36 * dayMs} + (${dice('n', seed)} % 365) * ${dayMs} + ${dice('n', seed + 3)} % 40000 * 1000)`
  const ofOther = prefix === 'evt_other_'
  const venuesOfProgram = `(SELECT count(*) FROM venues WHERE program_id = e.program_id)`
  return [
    `INSERT INTO events (id, program_id, key, type, name, summary, description, status, starts_at, ends_at, timezone, currency, tags, online_event, has_started, refund, published, created, updated)
    ${numbers(count)}, made AS MATERIALIZED (SELECT n, ${start} AS start FROM numbers) SELECT ${id}, ${program}, 'event-' || n, ${oneOf(types, dice('n', seed))}, ${oneOf(activities, dice('n', seed + 1))} || ' ' || n,
      'A week at the lake with friends', 'What to bring: a towel, a hat, and lunch. We meet at the front door a quarter of an hour before it begins.',
      iif(n % 50 = 0, 'draft', 'published'), start, start + ${dayMs / 4}, 'America/Toronto', 'CAD', json_array(${oneOf(tags, dice('n', seed))}, ${oneOf(tags, `${dice('n', seed)} + 1 + n % 3`)}), n % 17 = 0, start <= ${now}, ${text(fairRefund)}, ${now}, ${now}, ${now} FROM made`,
    `INSERT INTO event_venues (event_id, venue_id) ${numbers(count)}
    SELECT e.id, 'ven_' || ${ofOther ? 'substr(e.program_id, 7)' : '0'} || '_' || (abs(${dice('n', seed)}) % ${venuesOfProgram}) FROM numbers CROSS JOIN events AS e WHERE e.id = ${id}`,
    `INSERT INTO event_tags (event_id, tag) SELECT DISTINCT e.id, t.value FROM events AS e CROSS JOIN json_each(e.tags) AS t WHERE e.id GLOB ${text(`${prefix}*`)}`,
    `INSERT INTO event_options (id, event_id, program_id, key, position, name, cost, gender, minimum_age, maximum_age, created, updated) ${numbers(count * 2)}
    SELECT 'opt_' || e.id || '_' || (n % 2), e.id, e.program_id, 'option-' || (n % 2), n % 2, iif(n % 2 = 0, 'Full day', 'Morning'), 8000 + n % 40 * 100, iif(n % 31 = 0, 'female', NULL), 3 + n % 11, 6 + n % 11, ${now}, ${now}
    FROM numbers CROSS JOIN events AS e WHERE e.id = ${text(prefix)} || ((n + 1) / 2)`,
  ]
}

/** One parent and one child per customer, both known to the program, and a session; and an owner of each program. */
function peopleStatements({ customers, programs }: GrowthSize, now: number): string[] {
  const all = numbers(customers + 1, 0)
  const program = text(grown.program)
  return [
    `INSERT INTO users (id, first_name, last_name, email, email_key, password_hash, is_email_verified, timezone, created, updated) ${all} SELECT 'usr_grown_' || n, 'Nadia', 'Roy', 'parent' || n || '@example.com', 'parent' || n || '@example.com', 'none', 1, 'America/Toronto', ${now}, ${now} FROM numbers`,
    `INSERT INTO customers (id, user_id, timezone, created, updated) ${all} SELECT 'cus_grown_' || n, 'usr_grown_' || n, 'America/Toronto', ${now}, ${now} FROM numbers`,
    `INSERT INTO sessions (id, user_id, created, expires_at) ${all} SELECT 'ses_grown_' || n, 'usr_grown_' || n, ${now}, ${now + 90 * dayMs} FROM numbers`,
    `UPDATE sessions SET confirmed_at = created WHERE id = ${text(grown.owner.session_id)}`,
    // Every program has an owner.
    `INSERT INTO staff_members (id, program_id, user_id, email, email_key, first_name, last_name, role, status, language, code_hash, invited_at, expires_at, accepted_at, created, updated) ${numbers(programs, 0)}
    SELECT 'stf_grown_' || n, iif(n = 0, ${program}, 'other-' || n), u.id, u.email, u.email_key, u.first_name, u.last_name, 'owner', 'active', 'en', 'none-' || n, ${now}, ${now}, ${now}, ${now}, ${now}
    FROM numbers CROSS JOIN users AS u WHERE u.id = 'usr_grown_' || (n + 2)`,
    `INSERT INTO customer_profiles (id, customer_id, program_id, created, updated) ${all} SELECT 'cup_grown_' || n, 'cus_grown_' || n, ${program}, ${now}, ${now} FROM numbers`,
    `INSERT INTO attendees (id, first_name, last_name, date_of_birth, created, updated) ${all} SELECT 'att_grown_' || n, 'Maya', 'Roy', '2018-05-31', ${now}, ${now} FROM numbers`,
    `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) ${all} SELECT 'cus_grown_' || n, 'att_grown_' || n, 'parent', '["view","register","pay","medical","pickup","manage"]', ${now} FROM numbers`,
    `INSERT INTO attendee_profiles (id, program_id, attendee_id, created, updated) ${all} SELECT 'pap_grown_' || n, ${program}, 'att_grown_' || n, ${now}, ${now} FROM numbers`,
  ]
}

type Orders = { from: number; count: number; customer: string; size: GrowthSize; now: number }
/**
 * Paid orders with one or two places, their payment, history and sent mail. Each place is in another event, so that no
 * child has two in one event.
 */
function orderStatements({ from, count, customer, size, now }: Orders): string[] {
  const created = `(${now} - (n * 7919 % ${90 * 86_400}) * 1000)`
  const places = `${numbers(count, from)}, places (n, at) AS (SELECT n, 0 FROM numbers UNION ALL SELECT n, 1 FROM numbers WHERE n % 2 = 0)`
  const published = `(1 + (n * 2 + at + n / ${size.events}) % ${size.events})`
  // Every fiftieth event is a draft without bookings.
  const event = `${text('evt_grown_')} || iif(${published} % 50 = 0, ${published} - 1, ${published})`
  const registration = `'reg_grown_' || n || '_' || at`
  const option = `'opt_' || ${event} || '_' || at`
  return [
    `INSERT INTO orders (id, program_id, customer_id, customer_profile_id, status, step, receipt_number, currency, timezone, checkout_method, amount_subtotal, amount_total, paid_at, created, updated) ${numbers(count, from)}
    SELECT 'ord_grown_' || n, ${text(grown.program)}, 'cus_grown_' || ${customer}, 'cup_grown_' || ${customer}, 'paid', 2, '2026-' || n, 'CAD', 'America/Toronto', 'card', iif(n % 2 = 0, 20000, 10000), iif(n % 2 = 0, 20000, 10000), ${created}, ${created}, ${created} FROM numbers`,
    `INSERT INTO registrations (id, program_id, event_id, option_id, customer_id, customer_profile_id, attendee_id, attendee_profile_id, order_id, status, step, created, updated) ${places}
    SELECT ${registration}, ${text(grown.program)}, ${event}, ${option}, 'cus_grown_' || ${customer}, 'cup_grown_' || ${customer}, 'att_grown_' || ${customer}, 'pap_grown_' || ${customer}, 'ord_grown_' || n, 'confirmed', 1, ${created}, ${created} FROM places`,
    `INSERT INTO order_items (id, order_id, position, type, source, product_id, product_name, product_variation_id, registration_id, attendee_name, quantity, unit_amount, amount, created) ${places}
    SELECT 'itm_grown_' || n || '_' || at, 'ord_grown_' || n, at, 'event_option', ${registration}, ${event}, 'Canoe Week, Full day', ${option}, ${registration}, 'Maya Roy', 1, 10000, 10000, ${created} FROM places`,
    `INSERT INTO payments (id, order_id, customer_id, status, step, checkout_method, amount_total, amount_received, currency, provider, intent_id, created, updated) ${numbers(count, from)}
    SELECT 'pay_grown_' || n, 'ord_grown_' || n, 'cus_grown_' || ${customer}, 'succeeded', 2, 'card', iif(n % 2 = 0, 20000, 10000), iif(n % 2 = 0, 20000, 10000), 'CAD', 'sandbox', 'int_grown_' || n, ${created}, ${created} FROM numbers`,
    `INSERT INTO status_history (object, object_id, step, from_status, to_status, actor_type, at) ${numbers(count, from)}, steps (step, was, is_now) AS (VALUES (0, NULL, 'draft'), (1, 'draft', 'pending'), (2, 'pending', 'paid'))
    SELECT 'order', 'ord_grown_' || n, step, was, is_now, 'customer', ${created} FROM numbers CROSS JOIN steps`,
    `INSERT INTO status_history (object, object_id, step, from_status, to_status, actor_type, at) ${places}, steps (step, was, is_now) AS (VALUES (0, NULL, 'pending'), (1, 'pending', 'confirmed'))
    SELECT 'registration', ${registration}, step, was, is_now, 'customer', ${created} FROM places CROSS JOIN steps`,
    `INSERT INTO outbox (kind, ref, dedupe, body, priority, due_at, attempts, done_at) ${numbers(count, from)}
    SELECT 'order.paid', 'ord_grown_' || n, 'order.paid:ord_grown_' || n, '{}', 1, ${created}, 1, ${created} FROM numbers`,
  ]
}

/** One message within a year from every tenth customer, answers to half of them, and a campaign for each week. */
function messageStatements({ customers }: GrowthSize, now: number): string[] {
  const wrote = `(${now} - (n * 7919 % ${365 * 86_400}) * 1000)`
  const writers = `${numbers(Math.ceil(customers / 10))}, writers AS (SELECT n * 10 - 3 AS n FROM numbers)`
  const texts = { id: `'cnv_grown_' || n`, body: `'May we bring a dog on the last day?'` }
  return [
    `INSERT INTO conversations (id, customer_id, program_id, type, context, subject, started_by, last_message_at, created, updated) ${writers}
    SELECT ${texts.id}, 'cus_grown_' || n, ${text(grown.program)}, 'conversation', 'general', 'A question', 'customer', ${wrote}, ${wrote}, ${wrote} FROM writers`,
    `INSERT INTO messages (id, conversation_id, sender, sender_name, medium, body, search_text, state, sent, created, updated) ${writers}
    SELECT 'msg_grown_' || n, ${texts.id}, 'customer', 'Nadia Roy', 'in_app', ${texts.body}, lower(${texts.body}), 'delivered', ${wrote}, ${wrote}, ${wrote} FROM writers`,
    `INSERT INTO messages (id, conversation_id, sender, sender_name, medium, body, search_text, state, sent, created, updated) ${writers}
    SELECT 'msg_grown_' || n || '_1', ${texts.id}, 'organiser', 'City Recreation', 'email', ${texts.body}, lower(${texts.body}), 'sent', ${wrote} + 1, ${wrote} + 1, ${wrote} + 1 FROM writers WHERE n % 20 = 7`,
    `INSERT INTO campaigns (id, program_id, kind, audience, subject, body, status, sent_at, created, updated) ${numbers(52)}
    SELECT 'cmp_grown_' || n, ${text(grown.program)}, 'newsletter', 'subscribers', 'News of the week', 'What is new.', 'sent', ${now} - n * ${7 * dayMs}, ${now} - n * ${7 * dayMs}, ${now} - n * ${7 * dayMs} FROM numbers`,
  ]
}

/** Fills a database file that no other process has open; returns the seconds this took. */
export function fillDatabase(file: string, size: GrowthSize, now: number): number {
  const started = performance.now()
  const database = new DatabaseSync(file)
  try {
    // A temporary database needs no durability. Its constraints stay active.
    database.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN')
    for (const statement of growthStatements(size, now)) database.exec(statement)
    // The scheduler later gathers the statistics.
    database.exec('COMMIT')
    return Math.round((performance.now() - started) / 1000)
  } finally {
    database.close()
  }
}

/** `node e2e/growth/fill-database.ts SIZE DATA-FOLDER`: fills the empty database of a site that is stopped. */
if (import.meta.main) {
  const [size = '', data = ''] = process.argv.slice(2)
  const chosen = (growthSizes as Record<string, GrowthSize>)[size]
  const file = databaseFile(data)
  if (!chosen || !file) {
    console.error(
      `Name a size (${Object.keys(growthSizes).join(', ')}) and a data folder with a migrated database that is not in use.`,
    )
    process.exitCode = 1
  } else console.log(`Filled ${file} in ${fillDatabase(file, chosen, Date.now())} s.`)
}
