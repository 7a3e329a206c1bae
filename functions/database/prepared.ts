import type { Db } from './database.ts'

/** A hot read built once at module level and kept for the binding it was built on. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const kept = new WeakMap<D1Database, Query>()
  return (db) => {
    const known = kept.get(db.$client)
    if (known) return known
    const made = build(db)
    kept.set(db.$client, made)
    return made
  }
}
