import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrationNames } from './build-defines.ts'
import { makePrivate } from './data-folder.ts'

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
const hashFileOf = (folder: string) => join(folder, 'server/inputs.txt')
const deployPointer = '.wrangler/deploy/config.json'
const lock = '.wrangler/build.lock'
const buildEnvironment = {
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  CI: '1',
}

type Build = { folder: string; tools: 'on' | 'off' }

/**
 * Builds the worker with the development tools, unless its inputs are unchanged since the last build. `into` gets a
 * copy that later builds do not change.
 */
export const buildWhenChanged = (report: (line: string) => void, into: string | null = null): Promise<void> =>
  makeBuild({ folder: 'dist', tools: 'on' }, { report, into })

/**
 * Builds the worker without the development tools, as it is deployed, in its own folder. The other build stays
 * unchanged.
 */
export const buildForProduction = (report: (line: string) => void, into: string): Promise<void> =>
  makeBuild({ folder: '.wrangler/production', tools: 'off' }, { report, into })

async function makeBuild(build: Build, input: { report: (line: string) => void; into: string | null }): Promise<void> {
  const release = await lockBuild(input.report)
  const hashFile = hashFileOf(build.folder)
  makePrivate(build.folder)
  try {
    const hash = hashOf(inputs)
    if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) input.report('The build is up to date.')
    else {
      input.report('Building …')
      runBuild(build)
      writeFileSync(hashFile, hash)
    }
    if (input.into !== null) copyBuild(build.folder, input.into)
  } finally {
    release()
  }
}

function runBuild({ folder, tools }: Build): void {
  const pointer = existsSync(deployPointer) ? readFileSync(deployPointer, 'utf8') : null
  try {
    run('node_modules/astro/bin/astro.mjs', ['build', '--outDir', folder], { DEVELOPMENT_TOOLS: tools })
  } finally {
    if (pointer !== null && folder !== 'dist') writeFileSync(deployPointer, pointer)
  }
  // The build copies the secrets next to the code, but the runtime gets them as bindings.
  rmSync(join(folder, 'server/.dev.vars'), { force: true })
}

// A running site reads its files from the disk, so they must not change while it runs.
function copyBuild(from: string, into: string): void {
  rmSync(into, { recursive: true, force: true })
  cpSync(from, into, { recursive: true, filter: (path) => !path.endsWith('.map') })
}

/** Applies all migrations to the database of a data folder. */
export function migrate(dataFolder: string): void {
  run(wrangler, ['d1', 'migrations', 'apply', ...embedded(dataFolder)], {})
}

/** Creates the database of a data folder in one step: wrangler would start a runtime for each migration. */
export function makeDatabase(dataFolder: string, migrations: string): void {
  const file = join(dataFolder, 'all-migrations.sql')
  const texts = migrationNames(migrations).map(
    (name) =>
      `${readFileSync(join(migrations, name), 'utf8')}\n;\nINSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}');`,
  )
  writeFileSync(file, [wranglersTable, ...texts].join('\n'))
  try {
    run(wrangler, ['d1', 'execute', ...embedded(dataFolder), '--yes', '--file', file], {})
  } finally {
    rmSync(file)
  }
}

const wrangler = 'node_modules/wrangler/bin/wrangler.js'
const embedded = (dataFolder: string) => ['DB', '--local', '--config', 'wrangler.toml', '--persist-to', dataFolder]
/** The table in which wrangler lists applied migrations, as wrangler creates it. */
const wranglersTable =
  'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);'

/** SHA-256 over the names and bytes of these files and folders, to detect any difference. */
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
  const result = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...withoutTestVariables(), ...buildEnvironment, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status === 0) return
  console.error(`${result.stdout}\n${result.stderr}`.trim())
  throw new Error(`"${[script.split('/').at(-1), ...args].join(' ')}" did not succeed; what it said stands above.`)
}

// A test runner sets these variables for its own mode, and a build that it starts would inherit them.
const testVariables = /^(?:DEV|PROD|SSR|MODE|BASE_URL|TEST|VITEST.*)$/
const withoutTestVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !testVariables.test(name))) as NodeJS.ProcessEnv

// Two simultaneous starts would write into each other's build.
async function lockBuild(report: (line: string) => void): Promise<() => void> {
  mkdirSync('.wrangler', { recursive: true })
  for (let rounds = 0; ; rounds += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch {
      if (!isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true })
      else if (rounds === 0) report('Waiting for another build to end …')
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
