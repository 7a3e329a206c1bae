import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { system } from '../actor.ts'
import { makeContext } from '../context.ts'
import * as tables from '../database/tables.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { unique } from '../test-bench/people.ts'
import { openShop } from '../test-bench/shop.ts'
import { removeOverdue, rowsOfPiece } from './remove-overdue.ts'
import { keptWith, retentionTable } from './retention-table.ts'

const dayMs = 86_400_000
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const clockRuns = async (daysFromNow = 0) =>
  removeOverdue(
    makeContext({ env: bench.env, now: bench.now() + daysFromNow * dayMs, requestId: unique(), actor: system }),
  )
const write = async (sql: string, ...values: (string | number)[]) =>
  bench.bareDb
    .prepare(sql)
    .bind(...values)
    .run()
const has = async (table: string, column: string, value: string) =>
  (await bench.bareDb
    .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
    .bind(value)
    .first<number>('n')) ?? 0

describe('the table of what is kept how long', () => {
  it('says of every table of the schema how long its rows are kept, or what they are kept with', () => {
    const all = Object.values(tables).filter((each) => is(each, SQLiteTable))
    const said = [...new Set([...retentionTable.map(({ table }) => table), ...Object.values(keptWith).flat()])]
    expect(said.sort()).toEqual(all.map((table) => getTableName(table as SQLiteTable)).sort())
  })
})

describe('the clock', () => {
  /** A row of each kind whose time began at a moment, known by its mark. */
  const plant: Record<string, (mark: string, at: number) => Promise<unknown>> = {
    'outbox, it was done': async (mark, at) =>
      write("INSERT INTO outbox (kind, ref, dedupe, due_at, done_at) VALUES ('order.paid', ?1, ?1, ?2, ?2)", mark, at),
    'outbox, it was given up': async (mark, at) =>
      write("INSERT INTO outbox (kind, ref, dedupe, due_at, dead_at) VALUES ('order.paid', ?1, ?1, ?2, ?2)", mark, at),
    'mailbox, it was written': async (mark, at) =>
      write(
        "INSERT INTO mailbox (dedupe, recipient, sender, subject, text, html, created) VALUES (?1, 'a@example.com', 'b@example.com', '', '', '', ?2)",
        mark,
        at,
      ),
    'idempotency_keys, it was first sent': async (mark, at) =>
      write("INSERT INTO idempotency_keys (scope, key, fingerprint, created) VALUES ('test', ?1, 'f', ?2)", mark, at),
    'support_reports, something last happened to it': async (mark, at) =>
      write(
        `INSERT INTO support_reports (id, number, status, type, issue_type, is_for_program, reporter_name, reporter_email, email_key, summary, description, language, created, updated)
        VALUES (?1, (SELECT 1 + coalesce(max(number), 0) FROM support_reports), 'closed', 'question', 'other', 0, 'A', ?1, ?1, 'a', 'b', 'en', ?2, ?2)`,
        mark,
        at,
      ),
  }
  const columns: Record<string, string> = {
    outbox: 'ref',
    mailbox: 'dedupe',
    idempotency_keys: 'key',
    support_reports: 'id',
  }

  it.each(Object.keys(plant))('removes a row of %s when its days are over, and none before', async (name) => {
    const rule = retentionTable.find(({ table, since }) => `${table}, ${since}` === name)
    if (!rule) throw new Error(`${name} is not in the table`)
    const mark = `retention:${unique()}`
    await plant[name]?.(mark, bench.now())
    await clockRuns(rule.days)
    expect(await has(rule.table, columns[rule.table] ?? '', mark)).toBe(1)
    await clockRuns(rule.days + 0.01)
    expect(await has(rule.table, columns[rule.table] ?? '', mark)).toBe(0)
  })

  it('leaves a row of the outbox that still waits, however old it is', async () => {
    const mark = `retention:${unique()}`
    // Not due for years: no other test delivers it.
    await write("INSERT INTO outbox (kind, ref, dedupe, due_at) VALUES ('order.paid', ?1, ?1, ?2)", mark, 9e15)
    await clockRuns(4000)
    expect(await has('outbox', 'ref', mark)).toBe(1)
    await write('DELETE FROM outbox WHERE ref = ?1', mark)
  })

  it('removes a session 30 days after its log-out, with its tokens, and one that lives on stays', async () => {
    const shop = await openShop(bench)
    const [left, stays] = [await shop.customer(), await shop.customer()]
    const sessionOf = async (user_id: string) =>
      (await bench.bareDb
        .prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ?')
        .bind(user_id)
        .first<number>('n')) ?? 0
    const userOf = async (customer_id: string) =>
      (await bench.bareDb
        .prepare('SELECT user_id FROM customers WHERE id = ?')
        .bind(customer_id)
        .first<string>('user_id')) ?? ''
    const [leftUser, staysUser] = [await userOf(left.identity.customer_id), await userOf(stays.identity.customer_id)]
    const before = await sessionOf(leftUser)
    expect(before).toBeGreaterThan(0)
    await write(
      'UPDATE sessions SET ended_at = ?1, ended_because = ?2 WHERE user_id = ?3',
      bench.now(),
      'logged_out',
      leftUser,
    )
    await clockRuns(29)
    expect(await sessionOf(leftUser)).toBe(before)
    // Its token ran out a week ago by then.
    await clockRuns(38)
    expect(await sessionOf(leftUser)).toBe(0)
    expect(await sessionOf(staysUser)).toBeGreaterThan(0)
  })

  it('keeps the history of an order with its receipt, and of anything else the last step for good', async () => {
    const [order, event] = [`ord_${unique()}`, `evt_${unique()}`]
    for (const step of [0, 1, 2])
      for (const [object, id] of [
        ['order', order],
        ['event', event],
      ] as const)
        await write(
          "INSERT INTO status_history (object, object_id, step, to_status, actor_type, at) VALUES (?1, ?2, ?3, 'x', 'system', ?4)",
          object,
          id,
          step,
          bench.now(),
        )
    const stepsOf = async (id: string) =>
      (
        await bench.bareDb
          .prepare('SELECT step FROM status_history WHERE object_id = ? ORDER BY step')
          .bind(id)
          .all<{ step: number }>()
      ).results.map(({ step }) => step)
    await clockRuns(7 * 365)
    expect(await stepsOf(event)).toEqual([0, 1, 2])
    await clockRuns(7 * 366)
    expect(await stepsOf(event)).toEqual([2])
    expect(await stepsOf(order)).toEqual([0, 1, 2])
    await write('DELETE FROM status_history WHERE object_id IN (?1, ?2)', order, event)
  })

  it('works through more than a piece in one minute, and leaves the rest to the next', async () => {
    const mark = `retention:${unique()}`
    const count = rowsOfPiece * 2 + 50
    await write(
      `INSERT INTO outbox (kind, ref, dedupe, due_at, done_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3) SELECT 'order.paid', ?1, ?1 || i, ?2, ?2 FROM n`,
      mark,
      bench.now() - 31 * dayMs,
      count,
    )
    expect(await has('outbox', 'ref', mark)).toBe(count)
    await clockRuns()
    expect(await has('outbox', 'ref', mark)).toBe(0)
  })
})
