import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { statementsFile } from '../functions/test-bench/recorded-d1.ts'
import { findChromium } from './find-chromium.ts'
import { type Counts, playwrightCounts, vitestCounts } from './read-report.ts'

type Done = { step: Step; counts: Counts; isGood: boolean; seconds: number; busy: number }
type Step = {
  name: string
  args: string[]
  env?: Record<string, string> /** The report file of the runner; without one the step counts as one test. */
  report?: string
  read?: (json: string) => Counts
}

const bin = (name: string) => `node_modules/.bin/${name}`
const results = '.wrangler/results'
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
    // Each type checker computes the types that it needs itself, so four type checkers need more than twice the CPU
    // of one.
    '--checkers',
    '1',
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

const build: Step = { name: 'Build', args: ['functions/local/build-now.ts'] }
/** Steps that read only the sources. */
const still: Step[] = [
  {
    name: 'Pages',
    // This checker reads only the pages, because it takes four times as long as the type check for the same files.
    args: [
      bin('astro'),
      'check',
      ...['--tsconfig', 'tsconfig.pages.json', '--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'],
    ],
  },
  lint,
  compile,
  { name: 'Nothing unused', args: [bin('knip'), '--no-progress'] },
]

const units: Step = {
  name: 'Rules, verbs and routes',
  args: [
    bin('vitest'),
    'run',
    ...unitConfig,
    // The log lines of tests that pass.
    '--silent=passed-only',
    ...(process.env.COVERAGE ? ['--coverage'] : []),
    ...jsonTo('units.json'),
  ],
  report: 'units.json',
  read: vitestCounts,
}
/** Reads the statements that the units recorded. */
const plans: Step = { name: 'Query plans', args: ['functions/test-bench/query-plans.ts'] }
const proofs: Step = {
  name: 'Proofs',
  args: [bin('vitest'), 'run', '--config', 'e2e/proofs/vitest.config.ts', ...jsonTo('proofs.json')],
  report: 'proofs.json',
  read: vitestCounts,
}
const stories: Step = {
  name: 'Stories in the browser',
  args: [bin('playwright'), 'test', ...storyConfig],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(results, 'stories.json') },
  report: 'stories.json',
  read: playwrightCounts,
}

/**
 * The phases run one after the other. The steps of each phase run in parallel, because most of them leave a core
 * idle.
 */
const phases: Step[][] = [[...still, build], [units], [plans, proofs], [stories]]

/**
 * Tests of pure rules: no database, no build, no hashing of passwords, no other processes, no measured CPU and no lint of the
 * API's description, which together take longer than all others.
 */
function ruleTests(): string[] {
  return globSync(['functions/**/*.test.ts', 'src/**/*.test.ts']).filter(
    (path) =>
      !/^functions\/local\/|password-rules|cpu-of-parsers|csv-file|api-description\/lint/.test(path) &&
      !/test-bench\/bench\.ts|buildForProduction/.test(readFileSync(path, 'utf8')),
  )
}

function jsonTo(file: string): string[] {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${file}`]
}

async function run(step: Step, isQuiet: boolean): Promise<Done> {
  const [started, busyBefore] = [performance.now(), busySeconds()]
  if (!isQuiet) console.log(`\n── ${step.name}`)
  const { code, messages } = await finish(step, isQuiet)
  const seconds = (performance.now() - started) / 1000
  const busy = (busySeconds() - busyBefore) / seconds
  const isGood = code === 0
  if (isQuiet && !isGood) console.log(messages)
  console.log(`${isGood ? '✓' : '✗'} ${step.name} (${seconds.toFixed(1)} s)`)
  return { step, counts: countsOf(step, isGood), isGood, seconds, busy }
}

/** CPU seconds of all cores of this machine. */
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

/** The slowest steps and files, which show where another step could use idle cores. */
function whereTimeWent(done: readonly Done[]): string {
  const width = Math.max(...done.map(({ step }) => step.name.length))
  const steps = done.map(
    ({ step, seconds, busy }) =>
      `${step.name.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s, ${busy.toFixed(1)} of ${cpus().length} cores busy`,
  )
  const files = done
    .flatMap(({ counts }) => counts.files ?? [])
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${name}`)
  return ['Where the time went', ...steps, 'The ten slowest files', ...files].join('\n')
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
    // Tests print as they run; the other steps print only when they fail.
    for (const phase of phases) done.push(...(await Promise.all(phase.map((step) => run(step, !step.report)))))
  }
  if (!isQuick) console.log(`\n${whereTimeWent(done)}`)
  const total = (name: 'passed' | 'failed' | 'skipped') => done.reduce((sum, { counts }) => sum + counts[name], 0)
  const broken = done.filter(({ isGood }) => !isGood).map(({ step }) => step.name)
  for (const { counts } of done) for (const line of counts.said ?? []) console.log(`\n${line}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  process.exitCode = broken.length > 0 || total('failed') > 0 ? 1 : 0
}

await main()
