import { type Actor, actorId, authorOf } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { chunk } from './json-lists.ts'
import { withWriteMarkerRow } from './write-marker-rows.ts'
import { staffMembers, statusHistory } from './tables.ts'
import type { Statement } from './database.ts'

export type HistoryObject =
  | 'order'
  | 'registration'
  | 'payment'
  | 'refund'
  | 'refund_request'
  | 'balance_entry'
  | 'payment_source'
  | 'event'
  | 'appointment_type'
  | 'attendee_profile'
  | 'attendee'
  | 'attendee_health'
  | 'customer'
  | 'support_report'
  | 'feedback'
  | 'campaign'
  | 'message'
  | 'conversation'
  | 'check_in'
  | 'instalment'
  | 'membership'
  | 'program_billing'
  | 'first_step'
  | 'redemption'
  | 'staff_member'
  | 'day_off'
  | 'session_credit_entry'
  | 'data_export'
  | 'account_deletion'
export type Step = {
  object: HistoryObject
  object_id: string
  /** Number of the latest step that was read. */
  step: number
  from: string | null
  to: string
  actor: Actor
  reason?: string | null
  /** Words of the organisation's staff about the change. */
  note?: string | null
  at: number
}

/** The history row of one change. Its unique key (object, id, step + 1) lets only one of two concurrent changes win. */
export function historyRow(ctx: Pick<Ctx, 'db' | 'writeMarker'>, step: Step): Statement {
  const row = rowOf(ctx, step)
  return withWriteMarkerRow(ctx.db.insert(statusHistory).values(row), {
    table: 'status_history',
    object: row.object,
    object_id: row.object_id,
    step: row.step,
  })
}

type Cause = { actor: Actor; reason?: string | null; note?: string | null }
type HistoryContext = Pick<Ctx, 'db' | 'writeMarker' | 'now'>

/** The history row of a new object. */
export const creationRow = (
  ctx: HistoryContext,
  { object, id, to }: { object: HistoryObject; id: string; to: string },
  { actor, reason = null, note = null }: Cause,
): Statement => historyRow(ctx, { object, object_id: id, step: -1, from: null, to, actor, reason, note, at: ctx.now })

/** The history row of a transition from the status and step that were read. */
export const transitionRow = (
  ctx: HistoryContext,
  object: HistoryObject,
  read: { id: string; step: number; status: string },
  to: string,
  { actor, reason = null, note = null }: Cause,
): Statement =>
  historyRow(ctx, {
    object,
    object_id: read.id,
    step: read.step,
    from: read.status,
    to,
    actor,
    reason,
    note,
    at: ctx.now,
  })

/** The history rows of many simultaneous changes, in few statements. The first row identifies the batch. */
export function historyRows(ctx: Pick<Ctx, 'db' | 'writeMarker'>, [first, ...rest]: Step[]): Statement[] {
  if (!first) return []
  const columns = Object.values(getTableColumns(statusHistory)).map(({ name }) => sql.raw(`value ->> '$.${name}'`))
  const bulk = chunk(rest.map((step) => rowOf(ctx, step))).map((rows) =>
    ctx.db.insert(statusHistory).select(sql`SELECT ${sql.join(columns, sql`, `)} FROM json_each(${rows}) WHERE true`),
  )
  return [historyRow(ctx, first), ...bulk]
}

/** The stored value of `actor_type` for each actor. */
const storedTypes = {
  customer: 'customer',
  organiser_client: 'organiser',
  staff: 'organiser',
  provider: 'provider',
  system: 'system',
} as const satisfies Record<Actor['type'], string>

function rowOf(ctx: Pick<Ctx, 'writeMarker'>, step: Step) {
  return {
    object: step.object,
    object_id: step.object_id,
    step: step.step + 1,
    from_status: step.from,
    to_status: step.to,
    actor_type: storedTypes[authorOf(step.actor).type],
    actor_id: actorId(step.actor),
    reason: step.reason ?? null,
    note: step.note ?? null,
    at: step.at,
    write_marker: ctx.writeMarker,
  }
}

/** The email that a staff member has once their account is erased. */
export const erasedStaffEmail = sql<string>`${staffMembers.id} || '@erased.invalid'`

/** A name of a staff member in the history; null once their account is erased. */
export const staffName = (name: typeof staffMembers.first_name | typeof staffMembers.last_name) =>
  sql<string | null>`iif(${staffMembers.email} = ${erasedStaffEmail}, NULL, ${name})`

/** Condition that a staff member made the change of a row of the history. */
export const actsInHistory = and(eq(statusHistory.actor_type, 'organiser'), eq(staffMembers.id, statusHistory.actor_id))
