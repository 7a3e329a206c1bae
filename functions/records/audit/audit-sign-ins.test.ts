import { beforeAll, describe, expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { auditSignIns } from './audit-sign-ins.ts'

let bench: Bench
const hour = 3_600_000
const makeAttempts = async (count: number, at: number) =>
  void (await bench.bareDb
    .prepare(
      `INSERT INTO attempts (scope, window_starts_at, n) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT 'login:account' || (i / 5), ?2 + i, 1 FROM n`,
    )
    .bind(count, at)
    .run())
const alerts = async () =>
  (
    await bench.bareDb
      .prepare(`SELECT count(*) AS found FROM outbox WHERE ref LIKE 'sign-ins:%'`)
      .first<{ found: number }>()
  )?.found
// The suite has a year of its own, without the attempts of other suites.
const start = Date.UTC(2041, 0, 1, 12)
const audit = async (now: number) => auditSignIns(makeContext({ env: bench.env, now }))

describe('A-04: wrong log-in attempts over all accounts', () => {
  beforeAll(async () => {
    bench = await openBench()
    bench.env.OPERATOR_EMAIL = 'operator@example.com'
    return async () => {
      bench.env.OPERATOR_EMAIL = ''
      await bench.bareDb
        .prepare('DELETE FROM attempts WHERE window_starts_at >= ?1')
        .bind(start - hour)
        .run()
    }
  })

  it('few or old wrong attempts raise no alert', async () => {
    await makeAttempts(500, start)
    await makeAttempts(400, start - 20 * 60_000)
    await audit(start + 1000)
    expect(await alerts()).toBe(0)
  })

  it('more than five hundred wrong attempts in a quarter of an hour raise one alert an hour', async () => {
    await bench.bareDb
      .prepare(`INSERT INTO attempts (scope, window_starts_at, n) VALUES ('login:one-more', ?1, 1)`)
      .bind(start + 2000)
      .run()
    for (const minute of [1, 2, 14]) await audit(start + minute * 60_000)
    expect(await alerts()).toBe(1)
    await makeAttempts(501, start + hour)
    await audit(start + hour + 60_000)
    expect(await alerts()).toBe(2)
  })
})
