// Over 250 lines: every table of the site is compared with the model.
import { balanceProvider } from '../../functions/contract/money/account-balance.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { findAuditFaults } from '../proofs/find-audit-faults.ts'
import {
  arrivedOf,
  minute,
  type ModelPlace,
  type Booking,
  type ModelOrder,
  paidOf,
  redeemedOf,
  reservedOf,
  returnedOf,
  sum,
  takenOf,
  takenOfPool,
  takenOfWare,
  visitsLeft,
} from './booking-state.ts'
import type { World } from './booking-world.ts'
import { adoptMemberships, compareMemberships, membershipQuestions } from './membership-books.ts'
import { offerPlaces } from './waitlist-line.ts'

/** Maximum difference between the site's clock and ours. */
const slackMs = 15_000
type Row = Record<string, string | number | null>

const questions = [
  `SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND kind IN ('payment.reported', 'refund.execute', 'refund.late_payment', 'waitlist.offer')`,
  'SELECT id, spots_taken, spots_total, cost FROM event_options WHERE program_id = ?1 ORDER BY rowid',
  'SELECT id, spots_taken, spots_total FROM pools WHERE program_id = ?1',
  'SELECT id, times_redeemed FROM coupons WHERE program_id = ?1',
  'SELECT id, status, checkout_method, quote_version, hold_expires_at, due_at, balance_used, amount_discount, amount_fee, amount_tax, amount_total, amount_paid, amount_refunding, amount_returned, amount_cancelled, amount_waived FROM orders WHERE program_id = ?1',
  'SELECT r.id, r.status, r.order_id, r.membership_item_id, r.hold_expires_at, s.starts_at, s.is_taken FROM registrations AS r LEFT JOIN appointment_slots AS s ON s.registration_id = r.id WHERE r.program_id = ?1',
  'SELECT p.id, p.order_id, p.status, p.checkout_method, p.provider, p.amount_total, p.amount_received FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.program_id = ?1',
  'SELECT d.order_id, d.coupon_id, d.amount, d.state FROM discounts AS d JOIN orders AS o ON o.id = d.order_id WHERE o.program_id = ?1',
  `SELECT p.order_id AS id, s.amount_received - coalesce((SELECT sum(r.amount) FROM sandbox_refunds AS r WHERE r.intent_id = s.id), 0) AS kept FROM sandbox_intents AS s JOIN payments AS p ON p.id = s.payment_id JOIN orders AS o ON o.id = p.order_id WHERE o.program_id = ?1 AND s.state = 'succeeded' AND p.status = 'succeeded'`,
  'SELECT customer_profile_id AS id, amount FROM account_balances WHERE program_id = ?1',
  'SELECT id, order_id, status, amount, amount_approved FROM refund_requests WHERE program_id = ?1',
  'SELECT coalesce(order_item_id, substr(id, 5)) AS id, amount, available, is_paid FROM session_credits WHERE program_id = ?1 AND is_unlimited = 0',
  'SELECT id, stock_taken FROM product_variations WHERE program_id = ?1',
  'SELECT i.order_id, i.position, i.status, i.amount, i.amount_waived, i.attempts, i.next_try_at FROM order_instalments AS i JOIN orders AS o ON o.id = i.order_id WHERE o.program_id = ?1 ORDER BY i.position',
  'SELECT s.id, s.customer_profile_id, s.form_source, s.is_default FROM payment_sources AS s JOIN customer_profiles AS c ON c.id = s.customer_profile_id WHERE c.program_id = ?1 AND s.detached_at IS NULL ORDER BY s.created',
  'SELECT id, kind, number, receipt_number, refund_id, payment_id, amount, currency, language, issued_at, document, buyer, people FROM receipts WHERE program_id = ?1',
  'SELECT o.id, count(i.id) AS items, coalesce(sum(i.amount), 0) AS subtotal FROM orders AS o LEFT JOIN order_items AS i ON i.order_id = o.id WHERE o.program_id = ?1 GROUP BY o.id',
  ...membershipQuestions,
]

/**
 * Compares the stored data with the model and runs the audit. Copies the exact ends of holds into the model. Returns
 * the differences.
 */
