import { detailOf, logLine } from '../log-line.ts'
import { dataOf } from './data-folder.ts'
import { endLeftOver, forgetRunning, noteRunning } from './left-over.ts'
import { readTrustedProxies } from './front-rules.ts'
import { isTaken, originOf } from './port.ts'
import { demoProgram, prepare } from './prepare.ts'
import { serve } from './serve.ts'
import { toTerminal } from './to-terminal.ts'

const host = process.env.HOST ?? 'localhost'
const port = Number(process.env.PORT ?? 8787)
const folder = process.env.DATA ?? '.wrangler/state'
const startedAt = performance.now()
const say = (line: string) => console.log(`  ${line}`)

/** `npm start`: prepares what is missing and serves the built site until it is told to stop. */
async function start(): Promise<void> {
  const { runningFile } = dataOf(folder)
  const alreadyAt = await endLeftOver(runningFile)
  if (alreadyAt)
    return refuse(
      `Muster is already running on this data, at ${alreadyAt}. Stop that one first, or give this one its own: DATA=.wrangler/second PORT=${port + 1} npm start`,
    )
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return refuse(`PORT is "${process.env.PORT}", and a port is a number from 1 to 65535.`)
  if (await isTaken(host, port))
    return refuse(
      `Port ${port} is used by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    )

  console.log('Starting Muster')
  const site = process.env.SITE_ORIGIN ?? originOf(host, port)
  // From here on a second start, or a restore, on the same data keeps away.
  noteRunning(runningFile, site)
  process.once('exit', () => forgetRunning(runningFile))
  const { secrets, login, data, config } = await prepare({
    folder,
    fresh: process.argv.includes('--fresh'),
    withoutDemo: process.argv.includes('--without-demo'),
    withCity: process.argv.includes('--city'),
    say,
  })
  const served = await serve({
    host,
    port,
    data,
    config,
    siteOrigin: site,
    trustedProxies: readTrustedProxies(process.env.TRUST_PROXY ?? ''),
    bindings: { ...secrets, ...overrides() },
    say: toTerminal,
  })
  surviveUnforeseen()
  noteRunning(runningFile, site)
  // What was due while nothing ran is done now, not in a minute.
  await served.tick()
  // A runtime that dies is started again under another number.
  const notes = setInterval(() => noteRunning(runningFile, site), 10_000)
  stopOnSignal(() => {
    clearInterval(notes)
    void served.stop().finally(() => process.exit(0))
  })

  console.log(`
Muster is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s
  Site       ${site}${
    login
      ? `/pg/${demoProgram}
  Log-in     ${login.email}   ${login.password}
  Mailbox    ${site}/dev/mailbox`
      : '/'
  }
  API        ${site}/api/docs
Stop it with Ctrl-C. Begin anew with: npm start -- --fresh
`)
}

function overrides(): Record<string, string> {
  const names = ['RATE_LIMITS', 'API_ORIGIN', 'OPERATOR_EMAIL']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

// First in line: the runtime's own way of ending on a signal leaves no time for ours.
function stopOnSignal(stop: () => void): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.prependListener(signal, end)
}

function refuse(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

// A site that is up survives what nobody foresaw: it is logged, and visitors are answered.
function surviveUnforeseen(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => logLine('unforeseen_failed', detailOf(error)))
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
