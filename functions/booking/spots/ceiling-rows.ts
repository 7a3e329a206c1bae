import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

type Whose = { customer_id: string; program_id: string; now: number }
/** Maximum number of bookings and places that one customer may hold. */
export type HeldCeiling = { bookings: number; places: number }

/**
 * Aborts the batch when a customer holds more of a program than allowed. A place with a payment in progress counts even
 * after its hold ended. The weeks of a series made in one call count as one booking: same person, same duration, same
 * creation time.
 */
export function guardHeldRows(db: Db, { customer_id, program_id, now }: Whose, max: HeldCeiling): Statement {
  return guardThat(
    db,
    sql`(SELECT count(DISTINCT coalesce(r.attendee_id || ' ' || r.appointment_option_id || ' ' || r.created, r.id)) <= ${literal(max.bookings)} AND count(*) <= ${literal(max.places)}
    FROM registrations AS r WHERE r.customer_id = ${literal(customer_id)} AND +r.program_id = ${literal(program_id)}
    AND (r.status = 'offered' OR (r.status = 'pending' AND (r.hold_expires_at >= ${literal(now)} OR EXISTS (
      SELECT 1 FROM payments AS p WHERE p.order_id = r.order_id AND p.status IN ${statusList(paymentStates.live)})))))`,
    'held_places',
  )
}
