import { fillPlaceholders } from 'drizzle-orm'
import type { Db, Statement } from './database.ts'
import { clientProgramOf } from './client-program.ts'
import { withOwnReader } from './row-reader.ts'

/** A frequent query, built once per binding. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const ofShape = preparedByShape((db, _shape: null) => build(db))
  return (db) => ofShape(db, null)
}

/**
 * A frequent query with few shapes (its filters and order), each built once. Values that vary between calls of one
 * shape are placeholders.
 */
export function preparedByShape<Shape, Query>(build: (db: Db, shape: Shape) => Query): (db: Db, shape: Shape) => Query {
  const kept = new WeakMap<D1Database | Db, Map<string, Query>>()
  return (db, shape) => {
    // A query for a client's request has the client's program in it.
    const owner = clientProgramOf(db) === null ? db.$client : db
    const queries = kept.get(owner) ?? new Map<string, Query>()
    kept.set(owner, queries)
    const name = JSON.stringify(shape)
    const made = queries.get(name) ?? withOwnReader(build(db, shape))
    queries.set(name, made)
    return made
  }
}

type Prepared<Rows> = { execute: (values?: Record<string, unknown>) => PromiseLike<Rows> }
/** The part of drizzle's query that a batch uses: the bound statement, its text, and how its rows are mapped. */
type Inner = {
  stmt: D1PreparedStatement
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (result: unknown, isFromBatch?: boolean) => unknown
}

/**
 * A prepared query with the values of this call, for use in a batch: drizzle itself batches only newly built queries.
 */
export function withValues<Rows>(
  query: Prepared<Rows>,
  values: Record<string, unknown>,
): Statement & PromiseLike<Rows> {
  const { stmt, getQuery, mapResult } = query as unknown as Inner
  const { sql, params } = getQuery.call(query)
  const filled = {
    stmt,
    getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
    mapResult: mapResult.bind(query),
  }
  return {
    _prepare: () => filled,
    // biome-ignore lint/suspicious/noThenProperty: drizzle's own statements are awaited as well as batched.
    then: (...then: Parameters<PromiseLike<Rows>['then']>) => query.execute(values).then(...then),
  } as unknown as Statement & PromiseLike<Rows>
}
