import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus } from 'node:os'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { statementsFile } from '../functions/test-bench/recorded-d1.ts'
import { findChromium } from './find-chromium.ts'

/** What a runner counted; `said` names what failed, and what passed only on a second try. */
type Counts = { passed: number; failed: number; skipped: number; said?: string[] }
type Step = {
  name: string
  args: string[]
  env?: Record<string, string> /** Where the runner leaves its own figures; without one the step counts as one. */
  report?: string
  read?: (json: string) => Counts
}

const bin = (name: string) => `node_modules/.bin/${name}`
const results = '.wrangler/results'
const secondTry = '(passed on a second try) '
const unitConfig = ['--config', 'e2e/vitest.config.ts']
const storyConfig = ['--config', 'e2e/playwright.config.ts']

const types: Step = {
  name: 'Types of the bindings',
  args: [bin('wrangler'), 'types', '.wrangler/worker-configuration.d.ts', '--strict-vars=false'],
}
const pageTypes: Step = { name: 'Types of the pages', args: [bin('astro'), 'sync'] }
const lint: Step = { name: 'Format and lint', args: [bin('biome'), 'check', '--error-on-warnings'] }
const compile: Step = {
  name: 'Type check',
  args: [
    'node_modules/typescript-native/bin/tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    '.wrangler/types.tsbuildinfo',
  ],
}

const quick: Step[] = [
  compile,
  lint,
  {
    name: 'Borders and rules',
    args: [bin('vitest'), 'run', ...unitConfig, ...ruleTests(), ...jsonTo('rules.json')],
    report: 'rules.json',
    read: vitestCounts,
  },
]

/** What only reads the sources; side by side. */
const still: Step[] = [
  lint,
  compile,
  { name: 'Pages', args: [bin('astro'), 'check', '--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'] },
  { name: 'Nothing unused', args: [bin('knip'), '--no-progress'] },
]

const full: Step[] = [
  { name: 'Build', args: ['functions/local/build-now.ts'] },
  {
    name: 'Rules, verbs and routes',
    args: [
      bin('vitest'),
      'run',
      ...unitConfig,
      ...(process.env.COVERAGE ? ['--coverage'] : []),
      ...jsonTo('units.json'),
    ],
    report: 'units.json',
    read: vitestCounts,
  },
  { name: 'Query plans', args: ['functions/test-bench/query-plans.ts'] },
  {
    name: 'Proofs',
    args: [bin('vitest'), 'run', '--config', 'e2e/proofs/vitest.config.ts', ...jsonTo('proofs.json')],
    report: 'proofs.json',
    read: vitestCounts,
  },
  {
    name: 'Stories in the browser',
    args: [bin('playwright'), 'test', ...storyConfig],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(results, 'stories.json') },
    report: 'stories.json',
    read: playwrightCounts,
  },
]

/** Tests of pure rules: no database, no build, no hashing of passwords, no other processes. */
function ruleTests(): string[] {
  return globSync(['functions/**/*.test.ts', 'src/**/*.test.ts']).filter(
    (path) =>
      !/^functions\/local\/|password-rules/.test(path) &&
      !/test-bench\/bench\.ts|buildForProduction/.test(readFileSync(path, 'utf8')),
  )
}

function jsonTo(file: string): string[] {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${file}`]
}

function vitestCounts(json: string): Counts {
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests,
    numTodoTests,
    testResults,
  } = JSON.parse(json) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  // A file that could not even be loaded has no tests of its own to fail.
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const summary = [
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'failed' || (failureMessages ?? []).length > 0)
        .map(({ status, fullName, failureMessages }) =>
          failure(
            `${status === 'passed' ? secondTry : ''}${relative('.', name)} > ${fullName}`,
            failureMessages[0] ?? '',
          ),
        ),
    ),
    ...unloaded.map((file) => failure(relative('.', file.name), file.message)),
  ]
  return { passed, failed: numFailedTests + unloaded.length, skipped: numPendingTests + numTodoTests, said: summary }
}

/** One failure in a few lines: the whole of it stands far above, in the runner's own output. */
function failure(name: string, message: string): string {
  return `✗ ${name}\n${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')}`.replaceAll(
    '\n',
    '\n    ',
  )
}

function playwrightCounts(json: string): Counts {
  type Spec = {
    title: string
    file: string
    line: number
    tests: { status: string; results: { error?: { message: string } }[] }[]
  }
  type Suite = { specs?: Spec[]; suites?: Suite[] }
  const { stats, errors, suites } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
    suites: Suite[]
  }
  const specsOf = (suite: Suite): Spec[] => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const summary = suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          failure(
            `${status === 'flaky' ? secondTry : ''}${spec.file}:${spec.line} > ${spec.title}`,
            results[0]?.error?.message ?? '',
          ),
        ),
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    said: summary,
  }
}

async function run(step: Step, isQuiet: boolean): Promise<{ step: Step; counts: Counts; isGood: boolean }> {
  const [started, busyBefore] = [performance.now(), busySeconds()]
  if (!isQuiet) console.log(`\n── ${step.name}`)
  const { code, messages } = await finish(step, isQuiet)
  const seconds = (performance.now() - started) / 1000
  // Another step could use the cores that are idle.
  const busy = `${((busySeconds() - busyBefore) / seconds).toFixed(1)} of ${cpus().length} cores busy`
  const isGood = code === 0
  if (isQuiet && !isGood) console.log(messages)
  console.log(`${isGood ? '✓' : '✗'} ${step.name} (${seconds.toFixed(1)} s${isQuiet ? '' : `, ${busy}`})`)
  return { step, counts: countsOf(step, isGood), isGood }
}

/** Seconds that the cores of this machine have worked, all of them together. */
const busySeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000

function finish(step: Step, isQuiet: boolean): Promise<{ code: number; messages: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, {
      stdio: isQuiet ? 'pipe' : 'inherit',
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', CI: '1', ...step.env },
    })
    const parts: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part.toString()))
    child.on('close', (code) => resolve({ code: code ?? 1, messages: parts.join('') }))
  })
}

function countsOf(step: Step, isGood: boolean): Counts {
  const file = step.report ? `${results}/${step.report}` : null
  if (!step.read || !file || !existsSync(file)) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }
  const counts = step.read(readFileSync(file, 'utf8'))
  return !isGood && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function main(): Promise<void> {
  const isQuick = process.argv.includes('quick')
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const done: Awaited<ReturnType<typeof run>>[] = []
  if (!existsSync('.astro/types.d.ts')) done.push(await run(pageTypes, true))
  if (
    !existsSync('.wrangler/worker-configuration.d.ts') ||
    statSync('wrangler.toml').mtimeMs > statSync('.wrangler/worker-configuration.d.ts').mtimeMs
  )
    done.push(await run(types, true))
  if (isQuick) done.push(...(await Promise.all(quick.map((step) => run(step, true)))))
  else {
    findChromium()
    rmSync(statementsFile, { force: true })
    done.push(...(await Promise.all(still.map((step) => run(step, true)))))
    for (const step of full) done.push(await run(step, false))
  }
  const total = (name: 'passed' | 'failed' | 'skipped') => done.reduce((sum, { counts }) => sum + counts[name], 0)
  const broken = done.filter(({ isGood }) => !isGood).map(({ step }) => step.name)
  for (const { counts } of done) for (const line of counts.said ?? []) console.log(`\n${line}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  process.exitCode = broken.length > 0 || total('failed') > 0 ? 1 : 0
}

await main()