export async function compareBooks(world: World): Promise<string[]> {
  const { booking } = world
  const answers = await readBooks(world)
  const [
    ,
    options = [],
    pools = [],
    coupons = [],
    orders = [],
    places = [],
    payments = [],
    discounts = [],
    kept = [],
    balances = [],
    requests = [],
    credits = [],
    wares = [],
    parts = [],
    cards = [],
    papers = [],
    lines = [],
    ...ofMemberships
  ] = answers
  if (world.likesParts) adoptCards(world, cards)
  adoptMemberships(world, ofMemberships)
  adoptPayments(booking, payments)
  adoptRequests(booking, requests)
  adoptOffers(booking, places, world.site.now())
  const findings: string[] = []
  const differ = (what: string, id: unknown, theirs: Record<string, unknown>, ours: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(ours))
      if (value !== undefined && theirs[name] !== value)
        findings.push(`${what} ${String(id).slice(0, 9)}: ${name} is ${theirs[name]}, the model has ${value}`)
  }
  const match = (what: string, rows: Row[], ours: { id: string }[]) => {
    const ids = new Set(ours.map((each) => each.id))
    if (rows.length !== ours.length || rows.some((row) => !ids.has(String(row.id))))
      findings.push(`${what}: ${rows.length} stand there, the model has ${ours.length}`)
  }
  match('orders', orders, booking.orders)
  match('places', places, booking.places)
  match(
    'payments',
    payments,
    booking.orders.flatMap((order) => order.payments),
  )
  match('requests', requests, booking.requests)
  match('packages', credits, booking.credits)
  const by = (rows: Row[], id: string) => rows.find((row) => row.id === id) ?? {}

  for (const [index, option] of booking.options.entries()) {
    if (option.start !== null) continue
    differ('option', index, by(options, option.id), {
      // The others are extra places.
      spots_taken: Math.min(takenOf(booking, index), option.spots),
      spots_total: option.spots,
      cost: option.cost,
    })
  }
  for (const [index, pool] of booking.pools.entries())
    differ('pool', index, by(pools, pool.id), { spots_taken: takenOfPool(booking, index), spots_total: pool.spots })
  for (const coupon of booking.coupons)
    differ('coupon', coupon.code, by(coupons, coupon.id), { times_redeemed: redeemedOf(booking, coupon.id) })
  for (const order of booking.orders) {
    const row = by(orders, order.id)
    differ(`${order.status} order`, order.id, row, expectedRow(order))
    const subtotal = sum(order.lines.map(({ price }) => price))
    differ(`${order.status} order`, order.id, by(lines, order.id), { items: order.lines.length, subtotal })
    order.hold = near(
      row.hold_expires_at ?? null,
      order.hold,
      `hold of ${order.status} order ${order.id.slice(0, 9)}`,
      findings,
    )
    const ofOrder = parts.filter((each) => each.order_id === order.id)
    if (ofOrder.length !== order.parts.length)
      findings.push(`${order.status} order has ${ofOrder.length} parts, the model has ${order.parts.length}`)
    for (const [at, part] of order.parts.entries()) {
      const { status, amount, waived: amount_waived, attempts } = part
      const stored = ofOrder[at] ?? {}
      differ(`part ${at} of ${order.status} order`, order.id, stored, { status, amount, amount_waived, attempts })
      part.next = near(stored.next_try_at ?? null, part.next, `part ${at} of order ${order.id.slice(0, 9)}`, findings)
    }
    const names = (all: unknown[][]) => JSON.stringify(all.map((each) => each.join(' ')).sort())
    const [theirs, mine] = [
      names(
        discounts.filter((each) => each.order_id === order.id).map((each) => [each.coupon_id, each.amount, each.state]),
      ),
      names(order.discounts.map((each) => [each.coupon, each.amount, each.state])),
    ]
    if (theirs !== mine) findings.push(`coupons of ${order.status} order: ${theirs}, the model has ${mine}`)
    if (order.root !== undefined) continue
    // A payment stays in the provider account where it was made, however often the place is rescheduled.
    const together = booking.orders.filter((each) => (each.root ?? each.id) === order.id)
    const isAmong = (id: Row['id']) => together.some((each) => each.id === id)
    const provider = sum(kept.filter((each) => isAmong(each.id ?? null)).map((each) => Number(each.kept)))
    const ours = sum(together.map(keptOf))
    if (provider !== ours)
      findings.push(`the provider keeps ${provider} of ${order.status} order, the model has ${ours}`)
  }
  for (const place of booking.places) {
    const row = by(places, place.id)
    const start = booking.options[place.option]?.start ?? null
    differ('place', place.id, row, { status: place.status, order_id: place.order, starts_at: start })
    if (place.order !== null && place.status === 'pending')
      differ('place', place.id, row, { membership_item_id: place.membership ?? null })
    if (start !== null)
      differ('time', place.id, row, { is_taken: place.status === 'pending' || place.status === 'confirmed' ? 1 : 0 })
    if (place.status === 'offered' && place.end === null) place.end = offerEnd(booking, place, row, findings)
    if (place.status === 'pending')
      place.end = near(row.hold_expires_at ?? null, place.end, `hold of place ${place.id.slice(0, 9)}`, findings)
  }
  for (const payment of booking.orders.flatMap((order) => order.payments))
    differ(`${payment.method} payment`, payment.id, by(payments, payment.id), {
      status: payment.status,
      amount_total: payment.amount,
      amount_received: payment.received,
    })
  for (const request of booking.requests) {
    const row = by(requests, request.id)
    // The scheduler completes refunds that have arrived.
    const status = row.status === 'completed' ? 'approved' : row.status
    differ(
      'request',
      request.id,
      { ...row, status },
      {
        status: request.status,
        amount: request.amount,
        amount_approved: request.approved,
      },
    )
  }
  if (world.likesParts) match('cards', cards, booking.cards)
  for (const card of booking.cards)
    differ('card', card.id, by(cards, card.id), { form_source: card.form, is_default: card.isDefault ? 1 : 0 })
  for (const [index, ware] of booking.wares.entries())
    differ('ware', index, by(wares, ware.id), { stock_taken: takenOfWare(booking, index) })
  for (const credit of booking.credits)
    differ('package', credit.id, by(credits, credit.id), {
      amount: credit.amount,
      available: visitsLeft(booking, credit.id),
      is_paid: credit.isUnpaid ? 0 : 1,
    })
  for (const [index, person] of world.people.entries())
    differ(
      'balance',
      index,
      { amount: 0, ...by(balances, person.profileId(world.programId)) },
      { amount: booking.balances[index] },
    )
  findings.push(...changedPapers(world, papers))
  compareMemberships(world, ofMemberships, differ)
  // The audit of unchanged data is cached.
  const text = JSON.stringify(answers)
  if (text === world.books) return findings
  world.books = text
  return [...findings, ...(await auditOf(world, booking))]
}

