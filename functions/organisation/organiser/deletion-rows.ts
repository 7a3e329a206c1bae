import { type SQL, sql } from 'drizzle-orm'
import { firstStepNames } from '../../contract/organisation/first-day.ts'
import { type KeptRecord, keptRecords, maxDeleted } from '../../contract/organisation/program-deletion.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'

const ofProgram = 'program_id = :program'
const through = (column: string, parent: string) => `${column} IN (SELECT id FROM ${parent} WHERE ${ofProgram})`

const ofSteps = `object_id IN (${firstStepNames.map((name) => `:program || '.${name}'`).join(', ')})`

const moreThan = (table: keyof typeof maxDeleted) =>
  `${ofProgram} AND (SELECT count(*) FROM ${table} WHERE ${ofProgram}) > ${maxDeleted[table]}`

/** The condition for the rows that make a program stay, by record. A campaign that was never sent does not. */
const kept: Record<KeptRecord, string> = {
  ...(Object.fromEntries(keptRecords.map((record) => [record, ofProgram])) as Record<KeptRecord, string>),
  campaigns: `${ofProgram} AND status <> 'draft'`,
  payment_sources: through('customer_profile_id', 'customer_profiles'),
  customer_profiles: moreThan('customer_profiles'),
  events: moreThan('events'),
}

/**
 * The tables whose rows are deleted with a program, each with its condition; a row comes before the rows that it
 * references. People and their accounts stay: only their profiles in this program are deleted.
 */
export const deleted: readonly (readonly [table: string, condition: string])[] = [
  ['attachments', ofProgram],
  ['customer_notes', ofProgram],
  ['customer_merges', ofProgram],
  ['card_charge_consents', ofProgram],
  ['event_products', through('event_id', 'events')],
  ['event_packages', through('event_id', 'events')],
  ['event_questions', through('event_id', 'events')],
  ['event_tags', through('event_id', 'events')],
  ['event_venues', through('event_id', 'events')],
  ['option_pools', through('option_id', 'event_options')],
  ['group_places', through('event_id', 'events')],
  [
    'group_staff',
    'group_id IN (SELECT g.id FROM event_groups AS g JOIN events AS e ON e.id = g.event_id WHERE e.program_id = :program)',
  ],
  ['event_groups', through('event_id', 'events')],
  ['days_off', through('event_id', 'events')],
  ['event_options', ofProgram],
  ['campaign_recipients', through('campaign_id', 'campaigns')],
  ['campaigns', ofProgram],
  ['events', ofProgram],
  ['appointment_type_questions', through('appointment_type_id', 'appointment_types')],
  ['appointment_type_resources', through('appointment_type_id', 'appointment_types')],
  ['appointment_type_venues', through('appointment_type_id', 'appointment_types')],
  ['appointment_options', ofProgram],
  ['appointment_types', ofProgram],
  ['resources', ofProgram],
  ['pools', ofProgram],
  ['venues', ofProgram],
  ['waiver_versions', through('waiver_id', 'waivers')],
  ['waivers', ofProgram],
  ['questions', ofProgram],
  // A trigger remembers a deleted question.
  ['former_questions', ofProgram],
  ['product_variations', ofProgram],
  ['products', ofProgram],
  ['product_categories', ofProgram],
  ['membership_packages', ofProgram],
  ['session_packages', ofProgram],
  ['coupons', ofProgram],
  ['health_reads', ofProgram],
  ['event_counts', ofProgram],
  ['insight_events', ofProgram],
  ['roster_links', ofProgram],
  ['import_mappings', ofProgram],
  ['program_invites', ofProgram],
  ['program_billing', ofProgram],
  ['first_steps', ofProgram],
  ['desk_decisions', ofProgram],
  ['staff_members', ofProgram],
  ['machine_clients', ofProgram],
  ['notifications', ofProgram],
  ['recoveries', ofProgram],
  ['authorization_codes', ofProgram],
  ['card_setups', through('customer_profile_id', 'customer_profiles')],
  ['provider_customers', through('customer_profile_id', 'customer_profiles')],
  ['attendee_profiles', ofProgram],
  ['customer_profiles', ofProgram],
  // Only these histories name the program itself, whose key may be used again.
  ['status_history', `(object = 'program_billing' AND object_id = :program) OR (object = 'first_step' AND ${ofSteps})`],
  ['programs', 'id = :program'],
]

/**
 * Rows that name the program and stay: a browser, a code by mail, sessions of clients, which end, and pictures, whose
 * bytes are deleted first.
 */
export const changed: readonly (readonly [table: string, change: string])[] = [
  ['push_subscriptions', 'program_id = NULL'],
  ['email_codes', 'program_id = NULL'],
  ['program_pictures', 'program_id = NULL'],
  ['sessions', 'ended_at = coalesce(ended_at, :now)'],
]

const filled = (text: string, program: string, now = 0): string =>
  text.replaceAll(':program', `'${program}'`).replaceAll(':now', String(now))

type Counts = { removed: Record<string, number>; kept: Record<KeptRecord, number> }

/** The number of rows that a deletion would remove, and of those that forbid it. */
export async function countForDeletion(db: Db, programId: string): Promise<Counts> {
  literal(programId)
  const counting = (table: string, condition: string) =>
    sql.raw(`(SELECT count(*) FROM ${table} WHERE ${filled(condition, programId)}) AS ${table}`)
  const read = async (conditions: readonly (readonly [string, string])[]) => {
    const columns = conditions.map(([table, condition]) => counting(table, condition))
    const [row] = await db.all<Record<string, number>>(sql`SELECT ${sql.join(columns, sql`, `)}`)
    return row ?? {}
  }
  const [removed, forbidding] = await Promise.all([read(deleted), read(Object.entries(kept))])
  return { removed, kept: forbidding as Record<KeptRecord, number> }
}

/** Statements that delete a program with everything that belongs to it, unless a record was added since it was read. */
export function deleteProgramRows(db: Db, programId: string, now: number): Statement[] {
  literal(programId)
  const isFree = sql.join(
    Object.entries(kept).map(
      ([table, condition]): SQL => sql.raw(`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${filled(condition, programId)})`),
    ),
    sql` AND `,
  )
  return [
    guardThat(db, isFree, 'state'),
    ...changed.map(([table, change]) =>
      db.run(sql.raw(`UPDATE ${table} SET ${filled(change, programId, now)} WHERE ${filled(ofProgram, programId)}`)),
    ),
    ...deleted.map(([table, condition]) =>
      db.run(sql.raw(`DELETE FROM ${table} WHERE ${filled(condition, programId)}`)),
    ),
  ]
}
