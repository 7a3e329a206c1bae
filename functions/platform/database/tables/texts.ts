import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Markdown of organisations as HTML, by a hash of the text. */
export const renderedTexts = sqliteTable('rendered_texts', {
  hash: text().primaryKey(),
  html: text().notNull(),
  created: integer().notNull(),
})
