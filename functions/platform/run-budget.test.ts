import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bindings } from './context.ts'
import { countStatements } from './database/count-statements.ts'
import { deliverOutbox } from '../deliver-outbox.ts'
import { openBudget } from './run-budget.ts'
import { runScheduled } from '../scheduled.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { unique } from '../test-bench/people.ts'
import { openShop } from '../test-bench/shop.ts'

/** The platform rejects the 1,001st statement of an invocation, so a run must stay well below. */
const maxStatements = 800

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

/** The number of statements that an invocation sends, counted independently of the run's own counter. */
async function statementsOf(invocation: (env: Bindings) => Promise<unknown>): Promise<number> {
  const { binding, count } = countStatements(bench.bareDb)
  const { OUTBOX_STATEMENTS: _, ...env } = bench.env
  await invocation({ ...env, DB: binding, OPERATOR_EMAIL: 'operator@muster.example' })
  return count()
}
const deliver = async (env: Bindings) => deliverOutbox(openBudget(env, 600_000))

describe('the statement limit of one run', () => {
  it('a run of the outbox sends at most 800 statements', async () => {
    const mark = `budget:${unique()}`
    const count = 500
    await bench.bareDb
      .prepare(
        `INSERT INTO outbox (kind, ref, dedupe, body, priority, due_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        SELECT 'site.needs_attention', ?1, 'site.needs_attention:' || ?1 || i, '{"words":"A test.","facts":{}}', 1, ?3 FROM n`,
      )
      .bind(mark, count, bench.now())
      .run()
    const left = async () =>
      (await bench.bareDb
        .prepare('SELECT count(*) AS n FROM outbox WHERE ref = ? AND done_at IS NULL')
        .bind(mark)
        .first<number>('n')) ?? 0
    const first = await statementsOf(deliver)
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(maxStatements)
    for (let runs = 0; runs < 20 && (await left()) > 0; runs += 1)
      expect(await statementsOf(deliver)).toBeLessThanOrEqual(maxStatements)
    expect(await left()).toBe(0)
  })

  it('a run of the scheduler sends at most 800 statements', async () => {
    const shop = await openShop(bench, { event: { options: [{ spots: 100 }] } })
    const person = await shop.customer()
    const orders: string[] = []
    for (let n = 0; n < 60; n += 1) orders.push((await shop.cart(person)).order_id)
    const ids = JSON.stringify(orders)
    await bench.bareDb
      .prepare("UPDATE orders SET status = 'pending' WHERE id IN (SELECT value FROM json_each(?))")
      .bind(ids)
      .run()
    bench.pass(16 * 60_000)
    const open = async () =>
      (await bench.bareDb
        .prepare("SELECT count(*) AS n FROM orders WHERE status = 'pending' AND id IN (SELECT value FROM json_each(?))")
        .bind(ids)
        .first<number>('n')) ?? 0
    const counts: number[] = []
    for (let minute = 0; minute < 15 && (await open()) > 0; minute += 1) {
      counts.push(await statementsOf(runScheduled))
      bench.pass(60_000)
    }
    console.log(`  statements of each minute while 60 orders run out: ${counts.join(', ')}`)
    expect(Math.max(...counts)).toBeLessThanOrEqual(maxStatements)
    expect(await open()).toBe(0)
  })

  it('a scheduled task stops when its share of the statements is used up', () => {
    const scheduled = readFileSync('functions/scheduled.ts', 'utf8')
    const files = [...scheduled.matchAll(/from '(\.\/[a-z-]+\/[a-z/-]+\.ts)'/g)].map(([, path = '']) =>
      join('functions', path),
    )
    expect(files.length).toBeGreaterThan(10)
    const unbounded = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/for \((?:const|let) [^\n]* of await [^\n]*/g)]
        .filter(([line]) => !line.includes('withinBudget('))
        .map(([line]) => `${file} in ${dirname(file)}: ${line}`),
    )
    // Each of these tasks continues where it stopped, so it checks its budget itself.
    expect(unbounded.filter((line) => !line.startsWith('functions/contact/feedback/issue-feedback.ts'))).toEqual([])
  })
})
