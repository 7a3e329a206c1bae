import { replyWarning } from './serve-settings.ts'
import { askHealth } from './ask-health.ts'
import { databaseFile, removeErasedText } from './database-file.ts'
import { dataPaths, makePrivate } from './data-folder.ts'
import { diskOf, newestBackup } from './machine-state.ts'
import { readTrustedProxies } from './front-rules.ts'
import { stopOrphans, clearRunning, markRuntimes, recordRunning } from './running-file.ts'
import { inheritedSocket, isTaken, originOf } from './port.ts'
import { refuseOutgoingRequest, copyIsQuiet, isCopy, quietSettings } from './restored-copy.ts'
import { type Prepared, prepare } from './prepare.ts'
import { startSettings } from './secrets.ts'
import type { RuntimeInput } from './runtime.ts'
import { serveSite } from './serve-site.ts'
import { watchHealth } from './watch-health.ts'
import { openSmtpDoor } from './smtp-door.ts'
import { logUncaughtErrors } from '../platform/log-line.ts'

type RunInput = {
  /** The command, for advice in an error. */
  command: 'npm start' | 'npm run serve'
  isProduction: boolean
  fresh?: boolean
  withoutDemo?: boolean
  withCity?: boolean
  /** True for a camp and a class of this week in the demo. */
  withWeek?: boolean
  /** Defaults for settings missing in the environment. */
  defaults: Record<string, string>
  before?: RuntimeInput['before']
  startHasher?: RuntimeInput['startHasher']
}
export type RunningSite = { site: string; login: Prepared['login']; seconds: string }

/** Settings that a start reads from the environment. */
const settingNames = [
  'RATE_LIMITS',
  'OPERATOR_EMAIL',
  'PAYMENT_PROVIDER',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'STRIPE_CHARGES',
  'STRIPE_PLATFORM_FEE',
  'MAIL_PROVIDER',
  'MAIL_FROM',
  'MAIL_FROM_MARKETING',
  'MAIL_RETURN',
  'MAIL_REPLY',
  'MAIL_REPLY_AUTHSERV_ID',
  'MAIL_REPLY_SERVER_CHECKS',
  'RESPONSE_CHECKS',
  'ORGANISER_CLIENTS',
  'CUSTOMER_CLIENTS',
]

/**
 * Prepares and serves the site until the process gets a signal. Throws an error that names the remedy if the site
 * cannot be served.
 */
export async function runSite(input: RunInput): Promise<RunningSite> {
  const startedAt = performance.now()
  if (input.isProduction && (input.before || input.startHasher))
    throw new Error('Nothing stands before a production site, and it hashes its passwords itself.')
  const folder = process.env.DATA ?? '.wrangler/state'
  const isQuiet = !input.fresh && isCopy(folder)
  const settings = isQuiet ? quietSettings(startSettings(process.env)) : startSettings(process.env)
  const host = settings.HOST ?? 'localhost'
  const port = Number(settings.PORT ?? 8787)
  const { runningFile } = dataPaths(folder)
  makePrivate(folder)
  const trustedProxies = readTrustedProxies(settings.TRUST_PROXY ?? '')
  const runningUrl = await stopOrphans(runningFile)
  if (runningUrl)
    throw new Error(
      `Muster is already running on this data, at ${runningUrl}. Stop that one first, or give this one its own: DATA=.wrangler/second PORT=${port + 1} ${input.command}`,
    )
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is "${settings.PORT}", and a port is a number from 1 to 65535.`)
  const listening = inheritedSocket(process.env)
  if (listening === null && (await isTaken(host, port)))
    throw new Error(
      `Port ${port} is used by another program. Stop that one, or choose another port: PORT=${port + 1} ${input.command}`,
    )

  console.log('Starting Muster')
  if (isQuiet) console.log(`  ${copyIsQuiet}`)
  const site = settings.SITE_ORIGIN ?? originOf(host, port)
  // From here on, a second start or a restore on the same data is refused.
  const running = { url: site, listens: { hostname: host, port } }
  recordRunning(runningFile, running)
  markRuntimes(folder)
  process.once('exit', () => clearRunning(runningFile))
  const { secrets, login, data, config } = await prepare({
    folder,
    fresh: input.fresh ?? false,
    withoutDemo: input.withoutDemo ?? input.isProduction,
    withCity: input.withCity ?? false,
    withWeek: input.withWeek === true && !isQuiet,
    isProduction: input.isProduction,
    before: input.before,
    startHasher: input.startHasher,
    report: (line) => console.log(`  ${line}`),
  })
  removeErased(data)
  const warning = replyWarning(settings)
  if (warning !== null) console.log(`  ${warning}`)
  const smtpDoor = settings.SMTP_URL ? openSmtpDoor(settings.SMTP_URL) : null
  // The mail server's password stays in this process, and the worker does not need the backup key.
  const { SMTP_URL: _, BACKUP_KEY: __, ...ownSecrets } = secrets as Record<string, string>
  const workerSecrets = isQuiet ? quietSettings(ownSecrets) : ownSecrets
  const server = await serveSite({
    host,
    port,
    listening,
    data,
    config,
    siteOrigin: site,
    trustedProxies,
    bindings: { ...workerSecrets, ...input.defaults, ...workerSettings(settings) },
    report: toTerminal,
    before: input.before,
    startHasher: input.startHasher,
    ...(smtpDoor ? { sendMail: smtpDoor.fetch } : {}),
    ...(isQuiet ? { outside: refuseOutgoingRequest } : {}),
  })
  logUncaughtErrors()
  recordRunning(runningFile, running)
  // Work that became due while the site was down runs now, not in a minute.
  await server.tick()
  const watch =
    smtpDoor && settings.OPERATOR_EMAIL
      ? watchHealth({
          folder,
          siteOrigin: site,
          from: settings.MAIL_FROM,
          to: settings.OPERATOR_EMAIL,
          door: smtpDoor,
          look: async () => ({
            health: await askHealth({ HOST: host, PORT: String(port), SITE_ORIGIN: site }),
            disk: diskOf(folder),
            ...(settings.BACKUPS === 'none' ? {} : { backup: newestBackup(settings.BACKUPS || 'backups', folder) }),
          }),
        })
      : null
  // A runtime that crashed has another process id after its restart.
  const refresh = setInterval(() => recordRunning(runningFile, running), 10_000)
  stopOnSignal(() => {
    clearInterval(refresh)
    watch?.stop()
    smtpDoor?.stop()
    void server.stop().finally(() => process.exit(0))
  })
  return { site, login, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

const workerSettings = (settings: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(settingNames.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])))

// Replaces the runtime's own handling of signals, which would leave no time for ours.
function stopOnSignal(stop: () => void): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, end)
  }
}

/**
 * Writes the site's log lines. A terminal gets none for successful requests, which would scroll the URL away; a file or
 * a journal gets all.
 */
function toTerminal(line: string, level: string): void {
  if (process.stdout.isTTY && line.includes('"event":"request"') && /"status":[1-4]/.test(line)) return
  const write = level === 'error' || level === 'warn' ? console.error : console.log
  write(line)
}

// VACUUM needs free disk space. Without enough space the site starts all the same.
function removeErased(data: string): void {
  const file = databaseFile(data)
  try {
    if (file !== null) removeErasedText(file)
  } catch (error) {
    console.error(`  Erased text remains in the database file: ${String(error)}`)
  }
}
