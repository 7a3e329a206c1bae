import { beforeAll, describe, expect, it } from 'vitest'
import { Health, evaluateHealth, type HealthReadings } from './health-rules.ts'
import { database } from '../database/database.ts'
import { countMissedReport, insertProviderEvent } from '../../money/payments/provider-event-rows.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'

const now = Date.UTC(2027, 0, 4, 12)
const report = { provider: 'stripe', kind: 'payment' as const, provider_ref: 'pi_1', created: 0 }
const migrations = ['0001_first.sql', '0002_second.sql']
const healthy: HealthReadings = {
  applied: migrations,
  unsent: 0,
  maxAttempts: 0,
  oldestDueAt: null,
  lastScheduledAt: now - 60_000,
  missedReports: 0,
  lastMissedAt: null,
  lastReportAt: null,
  areCardsRefused: false,
}

describe('the health of a site', () => {
  it.each<[string, HealthReadings | null, Health['status'], Health['problems']]>([
    ['is ok when the scheduler has just run and no outbox row waits', healthy, 'ok', []],
    [
      'is ok while an outbox row waits for the next run',
      { ...healthy, unsent: 3, maxAttempts: 1, oldestDueAt: now - 59_000 },
      'ok',
      [],
    ],
    ['is ok on a database without a list of migrations', { ...healthy, applied: null }, 'ok', []],
    ['is ok after going back to an older build', { ...healthy, applied: [...migrations, '0003_third.sql'] }, 'ok', []],
    [
      'is degraded when the scheduler has stopped',
      { ...healthy, lastScheduledAt: now - 181_000 },
      'degraded',
      ['clock_stopped'],
    ],
    ['is degraded when the scheduler never ran', { ...healthy, lastScheduledAt: null }, 'degraded', ['clock_stopped']],
    [
      'is degraded when an outbox row is five minutes late',
      { ...healthy, unsent: 1, oldestDueAt: now - 301_000 },
      'degraded',
      ['outbox_stuck'],
    ],
    [
      'is degraded when something failed five times, though its next attempt is ahead',
      { ...healthy, unsent: 1, maxAttempts: 5 },
      'degraded',
      ['outbox_stuck'],
    ],
    [
      'is degraded when three payments in a row had no webhook',
      { ...healthy, missedReports: 3, lastMissedAt: now - 60_000, lastReportAt: now - 90_000 },
      'degraded',
      ['webhooks_missing'],
    ],
    [
      'is degraded while the card provider rejects the site’s key',
      { ...healthy, areCardsRefused: true },
      'degraded',
      ['cards_refused'],
    ],
    ['is ok when two webhooks are missing', { ...healthy, missedReports: 2, lastMissedAt: now - 60_000 }, 'ok', []],
    [
      'is ok when a webhook has arrived since',
      { ...healthy, missedReports: 9, lastMissedAt: now - 60_000, lastReportAt: now - 50_000 },
      'ok',
      [],
    ],
    [
      'fails when a migration is missing',
      { ...healthy, applied: ['0001_first.sql'] },
      'failing',
      ['migrations_missing'],
    ],
    ['fails when the database does not answer', null, 'failing', ['database_unreachable']],
  ])('the health of a site %s', (_, readings, status, problems) => {
    const report = evaluateHealth(readings, migrations, now)
    expect([report.status, report.problems]).toEqual([status, problems])
    expect(Health.safeParse(report).success).toBe(true)
  })

  it('the report names the missing migrations', () => {
    expect(evaluateHealth({ ...healthy, applied: ['0001_first.sql'] }, migrations, now)).toMatchObject({
      migrations: 'missing',
      missing_migrations: ['0002_second.sql'],
    })
  })
})

describe('GET health', () => {
  let testBench: Bench
  beforeAll(async () => {
    testBench = await openBench()
  })
  const getHealth = async () => (await (await testBench.call('/health')).json()) as Health

  it('returns 200 with a stopped scheduler until it runs again', async () => {
    await testBench.tick()
    testBench.pass(600_000)
    expect((await getHealth()).problems).toContain('clock_stopped')
    await testBench.tick()
    expect(await getHealth()).toMatchObject({ last_scheduled: new Date(testBench.now()).toISOString() })
    expect((await getHealth()).problems).not.toContain('clock_stopped')
  })

  it('returns 200 with an undelivered outbox row', async () => {
    await testBench.bareDb
      .prepare(
        "INSERT INTO outbox (kind, ref, dedupe, due_at, leased_until) VALUES ('no.such', 'nobody', 'health:stuck', ?1, ?2)",
      )
      .bind(testBench.now() - 400_000, testBench.now() + 9e9)
      .run()
    expect(await getHealth()).toMatchObject({
      status: 'degraded',
      problems: ['outbox_stuck'],
      oldest_unsent_outbox_seconds: 400,
    })
    await testBench.bareDb.prepare("DELETE FROM outbox WHERE dedupe = 'health:stuck'").run()
  })

  it("returns 200 with a row's age since it was first due", async () => {
    const due = testBench.now()
    await testBench.bareDb
      .prepare("INSERT INTO outbox (kind, ref, dedupe, due_at) VALUES ('no.such', 'nobody', 'health:late', ?1)")
      .bind(due)
      .run()
    for (let minute = 0; minute < 4; minute += 1) {
      await testBench.tick()
      expect((await getHealth()).problems).toEqual([])
      testBench.pass(60_000)
    }
    testBench.pass(61_000)
    await testBench.tick()
    expect(await getHealth()).toMatchObject({ problems: ['outbox_stuck'], oldest_unsent_outbox_seconds: 301 })
    await testBench.bareDb.prepare("DELETE FROM outbox WHERE dedupe = 'health:late'").run()
  })

  it('the report says that webhooks of the card provider do not arrive', async () => {
    const db = database(testBench.bareDb)
    await insertProviderEvent(db, { ...report, id: 'evt_1', received: testBench.now() })
    testBench.pass(1000)
    for (const problems of [[], [], ['webhooks_missing']]) {
      await countMissedReport(db, testBench.now())
      expect((await getHealth()).problems).toEqual(problems)
    }
    testBench.pass(1000)
    await insertProviderEvent(db, { ...report, id: 'evt_2', received: testBench.now() })
    expect((await getHealth()).problems).toEqual([])
    testBench.pass(1000)
    await countMissedReport(db, testBench.now())
    expect((await getHealth()).problems).toEqual([])
  })

  it('returns 503 when a migration of this build is missing', async () => {
    await testBench.bareDb.batch([
      testBench.bareDb.prepare('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)'),
      ...MIGRATIONS.slice(0, -1).map((name) =>
        testBench.bareDb.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
      ),
    ])
    const response = await testBench.call('/health')
    expect([response.status, ((await response.json()) as Health).missing_migrations]).toEqual([
      503,
      MIGRATIONS.slice(-1),
    ])
    await testBench.bareDb.prepare('DROP TABLE d1_migrations').run()
  })
})
