import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = new URL('floors', import.meta.url).pathname
const folder = '.wrangler/bench-floors'

/** Configuration files of the comparison workers, for `serve` and `wrangler deploy`. */
export const floors = { hono: join(folder, 'hono/wrangler.json'), astro: join(folder, 'astro/server/wrangler.json') }

/** Builds the minimal workers that the site is compared with. */
export function buildFloors(): void {
  rmSync(folder, { recursive: true, force: true })
  run('node_modules/wrangler/bin/wrangler.js', [
    'deploy',
    '--dry-run',
    '--config',
    join(here, 'hono/wrangler.toml'),
    '--outdir',
    resolve(folder, 'hono'),
  ])
  renameSync(join(folder, 'hono/worker.js'), join(folder, 'hono/worker.mjs'))
  const database = { binding: 'DB', database_name: 'muster', database_id: '00000000-0000-0000-0000-000000000000' }
  writeFileSync(
    floors.hono,
    JSON.stringify({
      name: 'bare-hono',
      main: 'worker.mjs',
      no_bundle: true,
      compatibility_date: '2026-10-01',
      compatibility_flags: ['nodejs_compat'],
      d1_databases: [database],
    }),
  )
  run('node_modules/astro/bin/astro.mjs', [
    'build',
    '--root',
    join(here, 'astro'),
    '--outDir',
    resolve(folder, 'astro'),
  ])
}

const run = (script: string, args: string[]) =>
  execFileSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      WRANGLER_SEND_METRICS: 'false',
      CI: '1',
    },
  })
