import { spawn } from 'node:child_process'
import { demoProgram, prepare } from './prepare.ts'

const folder = '.wrangler/state'

/** `npm run dev`: the same site and data, with reload on change. It carries no Content-Security-Policy; only the built site does. */
async function develop(): Promise<void> {
  const { login } = await prepare({ folder, fresh: false, say: (line) => console.log(`  ${line}`) })
  console.log(`\n  Site       http://localhost:8787/pg/${demoProgram}\n  Log-in     ${login.email}   ${login.password}\n  Mailbox    http://localhost:8787/dev/mailbox\n`)
  const astro = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', '8787'], { stdio: 'inherit', env: { ...process.env, ENVIRONMENT: 'local', ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false' } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => astro.kill(signal))
  astro.on('exit', (code) => process.exit(code ?? 0))
}

develop().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
