import { spawn } from 'node:child_process'
import { endLeftOver } from './left-over.ts'
import { isTaken } from './port.ts'
import { dataOf, demoProgram, prepare } from './prepare.ts'

const folder = '.wrangler/state'
const port = 8787

/** `npm run dev`: the same site and data, with reload on change. It carries no Content-Security-Policy; only the built site does. */
async function develop(): Promise<void> {
  const alreadyAt = await endLeftOver(dataOf(folder).runningFile)
  if (alreadyAt) throw new Error(`Muster is already running on this data, at ${alreadyAt}. Stop that one first.`)
  if (await isTaken('localhost', port)) throw new Error(`Port ${port} is used by another program. Stop that one first.`)
  const { login } = await prepare({ folder, fresh: false, say: (line) => console.log(`  ${line}`) })
  console.log(`\n  Site       http://localhost:${port}/pg/${demoProgram}\n  Log-in     ${login.email}   ${login.password}\n  Mailbox    http://localhost:${port}/dev/mailbox\n`)
  const astro = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port)], { stdio: 'inherit', env: { ...process.env, ENVIRONMENT: 'local', ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false' } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => astro.kill(signal))
  astro.on('exit', (code) => process.exit(code ?? 0))
}

develop().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
