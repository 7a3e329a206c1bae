import { among } from '../../platform/database/json-lists.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type SealedColumn, sealedColumns } from '../../contract/people/attendee-fields.ts'
import { mapFields, pick } from '../../contract/pick.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  answerChanges,
  attendeeMerges,
  attendees,
  dataExports,
  facts,
  files,
  registrations,
} from '../../platform/database/tables.ts'
import type { StoredAnswer } from '../../platform/database/tables/registrations.ts'

type SealedText = { id: string; column: SealedColumn; sealed: string; again: string }

const progressName = 'health_resealed'
/** How far a round with a key got, its results, and when a round last found nothing. */
export type ResealProgress = {
  key: string
  subject: string
  after: string
  resealed: number
  failed: number
  done_at: number | null
}

export async function readProgress(db: Db): Promise<ResealProgress | null> {
  const [row] = await db.select({ value: facts.value }).from(facts).where(eq(facts.name, progressName))
  return row ? (JSON.parse(row.value) as ResealProgress) : null
}
export const saveProgress = (db: Db, { at, ...progress }: ResealProgress & { at: number }) =>
  db
    .insert(facts)
    .values({ name: progressName, value: JSON.stringify(progress), updated: at })
    .onConflictDoUpdate({ target: facts.name, set: { value: JSON.stringify(progress), updated: at } })

/** The next people by id, with their sealed texts. */
export const nextSealed = (db: Db, after: string, limit: number) =>
  db
    .select({ id: attendees.id, ...pick(attendees, sealedColumns) })
    .from(attendees)
    .where(gt(attendees.id, after))
    .orderBy(asc(attendees.id))
    .limit(limit)

/** The sealed texts stored in merge records of these people. */
export const mergesOfPeople = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: attendeeMerges.id,
      merge_into: attendeeMerges.merge_into,
      ...mapFields(sealedColumns, (column) => sql<string | null>`before ->> ${sql.raw(`'$.into.${column}'`)}`),
    })
    .from(attendeeMerges)
    .where(sql`merge_into IN ${among(ids)}`)

/** Replaces a sealed text unless it changed in the meantime. `updated` stays, because this is not an edit. */
export const replaceSeal = (db: Db, { id, column, sealed, again }: SealedText) =>
  db
    .update(attendees)
    .set({ [column]: again })
    .where(and(eq(attendees.id, id), eq(attendees[column], sealed)))
/** Replaces a sealed text in a merge record. */
export const replaceMergedSeal = (db: Db, { id, column, sealed, again }: SealedText) => {
  const path = `$.into.${column}`
  return db
    .update(attendeeMerges)
    .set({ before: sql`json_set(before, ${path}, ${again})` })
    .where(sql`${attendeeMerges.id} = ${id} AND before ->> ${path} = ${sealed}`)
}

const objectTables = { files, data_exports: dataExports }
/** The next files or archives by id, with the keys of their objects. */
export const nextObjects = (
  db: Db,
  table: keyof typeof objectTables,
  { after, limit }: { after: string; limit: number },
) => {
  const { id, key_sealed } = objectTables[table]
  return db.select({ id, key_sealed }).from(objectTables[table]).where(gt(id, after)).orderBy(asc(id)).limit(limit)
}
export const replaceObjectSeal = (
  db: Db,
  table: keyof typeof objectTables,
  { id, sealed, again }: Omit<SealedText, 'column'>,
) =>
  db
    .update(objectTables[table])
    .set({ key_sealed: again })
    .where(and(eq(objectTables[table].id, id), eq(objectTables[table].key_sealed, sealed)))

/** The next registrations by id, with their sealed answers, earlier ones included. */
export const nextAnswers = (db: Db, after: string, limit: number) =>
  db
    .select({
      id: registrations.id,
      answers: sql<StoredAnswer[]>`(SELECT json_group_array(json(a.value)) FROM (
        SELECT value FROM json_each(form_response, '$.answers')
        UNION SELECT c.before FROM answer_changes AS c WHERE c.registration_id = registrations.id
        UNION SELECT c.after FROM answer_changes AS c WHERE c.registration_id = registrations.id) AS a
        WHERE a.value ->> '$.sealed' IS NOT NULL)`.mapWith((text: string) => JSON.parse(text) as StoredAnswer[]),
    })
    .from(registrations)
    .where(gt(registrations.id, after))
    .orderBy(asc(registrations.id))
    .limit(limit)
/** Replaces a sealed answer as text, which is safe because a sealed value is unique. */
export const replaceAnswerSeal = (db: Db, { id, sealed, again }: Omit<SealedText, 'column'>) =>
  db
    .update(registrations)
    .set({ form_response: sql`replace(form_response, ${sealed}, ${again})` })
    .where(eq(registrations.id, id))

/** Replaces a sealed answer in the history of a registration. */
export const replaceFormerAnswerSeal = (db: Db, { id, sealed, again }: Omit<SealedText, 'column'>) =>
  db
    .update(answerChanges)
    .set({ before: sql`replace(before, ${sealed}, ${again})`, after: sql`replace(after, ${sealed}, ${again})` })
    .where(eq(answerChanges.registration_id, id))
