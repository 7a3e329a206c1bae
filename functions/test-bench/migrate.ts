import { readdirSync, readFileSync } from 'node:fs'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'

/**
 * Migrates an empty database. `schema` may rewrite a migration's text, for example without a safeguard, for a control.
 */
export async function migrate(db: D1Database, schema: (sql: string) => string = (sql) => sql): Promise<void> {
  const folder = new URL('../platform/database/migrations/', import.meta.url)
  for (const name of readdirSync(folder).sort()) {
    await db.batch(
      statementsOf(schema(readFileSync(new URL(name, folder), 'utf8'))).map((statement) => db.prepare(statement)),
    )
  }
}

const split = new Map<string, string[]>()
/** The statements of a text. A process migrates often, and most texts are the same each time. */
function statementsOf(text: string): string[] {
  const statements = split.get(text) ?? splitSql(text)
  split.set(text, statements)
  return statements
}

/** The statements that write a migrated database's schema; migrations leave no rows in an empty database. */
export async function readSchema(from: D1Database): Promise<string[]> {
  const { results } = await from
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
    )
    .all<{ type: string; name: string; sql: string }>()
  const indexes = results.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => `${name}_`)
  // The tables of a full-text index are created by the index itself.
  return results
    .filter(({ type, name }) => type !== 'table' || !indexes.some((index) => name.startsWith(index)))
    .map(({ sql }) => sql)
}

/** Gives another empty database the schema of a migrated one, in one batch. */
export async function copySchema(from: D1Database, to: D1Database): Promise<void> {
  await to.batch((await readSchema(from)).map((sql) => to.prepare(sql)))
}
