import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dataPaths, makePrivate } from './data-folder.ts'
import { logInLine } from './demo-team.ts'
import { stopOrphans, clearRunning, markRuntimes, recordRunning } from './running-file.ts'
import { isTaken } from './port.ts'
import { demoProgram, prepare } from './prepare.ts'
import { type Secrets, secretsFile } from './secrets.ts'

const folder = process.env.DATA ?? '.wrangler/state'
const port = Number(process.env.PORT ?? 8787)
const site = `http://localhost:${port}`

/**
 * `npm run dev`: the same site and data, reloaded on change. It sends no Content-Security-Policy; only the built site
 * does.
 */
async function develop(): Promise<void> {
  const { runningFile } = dataPaths(folder)
  makePrivate(folder)
  const runningUrl = await stopOrphans(runningFile)
  if (runningUrl)
    throw new Error(
      `Muster is already running on this data, at ${runningUrl}. Stop that one first, or give this one its own: DATA=.wrangler/second PORT=${port + 1} npm run dev`,
    )
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is "${process.env.PORT}", and a port is a number from 1 to 65535.`)
  if (await isTaken('localhost', port))
    throw new Error(
      `Port ${port} is used by another program. Stop that one, or choose another port: PORT=${port + 1} npm run dev`,
    )
  recordRunning(runningFile, { url: site, listens: { hostname: 'localhost', port } })
  markRuntimes(folder)
  process.once('exit', () => clearRunning(runningFile))
  const { login, secrets } = await prepare({ folder, fresh: false, report: (line) => console.log(`  ${line}`) })
  console.log(
    `\n  Site        ${site}/pg/${demoProgram}\n${logInLine('Log-in', login)}\n  Mailbox     ${site}/dev/mailbox\n`,
  )
  writeSettings(secrets)
  const astro = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      DEVELOPMENT_TOOLS: 'on',
      DEV_FOLDER: resolve(folder),
      ASTRO_TELEMETRY_DISABLED: '1',
      WRANGLER_SEND_METRICS: 'false',
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => astro.kill(signal))
  astro.on('exit', (code) => process.exit(code ?? 0))
}

// The development server reads its settings from files: this site's are with its data.
function writeSettings(secrets: Secrets): void {
  const own = join(folder, 'dev')
  mkdirSync(own, { recursive: true })
  const settings = readFileSync('wrangler.toml', 'utf8').replace(
    /^(main|migrations_dir) = "(.+)"$/gm,
    (_, name: string, path: string) => `${name} = ${JSON.stringify(resolve(path))}`,
  )
  writeFileSync(join(own, 'wrangler.toml'), settings)
  writeFileSync(
    join(own, secretsFile),
    Object.entries({ ...secrets, SITE_ORIGIN: site, RESPONSE_CHECKS: 'on' })
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
    { mode: 0o600 },
  )
}

develop().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
