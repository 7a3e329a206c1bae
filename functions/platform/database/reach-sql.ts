import { type SQL, sql } from 'drizzle-orm'
import type { Reach } from '../context.ts'
import { among } from './json-lists.ts'

/**
 * Condition that a registration, by the name of its table in the statement, is of an event or an appointment type that
 * the caller looks after. Undefined for a caller without a limit.
 */
export const registrationWithin = ({ event_ids }: Reach, table: 'registrations' | 'r' = 'registrations') =>
  event_ids === 'all'
    ? undefined
    : sql`coalesce(${sql.raw(table)}.event_id, ${sql.raw(table)}.appointment_type_id) IN ${among(event_ids)}`

/** Condition that a registration with `where` (of a table named `r`) is within the caller's reach. */
export function anyRegistrationWithin(reach: Reach, where: SQL): SQL | undefined {
  const within = registrationWithin(reach, 'r')
  return within && sql`EXISTS (SELECT 1 FROM registrations AS r WHERE ${where} AND ${within})`
}

/** The places `r` that a conversation `c` is about. */
export const placesOfConversation = sql.raw(
  'LEFT JOIN registrations AS r ON r.id IN (SELECT c.registration_id UNION SELECT p.id FROM registrations AS p WHERE p.order_id = c.order_id)',
)
/** The event or appointment type of a conversation `c`, or of one of its places `r`. */
export const sourceOfConversation = sql.raw('coalesce(c.event_id, r.event_id, r.appointment_type_id)')
