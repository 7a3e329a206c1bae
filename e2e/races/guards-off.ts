import type { Disturbance } from '../proofs/proof-site.ts'

/** Read first, then write, with a gap between: no guard after a change, no key of history that lets one of two rivals win. */
export const guardsOff: Disturbance = {
  drop: ['^INSERT INTO guard', '^insert into "status_history"'],
  pauseWritesMs: 1500,
}

/** Takes a named CHECK out of the schema: the rule is still there by name, and always holds. */
export const withoutCheck =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(
      new RegExp(`CONSTRAINT ${name} CHECK \\((?:[^()]|\\([^()]*\\))*\\)`, 'g'),
      `CONSTRAINT ${name} CHECK (1)`,
    )

/** Takes the UNIQUE of a column out of the schema, named by what stands before it. */
export const withoutUnique =
  (column: string) =>
  (sql: string): string =>
    sql.replaceAll(`${column} UNIQUE`, column)

/** Switches a trigger of the schema off: it is still there by name, and never fires. */
export const withoutTrigger =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(new RegExp(`(CREATE TRIGGER ${name} [^\\n]*)\\s+WHEN [\\s\\S]*?\\nBEGIN`, 'g'), '$1 WHEN 0\nBEGIN')

/** Makes a unique index of the schema an ordinary one. */
export const withoutUniqueIndex =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(`CREATE UNIQUE INDEX ${name} `, `CREATE INDEX ${name} `)
