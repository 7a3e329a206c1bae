// The tables of uploads of customers, and of their uses.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { StoredFile } from '../../../contract/file.ts'
import type { FileAccess, FilePurpose } from '../../../contract/upload-limits.ts'

export const files = sqliteTable('files', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  purpose: text().$type<FilePurpose>().notNull(),
  status: text().$type<'pending' | 'stored' | 'deleted'>().notNull(),
  name: text().notNull(),
  content_type: text().$type<StoredFile['content_type']>().notNull(),
  size: integer().notNull(),
  width: integer(),
  height: integer(),
  storage_key: text().notNull(),
  num_uses: integer().notNull().default(0),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The sealed key of the file's object; null for an object that is not encrypted. */
  key_sealed: text(),
  access: text().$type<FileAccess>().notNull().default('private'),
})

export const fileUses = sqliteTable(
  'file_uses',
  {
    file_id: text().notNull(),
    kind: text().$type<'registration' | 'user' | 'attendee'>().notNull(),
    owner_id: text().notNull(),
    created: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.file_id, table.kind, table.owner_id] })],
)

/** Uploaded pictures of a program, which belong to it and not to the person who sent them. */
export const programPictures = sqliteTable('program_pictures', {
  id: text().primaryKey(),
  /** Null after the program was deleted. */
  program_id: text(),
  status: text().$type<'pending' | 'stored' | 'deleted'>().notNull(),
  size: integer().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  created: integer().notNull(),
  /** When its use was last checked. */
  updated: integer().notNull(),
})
