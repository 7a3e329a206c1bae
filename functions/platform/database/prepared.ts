import { fillPlaceholders } from 'drizzle-orm'
import type { Db, Statement } from './database.ts'
import { withOwnReader } from './row-reader.ts'

/** A hot read built once at module level and kept for the binding it was built on. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const ofShape = preparedByShape((db, _shape: null) => build(db))
  return (db) => ofShape(db, null)
}

/** A hot read of a few shapes (which filters there are, which order), each built once. What differs between two calls of one shape is a placeholder. */
export function preparedByShape<Shape, Query>(build: (db: Db, shape: Shape) => Query): (db: Db, shape: Shape) => Query {
  const kept = new WeakMap<D1Database, Map<string, Query>>()
  return (db, shape) => {
    const queries = kept.get(db.$client) ?? new Map<string, Query>()
    kept.set(db.$client, queries)
    const name = JSON.stringify(shape)
    const made = queries.get(name) ?? withOwnReader(build(db, shape))
    queries.set(name, made)
    return made
  }
}

type Prepared<Rows> = { execute: (values?: Record<string, unknown>) => PromiseLike<Rows> }
/** What drizzle's batch asks of a statement: the bound one, its text, and how its rows are read. */
type Inner = {
  stmt: D1PreparedStatement
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (result: unknown, isFromBatch?: boolean) => unknown
}

/** A read built once, with the values of this call, to stand in a batch: drizzle itself batches only queries it has just built. */
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
