import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type Held = { sql: string; params: unknown[] }
type Answer = <Given>(act: () => Given) => Promise<Given>
type Answered = { results: unknown[]; success: true; meta: { changes: number; last_row_id: number } }
export type MemoryD1 = D1Database & {
  /** A new database with a copy of all data. */
  copy: () => MemoryD1
  /** The whole database as a SQLite file. */
  bytes: () => Uint8Array
}

/**
 * The platform's limits of a statement: https://developers.cloudflare.com/d1/platform/limits/ and those of its runtime.
 */
const limits = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  vdbeOp: 25_000,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
}
/** The platform forbids transactions, other files and anything limited to a connection. */
const platformsOwn = /^\s*(?:begin|commit|end|rollback|savepoint|release|attach|detach|vacuum|create\s+temp)/i
const isRead = /^\s*(?:select|with)\b/i
const constraintFailed = 19
const extendedCodes: Record<number, string> = {
  275: 'CHECK',
  787: 'FOREIGNKEY',
  1299: 'NOTNULL',
  1555: 'PRIMARYKEY',
  1811: 'TRIGGER',
  2067: 'UNIQUE',
  3091: 'DATATYPE',
}

/**
 * A D1 in this process: SQLite with the platform's limits and error texts, all-or-nothing batches, and asynchronous
 * calls. Years of scheduler runs take seconds; callers interleave between their batches as on the platform.
 * `memory-d1.test.ts` compares it with the platform's own. Statements that match one of `dropped` do nothing.
 */
export function memoryD1(dropped: readonly RegExp[] = [], begin?: Uint8Array): MemoryD1 {
  const file = new DatabaseSync(':memory:', { limits, enableDoubleQuotedStringLiterals: true } as object)
  if (begin) file.deserialize(begin)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const held = new WeakMap<object, Held>()
  const statementOf = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    if (platformsOwn.test(sql)) throw new Error(`not authorized: ${sql.slice(0, 40)}`)
    const made = file.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  const counts = file.prepare('SELECT total_changes() AS changes, last_insert_rowid() AS last_row_id')
  const counted = () => counts.get() as { changes: number; last_row_id: number }
  const rows = ({ sql, params }: Held, isRaw: boolean): unknown[] => {
    const statement = statementOf(sql)
    statement.setReturnArrays(isRaw)
    if (params.length !== countParameters(sql)) throw new Error('Wrong number of parameter bindings for SQL query.')
    const values = params as SQLInputValue[]
    try {
      return statement.all(...values).map(asAnswered)
    } catch (error) {
      // The platform drops the last digits of integers that are too large.
      if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE' || !isRead.test(sql)) throw error
      statement.setReadBigInts(true)
      return statement.all(...values).map(asAnswered)
    }
  }
  const run = (statement: Held, isRaw = false): Answered => {
    const before = counted()
    const results = dropped.some((each) => each.test(statement.sql)) ? [] : rows(statement, isRaw)
    const after = counted()
    return {
      results,
      success: true,
      meta: { changes: after.changes - before.changes, last_row_id: after.last_row_id },
    }
  }
  const prepare = (sql: string, params: unknown[] = [], answer: Answer = later): D1PreparedStatement => {
    const statement = { sql, params }
    const made = {
      // D1's own statements have this field. Tests that lose some statements read it.
      statement: sql,
      bind: (...values: unknown[]) => prepare(sql, values.map(asStored), answer),
      all: async () => answer(() => run(statement)),
      run: async () => answer(() => run(statement)),
      raw: async () => answer(() => run(statement, true).results),
      first: async (column?: string) =>
        answer(() => {
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
  /** A session begins without a bookmark. After a call its bookmark is the number of writes until then. */
  const session = () => {
    let bookmark: string | null = null
    const noted = <Answer>(act: () => Answer) =>
      later(() => {
        const answer = act()
        bookmark = String(counted().changes).padStart(12, '0')
        return answer
      })
    return {
      prepare: (sql: string) => prepare(sql, [], noted),
      batch: async (statements: D1PreparedStatement[]) => noted(() => batch(statements)),
      getBookmark: () => bookmark,
    }
  }
  return {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => later(() => batch(statements)),
    withSession: session,
    exec: async (sql: string) => later(() => file.exec(sql)),
    copy: () => memoryD1(dropped, file.serialize()),
    bytes: () => file.serialize(),
  } as unknown as MemoryD1
}

// Another caller may run between any two calls. The platform's errors begin with its name and end with SQLite's.
async function later<Answer>(act: () => Answer): Promise<Answer> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  try {
    return act()
  } catch (error) {
    const { message, errcode = 1 } = error as Error & { errcode?: number }
    const extended = extendedCodes[errcode]
    const code = (errcode & 0xff) === constraintFailed ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR'
    throw new Error(`D1_ERROR: ${message}: ${code}${extended ? ` (extended: SQLITE_CONSTRAINT_${extended})` : ''}`)
  }
}

const textsAndComments = /'(?:[^']|'')*'|--[^\n]*/g
const known = new Map<string, number>()

/** The number of parameters of a statement. */
export function countParameters(sql: string): number {
  const counted = known.get(sql)
  if (counted !== undefined) return counted
  const bare = sql.replaceAll(textsAndComments, '')
  const numbered = [...bare.matchAll(/\?(\d+)/g)].map(([, at]) => Number(at))
  const count = Math.max(0, ...numbered) + [...bare.matchAll(/\?(?!\d)/g)].length
  known.set(sql, count)
  return count
}

function asStored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (value === undefined || typeof value === 'bigint' || typeof value === 'function')
    throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`)
  return value
}

/** A row as D1 returns it, with bytes as a list of numbers. */
function asAnswered(row: unknown): unknown {
  const values = row as Record<string, unknown>
  for (const key in values) {
    const value = values[key]
    if (value instanceof Uint8Array) values[key] = [...value]
    else if (typeof value === 'bigint') values[key] = Number(value)
  }
  return row
}
