import { among } from '../../../platform/database/json-lists.ts'
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { attachments } from '../../../platform/database/tables.ts'
import { upsert } from './upsert-rows.ts'

/** Statements that replace the files of these events or appointment types. */
export function putAttachments(
  db: Db,
  owner: 'event_id' | 'appointment_type_id',
  ownerIds: string[],
  rows: (typeof attachments.$inferInsert)[],
): Statement[] {
  const isGone = sql`${attachments[owner]} IN ${among(ownerIds)} AND ${attachments.id} NOT IN ${among(rows.map(({ id }) => id))}`
  return [
    db.delete(attachments).where(isGone),
    ...upsert(db, attachments, rows, { at: [attachments[owner], attachments.key] }),
  ]
}
