import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { giveColumnsOwnNames } from './own-column-names.ts'
import { retryingReads } from './retrying-reads.ts'

export type Db = DrizzleD1Database<Record<string, never>> & { $client: D1Database }
/** One statement of a batch: a built drizzle query that has not run. */
export type Statement = BatchItem<'sqlite'>
/** An id, or a subquery that finds it. */
export type IdOrLookup = string | SQL
/** One id, or several. */
export type Ids = IdOrLookup | readonly string[]

const kept = new WeakMap<D1Database, Db>()

/** The query builder of a binding; cached per binding. */
export function database(binding: D1Database): Db {
  const cached = kept.get(binding)
  if (cached) return cached
  const made = drizzle(retryingReads(binding)) as Db
  giveColumnsOwnNames((made as unknown as { dialect: unknown }).dialect)
  kept.set(binding, made)
  return made
}