/** The receipts and credit notes that are not, byte for byte, as they were issued. Remembers the new ones. */
function changedPapers({ papers }: World, rows: Row[]): string[] {
  const texts = new Map(rows.map((row) => [String(row.id), JSON.stringify(row)]))
  const changed = [...papers].filter(([id, text]) => texts.get(id) !== text)
  for (const [id, text] of texts) if (!papers.has(id)) papers.set(id, text)
  return changed.map(([id, text]) => `${id} was issued as ${text} and is ${texts.get(id) ?? 'gone'}`)
}

// The response to a failed payment does not name the payment.
function adoptPayments(booking: Booking, rows: Row[]): void {
  const existing = new Set(booking.orders.flatMap((order) => order.payments.map((payment) => payment.id)))
  const methodOf = (row: Row) => (row.provider === balanceProvider ? 'balance' : row.checkout_method)
  for (const order of booking.orders) {
    for (const payment of order.payments.filter((each) => each.id === '')) {
      const own = rows.filter(
        (each) => each.order_id === order.id && methodOf(each) === payment.method && !existing.has(String(each.id)),
      )
      // Several payments of one order may be carried with a place.
      const row = own.find((each) => each.amount_total === payment.amount) ?? own[0]
      payment.id = String(row?.id ?? '')
      existing.add(payment.id)
    }
  }
}

// Cards stored by a payment are in no response.
function adoptCards({ booking, people, programId }: World, rows: Row[]): void {
  const existing = new Set(booking.cards.map(({ id }) => id))
  for (const card of booking.cards.filter(({ id }) => id === '')) {
    const owner = people[card.customer]?.profileId(programId)
    const row = rows.find(
      (each) => each.customer_profile_id === owner && each.form_source === card.form && !existing.has(String(each.id)),
    )
    card.id = String(row?.id ?? '')
    existing.add(card.id)
  }
}

