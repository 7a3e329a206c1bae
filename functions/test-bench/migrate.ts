import { readdirSync, readFileSync } from 'node:fs'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'

/** Brings an empty database to the newest migration; `schema` may rewrite the text of one (a guard taken out for a control). */
export async function migrate(db: D1Database, schema: (sql: string) => string = (sql) => sql): Promise<void> {
  const folder = new URL('../database/migrations/', import.meta.url)
  for (const name of readdirSync(folder).sort()) {
    await db.batch(
      splitSql(schema(readFileSync(new URL(name, folder), 'utf8'))).map((statement) => db.prepare(statement)),
    )
  }
}
