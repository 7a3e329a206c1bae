import { dayMs } from '../../contract/limits.ts'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../platform/actor.ts'
import { makeContext } from '../../platform/make-context.ts'
import { sentDays, sessionDays, supportDays } from '../../contract/records/privacy.ts'
import * as tables from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, unique } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { openShop } from '../../test-bench/shop.ts'
import { removeOverdue, rowsOfPiece } from './remove-overdue.ts'
import { keptWith, retentionTable } from './retention-table.ts'

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

describe('the retention table', () => {
  it('every table has a retention time or an owner', () => {
    const all = Object.values(tables).filter((each) => is(each, SQLiteTable))
    const said = [...new Set([...retentionTable.map(({ table }) => table), ...Object.values(keptWith).flat()])]
    expect(said.sort()).toEqual(all.map((table) => getTableName(table as SQLiteTable)).sort())
  })

  /** The retention times in days that the privacy page names. */
  it.each([
    [1, ['attempts', 'email_codes', 'authorization_codes', 'passkey_challenges']],
    [7, ['recoveries']],
    [sentDays, ['mailbox']],
    [sessionDays, ['sessions']],
    [365, ['health_reads', 'notifications']],
    [supportDays, ['support_reports']],
  ])('the retention is %i days for the tables %j', (days, kept) =>
    expect(retentionTable.filter(({ table }) => kept.includes(table)).map((rule) => rule.days)).toEqual(
      kept.map(() => days),
    ),
  )
})

/** Writes one row of each kind whose retention began at a given time. `mark` identifies the row. */
const plants: Record<string, (row: { mark: string; at: number; owner: Owner }) => Promise<Planted> | Planted> = {
  'outbox, it was done': ({ mark, at }) => [
    'ref',
    { kind: 'order.paid', ref: mark, dedupe: mark, due_at: at, done_at: at },
  ],
  'outbox, it was given up': ({ mark, at }) => [
    'ref',
    { kind: 'order.paid', ref: mark, dedupe: mark, due_at: at, dead_at: at },
  ],
  'mailbox, it was written': ({ mark, at }) => [
    'dedupe',
    { dedupe: mark, recipient: 'a@example.com', sender: 'b@example.com', subject: '', text: '', html: '', created: at },
  ],
  'idempotency_keys, it was first sent': ({ mark, at }) => [
    'key',
    { scope: 'test', key: mark, fingerprint: 'f', created: at },
  ],
  'rendered_texts, it was made': ({ mark, at }) => ['hash', { hash: mark, html: '', created: at }],
  'unproven_holds, it was made': ({ mark, at }) => ['network', { registration_id: mark, network: mark, created: at }],
  'attempts, it was made': ({ mark, at }) => ['scope', { scope: mark, window_starts_at: at, n: 1 }],
  'email_codes, it was made': ({ mark, at, owner: { user_id } }) => [
    'id',
    { id: mark, user_id, email: 'a@example.com', code_sealed: 'x', language: 'en', created: at, expires_at: at },
  ],
  'confirmed_devices, it was confirmed': ({ mark, at, owner: { user_id } }) => [
    'device_id',
    { user_id, device_id: mark, confirmed_at: at },
  ],
  'authorization_codes, it ran out': async ({ mark, at, owner: { user_id } }) => [
    'hash',
    {
      ...{ hash: mark, client_id: 'c', redirect_uri: 'https://a.example', code_challenge: 'x', user_id },
      ...{ allowed_in: await sessionOf(user_id, at), created: at, expires_at: at },
    },
  ],
  'passkey_challenges, it ran out': ({ mark, at }) => ['hash', { hash: mark, created: at, expires_at: at }],
  'passkeys, it was removed': ({ mark, at, owner: { user_id } }) => [
    'id',
    { id: mark, user_id, credential_id: mark, public_key: 'x', name: 'Phone', created: at, removed_at: at },
  ],
  'refresh_tokens, it ran out': async ({ mark, at, owner: { user_id } }) => [
    'hash',
    { hash: mark, session_id: await sessionOf(user_id, at), issued_at: at, expires_at: at },
  ],
  'sessions, it ended or ran out': ({ mark, at, owner: { user_id } }) => [
    'id',
    { id: mark, user_id, created: at, expires_at: at },
  ],
  'recoveries, it was made': ({ mark, at, owner: { user_id, program_id } }) => [
    'id',
    { id: mark, user_id, program_id, email: 'a@example.com', created: at, expires_at: at },
  ],
  'health_reads, it was read': ({ mark, at, owner: { attendee_id } }) => [
    'customer_id',
    { attendee_id, customer_id: mark, at },
  ],
  'provider_events, it came': ({ mark, at }) => [
    'id',
    { id: mark, provider: 'sandbox', kind: 'other', provider_ref: 'x', created: at, received: at },
  ],
  'insight_events, it happened': ({ mark, at }) => ['url', { type: 'login', url: mark, props: '{}', created: at }],
  'notifications, it was shown': ({ mark, at, owner: { user_id } }) => [
    'id',
    { id: mark, user_id, reason: 'order_paid', dedupe: mark, created: at },
  ],
  'support_reports, something last happened to it': ({ mark, at }) => [
    'id',
    {
      ...{ id: mark, number: 1_000_000 + at, status: 'closed', type: 'question', issue_type: 'other' },
      ...{ is_for_program: 0, reporter_name: 'A', reporter_email: mark, email_key: mark, summary: 'a' },
      ...{ description: 'b', language: 'en', created: at, updated: at },
    },
  ],
  'status_history, it happened, if it is on no receipt and not the last word': async ({ mark, at }) => {
    const step = { object: 'event', object_id: mark, to_status: 'x', actor_type: 'system', at }
    // The last step of a history stays. Another column identifies the step that is removed.
    await insert('status_history', { ...step, step: 1 })
    return ['reason', { ...step, step: 0, reason: mark }]
  },
}
type Owner = { user_id: string; program_id: string; attendee_id: string }
type Row = Record<string, string | number>
type Planted = [column: string, row: Row]

