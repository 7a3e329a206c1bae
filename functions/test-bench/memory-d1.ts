import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type Held = { sql: string; params: unknown[] }

/**
 * A D1 in this process: the same SQLite, a batch all or nothing, every call an answer later. Years of a clock take seconds in
 * it; callers meet between their batches as they do at the platform. Statements that match one of `dropped` do nothing.
 */
export function memoryD1(dropped: readonly RegExp[] = []): D1Database {
  const file = new DatabaseSync(':memory:')
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const held = new WeakMap<object, Held>()
  const statementOf = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const made = file.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  const run = ({ sql, params }: Held, isRaw = false) => {
    if (dropped.some((each) => each.test(sql))) return { results: [], success: true as const, meta: {} }
    const statement = statementOf(sql)
    statement.setReturnArrays(isRaw)
    const results = statement.all(...(params.map(asStored) as SQLInputValue[]))
    return { results, success: true as const, meta: { changes: 0, rows_read: 0, rows_written: 0 } }
  }
  const wrap = (statement: Held): D1PreparedStatement => {
    const made = {
      statement: statement.sql,
      bind: (...params: unknown[]) => wrap({ sql: statement.sql, params }),
      all: async () => later(() => run(statement)),
      run: async () => later(() => run(statement)),
      raw: async () => later(() => run(statement, true).results),
      first: async (column?: string) =>
        later(() => {
          const row = run(statement).results[0] as Record<string, unknown> | undefined
          return row === undefined ? null : column === undefined ? row : row[column]
        }),
    }
    held.set(made, statement)
    return made as unknown as D1PreparedStatement
  }
  const batch = (statements: D1PreparedStatement[]) => {
    file.exec('BEGIN IMMEDIATE')
    try {
      const results = statements.map((each) => run(held.get(each) as Held))
      file.exec('COMMIT')
      return results
    } catch (error) {
      if (file.isTransaction) file.exec('ROLLBACK')
      throw error
    }
  }
  const session = {
    prepare: (sql: string) => wrap({ sql, params: [] }),
    batch: async (statements: D1PreparedStatement[]) => later(() => batch(statements)),
    getBookmark: () => null,
  }
  return {
    ...session,
    withSession: () => session,
    exec: async (sql: string) => later(() => file.exec(sql)),
  } as unknown as D1Database
}

// Another caller may come between any two calls. The platform's errors begin with its name.
async function later<Answer>(act: () => Answer): Promise<Answer> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  try {
    return act()
  } catch (error) {
    throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const asStored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
