import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const own = 'functions/real-clock.test.ts'
const isSource = /\.(?:tsx?|astro|mjs|js)$/
/** Code that reads the current day or time. */
const realClock = /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|\bTemporal\.Now\b/
/** Code that measures durations. */
const stopwatch = /\bperformance\.(?:now|timeOrigin)\b/

const files = ['functions', 'src', 'public', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name).slice(root.length)
    return entry.isFile() && isSource.test(path) && path !== own ? [path] : []
  }),
)
// The benchmark is not a test: it measures the product on this machine.
const isOfTests = (path: string) =>
  /\.test\.tsx?$|^functions\/test-bench\/|^e2e\//.test(path) && !path.startsWith('e2e/bench/')
const isOfProduct = (path: string) => !isOfTests(path) && !path.startsWith('e2e/')

/** The allowed files, by the reason for which they are allowed. */
type Exceptions = Record<string, readonly string[]>

const testsOnTheRealClock: Exceptions = {
  'looks whether a clock is shifted': ['functions/test-bench/moment.test.ts'],
  'compares the machine’s clock with another': ['functions/local/examine-machine.test.ts'],
  'writes down on which day it was run': ['e2e/proofs/long.ts'],
  'a command that fills a database as of today': ['e2e/growth/fill-database.ts'],
  'answers a site that was started as its operator starts it': ['e2e/hostile/production-site.ts'],
}

const testsThatMeasure: Exceptions = {
  'a promise of speed, or of what others wait meanwhile': [
    'e2e/crash/queued-mails.ts',
    'e2e/drill/restore.proof.ts',
    'e2e/fuzz/enumeration.ts',
    'e2e/fuzz/hash-load.proof.ts',
    'e2e/fuzz/log-in-flood.proof.ts',
    'e2e/hostile/peers-behind-proxy.ts',
    'e2e/fuzz/request-with-retry.ts',
    'e2e/growth/cost-of-size.proof.ts',
    'e2e/hostile/one-machine.test.ts',
    'e2e/hostile/one-machine-site.ts',
    'e2e/hostile/pictures-and-log-ins.test.ts',
    'e2e/pictures/right-sized.test.ts',
    'e2e/rush/crowd-logs-in.proof.ts',
    'e2e/rush/families-at-once.proof.ts',
    'e2e/rush/readers.ts',
    'e2e/scale/organiser-calls.proof.ts',
    'e2e/stories/page-answers.spec.ts',
  ],
  'says how long a step of a run took': [
    'e2e/growth/backup-memory.ts',
    'e2e/growth/fill-database.ts',
    'e2e/proofs/long.ts',
    'e2e/run-all.ts',
  ],
  'whether hostile input is read in time, and a slow peer is left': [
    'functions/local/front-peers.test.ts',
    'functions/platform/middleware/csv-file.test.ts',
  ],
  'waits or tries only so long': [
    'e2e/proofs/proof-site.ts',
    'functions/test-bench/choices.ts',
    'functions/test-bench/http-client.ts',
  ],
  'which of two that run at once came first': [
    'e2e/races/calendar-writer.ts',
    'functions/people/accounts/hash-queue.test.ts',
  ],
}

const productOnTheRealClock: Exceptions = {
  'gives a call, and the clock’s run, its time': ['functions/platform/make-context.ts'],
  'a duration inside one process': [
    'functions/platform/database/public-reads.ts',
    'functions/platform/database/retry-lost-write.ts',
    'functions/platform/database/retry-rate.ts',
    'functions/platform/middleware/request-line.ts',
    'functions/page-cache.ts',
    'functions/platform/run-budget.ts',
  ],
  'says when a failure came, or a line of the log, where no call has a time': [
    'functions/platform/log-line.ts',
    'functions/validate-settings.ts',
    'functions/platform/middleware/error-response.ts',
    'src/pages/404.astro',
    'src/pages/500.astro',
  ],
  'a command on its user’s own machine': [
    'functions/local/examine-machine.ts',
    'functions/local/front-refusal.ts',
    'functions/local/prepare.ts',
    'functions/local/restore-backup.ts',
    'functions/local/runtime.ts',
    'functions/local/vapid-keys.ts',
    'functions/local/watch-health.ts',
    'functions/local/write-backup.ts',
    'functions/organisation/organiser/program-file/apply-file.ts',
  ],
  'moves the clock of a site on this machine': [
    'functions/platform/database/clock-offset.ts',
    'functions/local/dev-routes.ts',
  ],
  'runs in the reader’s browser': [
    'public/today.js',
    'src/api/browser.ts',
    'src/api/token-store.ts',
    'src/layouts/AccountPage.astro',
    'src/layouts/load-trackers.ts',
    'src/layouts/page-header.ts',
    'src/layouts/signed-in-mark.ts',
    'src/screens/contact/messages/FileToSend.astro',
    'src/screens/booking/registration/RegistrationForm.tsx',
    'src/screens/organisation/roster/Roster.astro',
    'src/stores/kept-page.ts',
    'src/stores/member-form.ts',
    'src/ui/HoldBar.tsx',
  ],
}

function faultsOf(clock: RegExp, { may, isMeant }: { may: Exceptions; isMeant: (path: string) => boolean }): string[] {
  const using = files.filter((path) => isMeant(path) && clock.test(readFileSync(join(root, path), 'utf8')))
  const allowed = Object.values(may).flat()
  return [
    ...using.filter((path) => !allowed.includes(path)).map((path) => `${path} reads the machine’s clock`),
    ...allowed.filter((path) => !using.includes(path)).map((path) => `${path} needs no exception any more`),
  ]
}

it('tests never read the current day', () => {
  expect(faultsOf(realClock, { may: testsOnTheRealClock, isMeant: isOfTests })).toEqual([])
})

it('only tests that guarantee a duration measure one', () => {
  expect(faultsOf(stopwatch, { may: testsThatMeasure, isMeant: isOfTests })).toEqual([])
})

it('few product files read the machine’s clock', () => {
  expect(faultsOf(realClock, { may: productOnTheRealClock, isMeant: isOfProduct })).toEqual([])
})

it.each([
  'const now = Date.now()',
  'open({ now: Date.now })',
  'const today = new Date()',
  'const today = new Date',
  'const day = Temporal.Now.plainDateISO()',
])('the check for real clocks reports “%s”', (line) => {
  expect(realClock.test(line)).toBe(true)
})

it.each(['new Date(site.now())', 'new Date(0)', 'bench.now()'])('the check for real clocks accepts “%s”', (line) => {
  expect(realClock.test(line)).toBe(false)
})
