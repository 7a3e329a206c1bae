import type { Column, Placeholder, SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { clientProgramOf } from './client-program.ts'
import type { Db } from './database.ts'
import type { PersonField } from './tables/people.ts'
import type { attendees } from './tables.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import { personFields, type ReadableField, readableFields } from '../../contract/people/attendee-fields.ts'

// Only this file reads a person. Any other query of `attendees` selects a `PersonField`, which cannot be shown.

type Value = string | SQL | Column | Placeholder
/**
 * The reader: an adult, who sees a person through their relation, or an organisation, which sees them through the
 * person's profile in its program. A client that acts for an adult sees neither more than the adult nor more than its
 * program.
 */
export type AttendeeReader = { customer_id: Value; client_program: string | null } | { program_id: Value }

/** The customer as a reader, or the client whose request this database serves. */
export const customerReader = (db: Db, customer_id: Value): AttendeeReader => ({
  customer_id,
  client_program: clientProgramOf(db),
})

/** Without the right `medical`, health fields are null. */
type Person = { [Name in ReadableField]: Attendee[Name] } & {
  /** True when the person has a health card, for rules that require one. */
  has_health_card: boolean
}
type Field = keyof Person
/**
 * The fields of a person that a reader sees. With `is_seen` false, they are only the names as booked, or as they were
 * when the person left the program.
 */
export type SeenAttendee<Fields extends Field = Field> = { id: string; is_seen: boolean } & Pick<Person, Fields>

/** Every field of a person. */
export const everyField: readonly Field[] = [...readableFields, 'has_health_card']
/** The parts of a name. */
export const nameFields = ['first_name', 'last_name'] as const satisfies readonly Field[]

type Around = {
  /** The query's table with the names as booked. */
  booked?: 'registrations' | 'memberships' | 'r'
  /** The query's alias for the table of people. */
  person?: 'attendees' | 'a'
  /** The column with the id of the remaining record after a merge, when that record's relation or profile decides. */
  through?: 'attendee_merges.merge_into'
}

/**
 * SQL for the fields of a person that a reader sees, for a query that joins `attendees`. A customer without the right
 * `view`, and an organisation or its client whose program the person left, only get the earlier names.
 */
export function attendeeSeenBy<const Fields extends readonly Field[]>(
  reader: AttendeeReader,
  fields: Fields,
  around: Around = {},
): SQL<SeenAttendee<Fields[number]>> {
  const person = around.person ?? 'attendees'
  const id = sql.raw(around.through ?? `${person}.id`)
  const object = (of: (field: Field) => SQL, isSeen: boolean) =>
    sql`json_object('id', ${sql.raw(person)}.id, 'is_seen', json(${sql.raw(isSeen ? `'true'` : `'false'`)}), ${sql.join(
      fields.map((field) => sql`${sql.raw(`'${field}'`)}, ${of(field)}`),
      sql`, `,
    )})`
  const names = (first: SQL, last: SQL) =>
    object((field) => (field === 'first_name' ? first : field === 'last_name' ? last : emptyValue(field)), false)
  const booked = (name: 'first_name' | 'last_name') =>
    sql.raw(around.booked ? `coalesce(${around.booked}.booked_${name}, '')` : `''`)
  const unseen = names(booked('first_name'), booked('last_name'))
  const leftNames = names(left('first_name'), left('last_name'))
  const read =
    'customer_id' in reader
      ? sql`SELECT ${object((field) => current(person, field, hasRight('medical')), true)} FROM relations AS seen
          WHERE seen.customer_id = ${reader.customer_id} AND seen.attendee_id = ${id} AND ${hasRight('view')}`
      : sql`SELECT CASE WHEN seen.status = 'disconnected' THEN ${leftNames}
          ELSE ${object((field) => current(person, field, sql.raw('0')), true)} END
          FROM attendee_profiles AS seen WHERE seen.program_id = ${reader.program_id} AND seen.attendee_id = ${id}`
  const gone =
    'client_program' in reader && reader.client_program !== null
      ? sql`(SELECT ${leftNames} FROM attendee_profiles AS seen
          WHERE seen.program_id = ${reader.client_program} AND seen.attendee_id = ${id} AND seen.status = 'disconnected'), `
      : sql.empty()
  return sql<SeenAttendee<Fields[number]>>`coalesce(${gone}(${read}), ${unseen})`.mapWith(toSeen<Fields[number]>)
}

/** Parses the text of `attendeeSeenBy`, for a query that uses it inside another expression. */
export const toSeen = <Fields extends Field>(text: string): SeenAttendee<Fields> =>
  JSON.parse(text) as SeenAttendee<Fields>

/** The sort columns of an organisation's list. For a person who left, they are the names known to the organisation. */
export const nameForProgram = (name: 'first_name' | 'last_name'): SQL =>
  sql.raw(
    `coalesce((SELECT seen.left_${name} FROM attendee_profiles AS seen WHERE seen.id = registrations.attendee_profile_id AND seen.status = 'disconnected'), attendees.${name})`,
  )
export const nameOfProfile = (name: 'first_name' | 'last_name'): SQL =>
  sql.raw(
    `CASE WHEN attendee_profiles.status = 'disconnected' THEN attendee_profiles.left_${name} ELSE attendees.${name} END`,
  )

const hasRight = (right: 'view' | 'medical') =>
  sql.raw(`EXISTS (SELECT 1 FROM json_each(seen.rights) AS granted WHERE granted.value = '${right}')`)
const left = (name: 'first_name' | 'last_name') => sql.raw(`coalesce(seen.left_${name}, '')`)

/** The value for a reader who does not see the person. */
function emptyValue(field: Field): SQL {
  if (field === 'has_health_card') return sql.raw(`json('false')`)
  return sql.raw(personFields[field].stored === 'contacts' ? `json('[]')` : 'NULL')
}

function current(person: string, field: Field, isMedical: SQL): SQL {
  if (field === 'has_health_card') return sql.raw(`json(iif(${person}.health_card_last4 IS NULL, 'false', 'true'))`)
  const { right, stored } = personFields[field]
  const column = sql.raw(`${person}.${field}`)
  if (right === 'medical') return sql`iif(${isMedical}, ${column}, NULL)`
  return stored === 'contacts' ? sql`json(${column})` : column
}

/** Condition that a person has a value in one of these columns. */
export const hasAny = (person: 'attendees' | 'a', columns: readonly string[]): SQL =>
  sql.raw(`coalesce(${columns.map((column) => `${person}.${column}`).join(', ')}) IS NOT NULL`)

type StoredColumns = typeof attendees.$inferInsert
/** The columns of a person to write, in plain text. */
export type PersonColumns = Omit<StoredColumns, Exclude<Field, 'has_health_card'>> &
  Partial<Omit<Person, 'has_health_card'>>
/** Converts values for writing to the type of stored columns. */
export const toStore = <Columns extends Partial<PersonColumns>>(columns: Columns) =>
  columns as unknown as StoredColumns & Columns

type Clear<Value> = Value extends PersonField<infer Inner> ? Inner : Value
type WholeRow = { [Name in keyof typeof attendees.$inferSelect]: Clear<(typeof attendees.$inferSelect)[Name]> }
/** Two complete records that one adult manages, for a merge; `attendee-visibility.test.ts` lists the allowed callers. */
export const wholeForMerge = (row: typeof attendees.$inferSelect) => row as unknown as WholeRow
