import { beforeAll, describe, expect, it } from 'vitest'
import { Health, judgeHealth, type Seen } from './health-rules.ts'
import { type Bench, bench } from './test-bench/bench.ts'

const now = Date.UTC(2027, 0, 4, 12)
const known = ['0001_first.sql', '0002_second.sql']
const well: Seen = { applied: known, unsent: 0, mostTries: 0, oldestDueAt: null, lastScheduledAt: now - 60_000 }

describe('the health of a site', () => {
  it.each<[string, Seen | null, Health['status'], Health['problems']]>([
    ['is ok when the clock has just run and nothing waits', well, 'ok', []],
    [
      'is ok while something waits for the next run',
      { ...well, unsent: 3, mostTries: 1, oldestDueAt: now - 59_000 },
      'ok',
      [],
    ],
    ['is ok on a database whose migrations nobody wrote down', { ...well, applied: null }, 'ok', []],
    ['is ok after going back to an older build', { ...well, applied: [...known, '0003_third.sql'] }, 'ok', []],
    [
      'is degraded when the clock has stopped',
      { ...well, lastScheduledAt: now - 181_000 },
      'degraded',
      ['clock_stopped'],
    ],
    ['is degraded when the clock never ran', { ...well, lastScheduledAt: null }, 'degraded', ['clock_stopped']],
    [
      'is degraded when something is five minutes late',
      { ...well, unsent: 1, oldestDueAt: now - 301_000 },
      'degraded',
      ['outbox_stuck'],
    ],
    [
      'is degraded when something failed five times, though its next try is ahead',
      { ...well, unsent: 1, mostTries: 5 },
      'degraded',
      ['outbox_stuck'],
    ],
    ['fails when a migration is missing', { ...well, applied: ['0001_first.sql'] }, 'failing', ['migrations_missing']],
    ['fails when the database does not answer', null, 'failing', ['database_unreachable']],
  ])('%s', (_, seen, status, problems) => {
    const judged = judgeHealth(seen, known, now)
    expect([judged.status, judged.problems]).toEqual([status, problems])
    expect(Health.safeParse(judged).success).toBe(true)
  })

  it('names the migrations that are missing', () => {
    expect(judgeHealth({ ...well, applied: ['0001_first.sql'] }, known, now)).toMatchObject({
      migrations: 'missing',
      missing_migrations: ['0002_second.sql'],
    })
  })
})

describe('GET health', () => {
  let b: Bench
  beforeAll(async () => {
    b = await bench()
  })
  const ask = async () => (await (await b.call('/health')).json()) as Health

  it('200 tells of a clock that stopped, and no more once it ran', async () => {
    await b.tick()
    b.pass(600_000)
    expect((await ask()).problems).toContain('clock_stopped')
    await b.tick()
    expect(await ask()).toMatchObject({ last_scheduled: new Date(b.now()).toISOString() })
    expect((await ask()).problems).not.toContain('clock_stopped')
  })

  it('200 tells of something that is not delivered', async () => {
    await b.bareDb
      .prepare(
        "INSERT INTO outbox (kind, ref, dedupe, due_at, leased_until) VALUES ('no.such', 'nobody', 'health:stuck', ?1, ?2)",
      )
      .bind(b.now() - 400_000, b.now() + 9e9)
      .run()
    expect(await ask()).toMatchObject({
      status: 'degraded',
      problems: ['outbox_stuck'],
      oldest_unsent_outbox_seconds: 400,
    })
    await b.bareDb.prepare("DELETE FROM outbox WHERE dedupe = 'health:stuck'").run()
  })

  it('503 when a migration of this build is missing', async () => {
    await b.bareDb.batch([
      b.bareDb.prepare('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)'),
      ...MIGRATIONS.slice(0, -1).map((name) =>
        b.bareDb.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
      ),
    ])
    const answer = await b.call('/health')
    expect([answer.status, ((await answer.json()) as Health).missing_migrations]).toEqual([503, MIGRATIONS.slice(-1)])
    await b.bareDb.prepare('DROP TABLE d1_migrations').run()
  })
})
