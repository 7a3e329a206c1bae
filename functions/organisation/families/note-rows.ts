import { and, desc, eq, sql } from 'drizzle-orm'
import type { CustomerNoteListQuery } from '../../contract/organisation/people.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customerNotes, customerProfiles, staffMembers } from '../../platform/database/tables.ts'

type OfCustomer = { program_id: string; customer_id: string }

const shown = (db: Db) =>
  db
    .select({
      note: customerNotes,
      author: { id: staffMembers.id, first_name: staffMembers.first_name, last_name: staffMembers.last_name },
    })
    .from(customerNotes)
    .leftJoin(staffMembers, eq(staffMembers.id, customerNotes.author_id))
export type NoteRow = Awaited<ReturnType<typeof shown>>[number]

type Filters = { is_pinned?: boolean | undefined; conversation_id?: string | undefined }
const ofCustomer = ({ program_id, customer_id, is_pinned, conversation_id }: OfCustomer & Filters) =>
  and(
    eq(customerNotes.customer_id, customer_id),
    eq(customerNotes.program_id, program_id),
    is_pinned === undefined ? undefined : eq(customerNotes.is_pinned, is_pinned),
    conversation_id === undefined ? undefined : eq(customerNotes.conversation_id, conversation_id),
  )

/** A page of the notes about a customer of a program, pinned ones first, and their number. */
export const pageOfNotes = (db: Db, input: CustomerNoteListQuery & OfCustomer) =>
  [
    shown(db)
      .where(ofCustomer(input))
      .orderBy(desc(customerNotes.is_pinned), desc(customerNotes.created), desc(customerNotes.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: sql<number>`count(*)` }).from(customerNotes).where(ofCustomer(input)),
  ] as const

export const noteById = (db: Db, { program_id, customer_id, note_id }: OfCustomer & { note_id: string }) =>
  shown(db).where(and(eq(customerNotes.id, note_id), ofCustomer({ program_id, customer_id })))

/** Every note about a customer, of any program, the oldest first. */
export const notesAbout = (db: Db, customer_id: string) =>
  db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.customer_id, customer_id))
    .orderBy(customerNotes.program_id, customerNotes.created)

/** The profile of a customer in a program; no row for a customer of another program. */
export const profileOfCustomer = (db: Db, { program_id, customer_id }: OfCustomer) =>
  db
    .select({ id: customerProfiles.id })
    .from(customerProfiles)
    .where(and(eq(customerProfiles.customer_id, customer_id), eq(customerProfiles.program_id, program_id)))

export const insertNote = (db: Db, row: typeof customerNotes.$inferInsert): Statement =>
  db.insert(customerNotes).values(row)

export const changeNoteRow = (
  db: Db,
  id: string,
  change: Partial<Pick<typeof customerNotes.$inferInsert, 'text' | 'is_pinned'>> & {
    changed_by: string
    updated: number
  },
): Statement => db.update(customerNotes).set(change).where(eq(customerNotes.id, id))

export const deleteNoteRow = (db: Db, id: string): Statement => db.delete(customerNotes).where(eq(customerNotes.id, id))