function adoptRequests(booking: Booking, rows: Row[]): void {
  const existing = new Set(booking.requests.map(({ id }) => id))
  for (const request of booking.requests.filter(({ id }) => id === ''))
    request.id = String(rows.find((row) => row.order_id === request.order && !existing.has(String(row.id)))?.id ?? '')
}

/**
 * Offers made right after a response, and lapsed holds released for them, are copied from the stored data, all or none.
 */
function adoptOffers(booking: Booking, rows: Row[], now: number): void {
  const statuses = new Map(rows.map((row) => [String(row.id), row.status]))
  const isSame = (of: Booking, event: number) =>
    of.places.every((place) => of.options[place.option]?.event !== event || statuses.get(place.id) === place.status)
  for (const event of booking.startsAt.keys()) {
    if (isSame(booking, event)) continue
    const trial = structuredClone(booking)
    offerPlaces(trial, event, now)
    if (isSame(trial, event)) Object.assign(booking, trial)
  }
}

const hour = 60 * minute
/** How much longer an offer may last, because one that would end at night ends in the morning. */
const longestNight = 11 * hour

// The length of an offer, which depends on the time to the event.
function offerEnd(booking: Booking, place: ModelPlace, row: Row, findings: string[]): number | null {
  const ends = row.hold_expires_at === null ? null : Number(row.hold_expires_at)
  const left = (booking.startsAt[booking.options[place.option]?.event ?? 0] ?? 0) - place.since
  const least = left > 7 * 24 * hour ? 24 * hour : left >= 2 * 24 * hour ? 12 * hour : left >= 12 * hour ? 2 * hour : 0
  const lasts = (ends ?? 0) - place.since
  if (lasts < least - slackMs || lasts > Math.max(least, hour) + longestNight + slackMs)
    findings.push(`an offer lasts ${lasts / hour} hours, the model has ${least / hour}`)
  return ends
}

const keptOf = ({ payments }: ModelOrder): number =>
  sum(
    payments.map(({ method, status, received, returned, credited }) =>
      method === 'card' && status === 'succeeded' ? received - returned + credited : 0,
    ),
  )

function expectedRow(order: ModelOrder) {
  const { discount, fee, tax, total } = order.sums
  const returned = returnedOf(order)
  return {
    status: order.status,
    checkout_method: order.method,
    quote_version: order.version,
    amount_discount: discount,
    amount_fee: fee,
    amount_tax: tax,
    amount_total: total,
    amount_paid: paidOf(order),
    amount_refunding: returned,
    amount_returned: arrivedOf(order),
    balance_used: order.reserved > 0 ? reservedOf(order) : undefined,
    amount_cancelled: order.cancelled,
    amount_waived: order.waived,
  }
}

function near(theirs: string | number | null, ours: number | null, what: string, findings: string[]): number | null {
  if (theirs === null || ours === null ? theirs !== ours : Math.abs(Number(theirs) - ours) > slackMs)
    findings.push(`${what} ends ${theirs}, the model has ${ours}`)
  return theirs === null ? null : Number(theirs)
}

// The deferred work of the last request runs before the comparison.
async function readBooks({ site, programId }: World): Promise<Row[][]> {
  const { DB } = site.bench.env
  for (let attempts = 0; ; attempts += 1) {
    const answers = await DB.batch<Row>(
      questions.map((text, index) => (index === 0 ? DB.prepare(text) : DB.prepare(text).bind(programId))),
    )
    const rows = answers.map((answer) => answer.results)
    if (Number(rows[0]?.[0]?.n ?? 0) === 0 || attempts > 100) return rows
    await wait(5)
  }
}

async function auditOf({ site, children }: World, booking: Booking): Promise<string[]> {
  const ids = (all: { id: string }[]) => all.map((each) => each.id)
  return findAuditFaults(site, {
    event_options: ids(booking.options.filter(({ start }) => start === null)),
    pools: ids(booking.pools),
    coupons: ids(booking.coupons),
    orders: ids(booking.orders),
    registrations: ids(booking.places),
    payments: booking.orders.flatMap((order) => ids(order.payments)),
    memberships: ids(booking.memberships),
    attendee_profiles: children.map((child) => child.profile),
  })
}
