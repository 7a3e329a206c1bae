import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { memberships } from './tables.ts'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'

/** The columns of the membership `m`, as JSON, that decide which bookings it allows. */
const heldMembership = sql`json_object('id', m.id, 'package_id', m.package_id, 'attendee_profile_id', m.attendee_profile_id, 'timezone', m.timezone,
  'status', m.status, 'is_usable', json(iif(m.is_usable, 'true', 'false')), 'terms', json(m.terms), 'start_on', m.start_on, 'trial_end_on', m.trial_end_on,
  'anchor_on', m.anchor_on, 'anchor_day', m.anchor_day, 'period_index', m.period_index, 'period_end_on', m.period_end_on, 'num_paid', m.num_paid,
  'cancel_at_period_end', json(iif(m.cancel_at_period_end, 'true', 'false')), 'pause_on', m.pause_on, 'resume_on', m.resume_on, 'due_on', m.due_on,
  'has_card', json(iif(EXISTS (SELECT 1 FROM payment_sources AS s WHERE s.customer_profile_id = m.customer_profile_id AND s.detached_at IS NULL), 'true', 'false')))`

/** The membership with this id as JSON, or null. */
export const membershipOf = (id: SQLWrapper) =>
  sql<HeldMembership | null>`(SELECT ${heldMembership} FROM memberships AS m WHERE m.id = ${id})`.mapWith(
    (text: string) => JSON.parse(text) as HeldMembership,
  )

/** The open memberships of a person, and those of a customer for the whole family. */
export const membershipsFor = (person: {
  attendee_profile_id: SQLWrapper
  program_id: SQLWrapper
  customer_id: string | SQLWrapper
}) =>
  sql<
    HeldMembership[]
  >`(SELECT json_group_array(json(held)) FROM (SELECT ${heldMembership} AS held FROM memberships AS m WHERE m.attendee_profile_id = ${person.attendee_profile_id} AND m.ended_at IS NULL
    UNION ALL SELECT ${heldMembership} FROM memberships AS m WHERE m.customer_id = ${person.customer_id} AND m.program_id = ${person.program_id} AND m.attendee_profile_id IS NULL AND m.ended_at IS NULL))`.mapWith(
    (text: string) => JSON.parse(text) as HeldMembership[],
  )

/** Condition for memberships whose free trial began, or begins with their order or on a later day. */
export const hadTrial: SQL = sql`${memberships.trial_end_on} IS NOT NULL AND (${memberships.period_start_on} IS NOT NULL OR ${memberships.ended_at} IS NULL)`
