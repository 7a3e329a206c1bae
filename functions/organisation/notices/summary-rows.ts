import { sql } from 'drizzle-orm'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Reach } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { isSold } from '../../platform/database/owed-orders.ts'
import { registrationWithin } from '../../platform/database/reach-sql.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Events with a line of their own in a summary. */
export const maxSummaryLines = 20

/** Programs with an active team. */
export const programsWithTeam = (db: Db) =>
  db.all<{ id: string; timezone: string }>(
    sql`SELECT p.id, p.timezone FROM programs AS p WHERE EXISTS (SELECT 1 FROM staff_members AS s WHERE s.program_id = p.id AND s.status = 'active')`,
  )

/** Those of these keys whose event the outbox has. */
export const eventsRecorded = (db: Db, keys: readonly string[]) =>
  db.all<{ dedupe: string }>(sql`SELECT dedupe FROM outbox WHERE dedupe IN ${among(keys)}`)

type Sold = { program_id: string; since: number; until: number; reach: Reach }

/** Places booked between two times by event, the most first; `total` has the places of all events. */
export const soldPlaces = (db: Db, { program_id, since, until, reach }: Sold) =>
  db.all<{ title: string; translations: string; places: number; total: number }>(
    sql`SELECT max(b.title) AS title, max(b.translations) AS translations, count(*) AS places, sum(count(*)) OVER () AS total
      FROM orders JOIN registrations ON registrations.order_id = orders.id JOIN bookings AS b ON b.id = registrations.id
      WHERE orders.program_id = ${program_id} AND orders.created >= ${since} AND orders.created < ${until} AND ${isSold}
        AND registrations.status IN ${statusList(registrationStates.chosen)} AND ${registrationWithin(reach) ?? sql`1`}
      GROUP BY b.source_id ORDER BY places DESC, title LIMIT ${maxSummaryLines}`,
  )

/** The amounts of the orders that were placed between two times, by currency. */
export const soldAmounts = (db: Db, { program_id, since, until }: Omit<Sold, 'reach'>) =>
  db.all<{ currency: string; amount: number }>(
    sql`SELECT orders.currency, sum(orders.amount_total) AS amount FROM orders
      WHERE orders.program_id = ${program_id} AND orders.created >= ${since} AND orders.created < ${until} AND ${isSold}
      GROUP BY orders.currency HAVING amount > 0`,
  )

export const openRefundRequests = (db: Db, program_id: string) =>
  db.all<{ total: number }>(
    sql`SELECT count(*) AS total FROM refund_requests AS q WHERE q.program_id = ${program_id} AND q.status = 'requested'`,
  )

export const waitingEntries = (db: Db, input: { program_id: string; now: number }) =>
  db.all<{ total: number }>(
    sql`SELECT count(*) AS total FROM events AS e JOIN waitlist_entries AS w ON w.event_id = e.id AND w.is_waiting = 1
      WHERE e.program_id = ${input.program_id} AND e.status = 'published' AND e.starts_at > ${input.now}`,
  )
