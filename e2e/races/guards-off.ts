import type { Disturbance } from '../proofs/proof-site.ts'

/**
 * Switches guards off: the guard after a change, and the unique history key that makes one of two concurrent requests
 * fail. A request then reads first, and writes after a pause.
 */
export const guardsOff: Disturbance = {
  drop: ['^INSERT INTO guard', '^insert into "status_history"'],
  pauseWritesMs: 1000,
}

/** Disables a named CHECK of the schema: it still exists and is always true. */
export const withoutCheck =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(
      new RegExp(`CONSTRAINT ${name} CHECK \\((?:[^()]|\\([^()]*\\))*\\)`, 'g'),
      `CONSTRAINT ${name} CHECK (1)`,
    )

/** Removes the UNIQUE of a column from the schema. `after` is the text before it. */
export const withoutUnique =
  (column: string) =>
  (sql: string): string =>
    sql.replaceAll(`${column} UNIQUE`, column)

/** Disables a trigger of the schema: its name still exists, and it never fires. */
export const withoutTrigger =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(new RegExp(`(CREATE TRIGGER ${name} [^\\n]*)\\s+WHEN [\\s\\S]*?\\nBEGIN`, 'g'), '$1 WHEN 0\nBEGIN')

/** Turns a unique index of the schema into an ordinary one. */
export const withoutUniqueIndex =
  (name: string) =>
  (sql: string): string =>
    sql.replaceAll(`CREATE UNIQUE INDEX ${name} `, `CREATE INDEX ${name} `)

/** Removes all guards of the times that appointments take. */
export const withoutTimes = (sql: string): string =>
  ['slot_added', 'slot_changed', 'slot_counted', 'slot_counted_again'].reduce(
    (text, name) => withoutTrigger(name)(text),
    withoutUniqueIndex('slot_taken_once')(sql),
  )
