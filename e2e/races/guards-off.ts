import type { Disturbance } from '../proofs/proof-site.ts'

/**
 * Read first, then write, with a gap between: without the guard after a change, and without the history key that makes one of two
 * rivals fail.
 */
export const guardsOff: Disturbance = {
  drop: ['^INSERT INTO guard', '^insert into "status_history"'],
  pauseWritesMs: 1500,
}

/** Disables a named CHECK of the schema: it is still there, and always true. */
export const withoutCheck =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(
      new RegExp(`CONSTRAINT ${name} CHECK \\((?:[^()]|\\([^()]*\\))*\\)`, 'g'),
      `CONSTRAINT ${name} CHECK (1)`,
    )

/** Removes the UNIQUE of a column from the schema, identified by the text before it. */
export const withoutUnique =
  (column: string) =>
  (sql: string): string =>
    sql.replaceAll(`${column} UNIQUE`, column)

/** Disables a trigger of the schema: it is still there by name, and never fires. */
export const withoutTrigger =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(new RegExp(`(CREATE TRIGGER ${name} [^\\n]*)\\s+WHEN [\\s\\S]*?\\nBEGIN`, 'g'), '$1 WHEN 0\nBEGIN')

/** Makes a unique index of the schema an ordinary one. */
export const withoutUniqueIndex =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(`CREATE UNIQUE INDEX ${name} `, `CREATE INDEX ${name} `)