const insert = async (table: string, row: Row) =>
  write(
    `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, index) => `?${index + 1}`)})`,
    ...Object.values(row),
  )
/** A live session, for rows that refer to a session. */
async function sessionOf(user_id: string, at: number): Promise<string> {
  const id = `ses_${unique()}`
  await insert('sessions', { id, user_id, created: at, expires_at: 9e15 })
  return id
}

describe('the scheduled removal of rows', () => {
  it('the test creates one row for every entry of the retention table', () =>
    expect(Object.keys(plants).sort()).toEqual(retentionTable.map(({ table, since }) => `${table}, ${since}`).sort()))

  let owner: Owner
  beforeAll(async () => {
    const program_id = await makeProgram(bench)
    const person = await makeCustomer(bench)
    const { attendee_id } = await makeAttendee(bench, person, { programId: program_id })
    owner = { user_id: person.identity.user_id, program_id, attendee_id }
  })

  it.each(retentionTable)('a row of $table is removed $days days after $since', async (rule) => {
    const mark = `retention:${unique()}`
    const planted = await plants[`${rule.table}, ${rule.since}`]?.({ mark, at: bench.now(), owner })
    if (!planted) throw new Error(`no row of ${rule.table}`)
    await insert(rule.table, planted[1])
    await clockRuns(rule.days)
    expect(await has(rule.table, planted[0], mark)).toBe(1)
    await clockRuns(rule.days + 0.01)
    expect(await has(rule.table, planted[0], mark)).toBe(0)
  })

  it('a waiting outbox row is kept however old it is', async () => {
    const mark = `retention:${unique()}`
    // The row is due in some years, so that no other test delivers it.
    await write("INSERT INTO outbox (kind, ref, dedupe, due_at) VALUES ('order.paid', ?1, ?1, ?2)", mark, 9e15)
    await clockRuns(4000)
    expect(await has('outbox', 'ref', mark)).toBe(1)
    await write('DELETE FROM outbox WHERE ref = ?1', mark)
  })

  it('a session is removed 30 days after its log-out', async () => {
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
    // The token of the session expired a week earlier.
    await clockRuns(38)
    expect(await sessionOf(leftUser)).toBe(0)
    expect(await sessionOf(staysUser)).toBeGreaterThan(0)
  })

  it('the history of an order is kept as long as its receipt', async () => {
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

  it('a run that finds too many rows leaves the remaining ones to the next run', async () => {
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
