import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const inputs = [
  'functions',
  'src',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'wrangler.toml',
]
const isInput = (path: string) => !/\.test\.tsx?$|\/test-bench\/|\/programs\/|\.md$/.test(path)
const noted = 'dist/server/inputs.txt'
const deployPointer = '.wrangler/deploy/config.json'
const lock = '.wrangler/build.lock'
const quiet = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', CI: '1' }

/** Builds the local worker unless its inputs are those of the last build; `into` gets a copy that no later build touches. */
export async function buildWhenChanged(say: (line: string) => void, into: string | null = null): Promise<void> {
  const release = await lockBuild(say)
  try {
    const hash = hashOf(inputs)
    if (existsSync(noted) && readFileSync(noted, 'utf8') === hash) say('The build is up to date.')
    else build(hash, say)
    if (into !== null) copyBuild(into)
  } finally {
    release()
  }
}

function build(hash: string, say: (line: string) => void): void {
  say('Building …')
  run('node_modules/astro/bin/astro.mjs', ['build'], { ENVIRONMENT: 'local' })
  // The build copies the secrets beside the code; serve gives them to the worker itself.
  rmSync('dist/server/.dev.vars', { force: true })
  writeFileSync(noted, hash)
}

// A running site reads its files from the disk: what it serves must stay as it was when it started.
function copyBuild(into: string): void {
  rmSync(into, { recursive: true, force: true })
  cpSync('dist', into, { recursive: true, filter: (path) => !path.endsWith('.map') })
}

/** Builds what would be deployed, or what the benchmark measures, into a folder of its own; the local build and what points at it stay as they are. */
export async function buildForProduction(
  folder: string,
  environment: 'production' | 'measured' = 'production',
): Promise<void> {
  const release = await lockBuild(() => {})
  const pointer = existsSync(deployPointer) ? readFileSync(deployPointer, 'utf8') : null
  try {
    run('node_modules/astro/bin/astro.mjs', ['build', '--outDir', folder], { ENVIRONMENT: environment })
  } finally {
    if (pointer !== null) writeFileSync(deployPointer, pointer)
    release()
  }
}

/** Brings the embedded database of a data folder to the newest migration. */
export function migrate(dataFolder: string): void {
  run(
    'node_modules/wrangler/bin/wrangler.js',
    ['d1', 'migrations', 'apply', 'DB', '--local', '--config', 'wrangler.toml', '--persist-to', dataFolder],
    {},
  )
}

/** Whether anything in these files or folders differs: SHA-256 over names and bytes. */
export function hashOf(roots: string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of roots.flatMap(filesUnder).filter(isInput))
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function run(script: string, args: string[], env: Record<string, string>): void {
  const ended = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...outsideOfTests(), ...quiet, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (ended.status === 0) return
  console.error(`${ended.stdout}\n${ended.stderr}`.trim())
  throw new Error(`"${[script.split('/').at(-1), ...args].join(' ')}" did not succeed; what it said stands above.`)
}

// A test runner says of itself that it develops, and a build started by it would take that for its own.
const ofTests = /^(?:DEV|PROD|SSR|MODE|BASE_URL|TEST|VITEST.*)$/
const outsideOfTests = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name))) as NodeJS.ProcessEnv

// Two starts at once would write into one another's build.
async function lockBuild(say: (line: string) => void): Promise<() => void> {
  mkdirSync('.wrangler', { recursive: true })
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch {
      if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true })
      else if (waited === 0) say('Waiting for another build to end …')
      await wait(250)
    }
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
