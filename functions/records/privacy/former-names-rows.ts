import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { attendeeProfiles, memberships, receipts, registrations } from '../../platform/database/tables.ts'

/** The text that replaces an erased name. */
export const erasedName = 'Erased'

/**
 * Erases the stored earlier names of these people in bookings, memberships and programs, those of other people that this
 * customer read, and all names on the customer's receipts. The sums of a receipt remain.
 */
export const eraseFormerNames = (ctx: Ctx, { own, customer_id }: { own: SQL; customer_id: string }): Statement[] => [
  ctx.db
    .update(registrations)
    .set({ booked_first_name: erasedName, booked_last_name: '' })
    .where(sql`${registrations.attendee_id} IN ${own} OR ${registrations.customer_id} = ${customer_id}`),
  ctx.db
    .update(memberships)
    .set({ booked_first_name: erasedName, booked_last_name: '' })
    .where(
      sql`${memberships.attendee_profile_id} IN (SELECT p.id FROM attendee_profiles AS p WHERE p.attendee_id IN ${own})
        OR (${memberships.customer_id} = ${customer_id} AND ${memberships.attendee_profile_id} IS NOT NULL)`,
    ),
  ctx.db
    .update(attendeeProfiles)
    .set({ left_first_name: erasedName, left_last_name: '' })
    .where(sql`${attendeeProfiles.attendee_id} IN ${own} AND ${attendeeProfiles.left_first_name} IS NOT NULL`),
  ctx.db
    .update(receipts)
    .set({ buyer: null, people: {} })
    .where(sql`${receipts.order_id} IN (SELECT o.id FROM orders AS o WHERE o.customer_id = ${customer_id})`),
]
