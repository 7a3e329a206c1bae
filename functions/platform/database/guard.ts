import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from './database.ts'

/** Reasons for which a guard statement may abort a batch. constraint-errors.ts maps each to its API error. */
export type GuardReason =
  | 'state'
  | 'session'
  | 'staff'
  | 'account'
  | 'quote'
  | 'held_places'
  | 'unproven_places'
  | 'unpaid_orders'
  | 'offline_places'
  | 'hold_expired'
  | 'payment_in_progress'
  | 'refund_done'
  | 'idempotency'
  | 'code_limit'
  | 'future_registrations'
  | 'visit_used_again'

/**
 * Statement that must directly follow a conditional write: it aborts the whole batch unless that write changed exactly
 * one row.
 */
export function guard(db: Db, why: GuardReason): Statement {
  return db.run(sql.raw(`INSERT INTO guard (ok, why) SELECT changes() = 1, '${why}'`))
}

/**
 * Statement that aborts the batch unless `condition` holds when it runs. The condition must not have bound parameters,
 * because raw SQL inside a batch cannot bind: build it with `literal`.
 */
export function guardThat(db: Db, condition: SQL, why: GuardReason): Statement {
  return db.run(sql`INSERT INTO guard (ok, why) SELECT (${condition}), ${literal(why)}`)
}

/** A value inlined in SQL text: only ids, statuses and integers; throws for anything else. */
export function literal(value: string | number): SQL {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('literal: not an integer')
    return sql.raw(String(value))
  }
  if (!/^[A-Za-z0-9_.:-]{0,200}$/.test(value)) throw new Error('literal: not an id')
  return sql.raw(`'${value}'`)
}
