import { eq, sql } from 'drizzle-orm'
import type { Db, Statement } from './database/database.ts'
import { renderedTexts } from './database/tables.ts'

export type RenderedText = typeof renderedTexts.$inferInsert

/** The stored HTML of a text, if it was rendered before. */
export const renderedText = (db: Db, hash: string) =>
  db.select({ html: renderedTexts.html }).from(renderedTexts).where(eq(renderedTexts.hash, hash))

/** Stores the HTML of a text, or resets the age of an existing row. */
export const keepRenderedText = (db: Db, row: RenderedText): Statement =>
  db
    .insert(renderedTexts)
    .values(row)
    .onConflictDoUpdate({
      target: renderedTexts.hash,
      set: { html: sql`excluded.html`, created: sql`excluded.created` },
    })
