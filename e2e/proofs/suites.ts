import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { peersBehindProxy } from '../hostile/peers-behind-proxy.ts'
import { progressFolder } from './progress.ts'
import type { Proof } from './proof.ts'

type Counted = { passed: number; failed: number }

/**
 * Tests in their own process that cover more than in `npm test`. They have no pieces, so an interrupted test starts
 * over.
 */
const suite = (
  name: string,
  input: {
    promise: string
    tests: string
    args: (report: string) => string[]
    env: (report: string) => Record<string, string>
    read: (report: string) => Counted
  },
): Proof => ({
  row: '99',
  name,
  promise: input.promise,
  unit: 'runs',
  small: 0,
  full: 1,
  piece: 1,
  run: async () => {
    const report = resolve(progressFolder, `${name}.report.json`)
    rmSync(report, { force: true })
    const env = { ...process.env, CI: '1', ...input.env(report) }
    const code = await new Promise((done) => {
      spawn(process.execPath, input.args(report), { stdio: 'inherit', env }).on('close', done)
    })
    const sums = input.read(readFileSync(report, 'utf8'))
    return { sums, findings: code === 0 ? [] : [`${sums.failed} ${input.tests} failed`] }
  },
  figure: ({ passed = 0, failed = 0 }) => `${passed} ${input.tests} passed, ${failed} failed`,
})

function readVitest(report: string): Counted {
  const { numPassedTests, numFailedTests } = JSON.parse(report) as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 }
}

const vitestSuite = (
  name: string,
  input: { promise: string; config: string; file?: string; env: Record<string, string> },
): Proof =>
  suite(name, {
    promise: input.promise,
    tests: 'tests',
    args: (report) => [
      'node_modules/.bin/vitest',
      'run',
      ...['--config', input.config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...(input.file ? [input.file] : []),
    ],
    env: () => input.env,
    read: readVitest,
  })

export const suites: readonly Proof[] = [
  peersBehindProxy,
  vitestSuite('calls-on-the-platform', {
    promise: 'every rule, verb and route is the same on the platform’s own database, in a process of its own',
    config: 'e2e/vitest.config.ts',
    env: { PLATFORM_DATABASE: 'on' },
  }),
  vitestSuite('order-sums', {
    promise: 'checkout, receipt, mail and refund page show sums that are equal to the cent in 10,000 lives of orders',
    config: 'e2e/proofs/vitest.config.ts',
    file: 'e2e/sums/sums.test.ts',
    env: { ORDER_LIVES: '10000' },
  }),
  vitestSuite('cpu-of-parsers', {
    promise: 'every parser reads each of a thousand generated inputs, up to its size limit, within 100 ms of CPU',
    config: 'e2e/vitest.config.ts',
    file: 'functions/cpu-of-parsers.test.ts',
    env: { COSTLY_INPUTS: '1000' },
  }),
  vitestSuite('cpu-of-routes', {
    promise: 'every call answers each of a thousand generated requests, up to the size limits, within 100 ms of CPU',
    config: 'e2e/proofs/vitest.config.ts',
    file: 'e2e/fuzz/cpu-of-routes.test.ts',
    env: { COSTLY_INPUTS: '1000' },
  }),
  suite('stories', {
    promise:
      'every story in the browser, English and French, by thumb and by keyboard, ends well with an empty console',
    tests: 'stories',
    args: () => ['node_modules/.bin/playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    env: (report) => ({ EVERY_STORY: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: (report) => {
      const { stats } = JSON.parse(report) as { stats: { expected: number; unexpected: number } }
      return { passed: stats.expected, failed: stats.unexpected }
    },
  }),
]
