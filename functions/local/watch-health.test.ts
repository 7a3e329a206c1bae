import { minuteMs } from '../contract/limits.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { database } from '../platform/database/database.ts'
import { outbox } from '../platform/database/tables.ts'
import { deliverOutbox } from '../deliver-outbox.ts'
import { readHealth } from '../platform/health/health-rows.ts'
import { evaluateHealth } from '../platform/health/health-rules.ts'
import { openBudget } from '../platform/run-budget.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { openMailServer } from '../test-bench/mail-server.ts'
import { clockContext } from '../test-bench/registering.ts'
import { openSmtpDoor } from './smtp-door.ts'
import { watchHealth } from './watch-health.ts'

const to = 'operator@camps.example'
let bench: Bench
let server: Awaited<ReturnType<typeof openMailServer>>
let door: ReturnType<typeof openSmtpDoor>
let folder: string
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  bench = await openBench()
  server = await openMailServer()
  door = openSmtpDoor(server.url)
  folder = mkdtempSync(join(tmpdir(), 'muster-alerts-'))
})
afterAll(async () => {
  door.stop()
  await server.close()
  rmSync(folder, { recursive: true })
})

const open = () =>
  watchHealth({
    folder,
    siteOrigin: 'https://camps.example',
    from: 'bookings@camps.example',
    to,
    door,
    now: bench.now,
    look: async () => ({
      health: evaluateHealth(await readHealth(clockContext(bench)), [], bench.now()),
      disk: { free: 50e9, total: 100e9 },
    }),
  })
/** The part of a scheduler run that the health report depends on: it delivers due rows and records the run. */
async function runClock(): Promise<void> {
  await deliverOutbox(openBudget(bench.env, minuteMs))
  await bench.bareDb
    .prepare(
      "INSERT INTO facts (name, value, updated) VALUES ('last_scheduled', ?1, ?1) ON CONFLICT (name) DO UPDATE SET value = ?1",
    )
    .bind(bench.now())
    .run()
}
const subjects = () => server.to(to).map(({ mail }) => mail.subject)

it('a stuck outbox is mailed once when it begins and once when it is over', async () => {
  await database(bench.bareDb)
    .insert(outbox)
    .values({ kind: 'unknown.alert', ref: 'x', dedupe: 'alert-test', body: {}, due_at: bench.now() })
  let watch = open()
  const minutes = async (count: number, { ticks }: { ticks: boolean }) => {
    for (let minute = 0; minute < count; minute += 1) {
      bench.pass(minuteMs)
      if (ticks) await runClock()
      await watch.look()
    }
  }

  // After eight attempts over more than an hour the row is dead, and nothing is stuck.
  await minutes(40, { ticks: true })
  expect(subjects()).toEqual(['Needs a look: Something is not delivered'])
  watch.stop()
  watch = open()
  await minutes(40, { ticks: true })
  expect(subjects()).toEqual(['Needs a look: Something is not delivered'])
  await minutes(120, { ticks: true })
  expect(subjects()).toEqual(['Needs a look: Something is not delivered', 'Over: Something is not delivered'])

  server.refuse(to, { code: 451, words: '4.3.0 try again' })
  await minutes(10, { ticks: false })
  expect(subjects()).toHaveLength(2)
  server.takeAgain(to)
  await minutes(30, { ticks: false })
  expect(subjects().slice(2)).toEqual(['Needs a look: The clock has stopped'])
  await minutes(70, { ticks: true })
  expect(subjects().slice(2)).toEqual(['Needs a look: The clock has stopped', 'Over: The clock has stopped'])
  const [{ mail, from } = { mail: null, from: '' }] = server.to(to)
  expect(mail?.text).toMatch(
    /Mail or other work is not delivered[\s\S]*https:\/\/camps\.example[\s\S]*you run this site/,
  )
  expect(from).toBe('bookings@camps.example')
  watch.stop()
})
