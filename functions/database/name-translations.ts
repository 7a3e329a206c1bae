import { type SQL, sql } from 'drizzle-orm'

/** Of a row's translations those of its name alone: what lists read, which show no other text. */
export const nameTranslations = (table: string): SQL =>
  sql.raw(
    `json_object('language', ${table}.translations ->> '$.language', 'en', json_object('name', ${table}.translations ->> '$.en.name'), 'fr', json_object('name', ${table}.translations ->> '$.fr.name'))`,
  )
