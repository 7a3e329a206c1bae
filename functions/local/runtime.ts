import { minuteMs } from '../contract/limits.ts'
import { renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, resolve } from 'node:path'
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler'
import { logLine, reasonOf } from '../platform/log-line.ts'
import { hashThreads, startHashThreads } from './hash-in-threads.ts'
import { startPictureResizer } from './picture-resizer.ts'
import { withRoomForConfig } from './room-for-config.ts'
import { modulesOf } from './worker-modules.ts'

export type Runtime = { tick: () => Promise<void>; stop: () => Promise<void> }
export type RuntimeInput = {
  /** The data folder, as for `wrangler d1 migrations apply DB --local`. */
  data?: string
  config?: string
  everyMs?: number
  bindings?: Record<string, string>
  /** Source of a module that runs before the worker's own entry and imports it. */
  before?: ((entry: string) => string) | undefined
  /** Replaces the hash threads of this process; tests only. */
  startHasher?: (() => ReturnType<typeof startHashThreads>) | undefined
  /** Responds to the worker's requests to other hosts; default: the network. */
  outside?: (request: Request) => Promise<Response>
  /** Passes the worker's mails to a mail server. */
  sendMail?: (request: Request) => Promise<Response>
  /** Port on which a test inspects the worker's memory; default: none. */
  inspectorPort?: number
  /** Target of the worker's log lines; default: the console. */
  report?: (line: string, level: string) => void
}
/** A port of localhost, with the runtime's own tools; or a private Unix socket that leads to the worker only. */
type Listen = { port: number } | { socketPath: string; onRestart: () => void }
type Miniflare = {
  ready: Promise<URL>
  getWorker: (
    name: string,
  ) => Promise<{ scheduled: (event: { cron: string; scheduledTime: Date }) => Promise<unknown> }>
  dispose: () => Promise<void>
}

/** Runs the built worker and its scheduler in workerd, through wrangler's own Miniflare but without its proxy. */
export async function startRuntime(input: RuntimeInput & { port: number }): Promise<Runtime & { url: string }> {
  const services = startServices(input)
  const miniflare = await startMiniflare(input, services)
  const url = await miniflare.ready
  const clock = startClock(async () => miniflare, input.everyMs)
  const stop = async () => {
    clock.stop()
    services.hasher.stop()
    services.resizer.stop()
    await miniflare.dispose()
  }
  return { url: url.origin, tick: clock.tick, stop }
}

/** The same behind a Unix socket. The runtime is restarted after every crash. */
export async function startRuntimeOnSocket(input: RuntimeInput & { socketPath: string }): Promise<Runtime> {
  const services = startServices(input)
  const onRestart = () => {
    takeSocket(input.socketPath)
    watch?.restart()
  }
  const start = async () => {
    // A runtime that stopped before its socket was renamed leaves this file, which would prevent listening.
    rmSync(beforeTaken(input.socketPath), { force: true })
    const miniflare = await startMiniflare({ ...input, onRestart }, services)
    try {
      takeSocket(input.socketPath)
      return miniflare
    } catch (error) {
      await miniflare.dispose().catch(() => {})
      throw error
    }
  }
  const restart = async (dead: Miniflare | null) => {
    await dead?.dispose().catch(() => {})
    return start()
  }
  let watch: ReturnType<typeof watchSocket> | undefined
  let current: Promise<Miniflare | null> = start()
  await current
  watch = watchSocket(input.socketPath, async () => {
    const next = restart(await current)
    // After a failed start there is no runtime, and the next check starts another one.
    current = next.catch(() => null)
    await next
  })
  const clock = startClock(async () => {
    const miniflare = await current
    if (!miniflare) throw new Error('The runtime is being started again.')
    return miniflare
  }, input.everyMs)
  const stop = async () => {
    clock.stop()
    watch?.stop()
    services.hasher.stop()
    services.resizer.stop()
    await (await current)?.dispose()
    rmSync(input.socketPath, { force: true })
  }
  return { tick: clock.tick, stop }
}

type Services = ReturnType<typeof startServices>

/** Work outside the runtime's one thread: hashing passwords, and resizing pictures. */
const startServices = ({ startHasher = startHashThreads }: RuntimeInput) => ({
  hasher: startHasher(),
  resizer: startPictureResizer(),
})

async function startMiniflare(input: RuntimeInput & Listen, services: Services): Promise<Miniflare> {
  const { config = 'dist/server/wrangler.json', data = '.wrangler/state/v3', report: writeLog = toConsole } = input
  const { Miniflare, convertV4MiniflareOptions, Log, LogLevel } = await import(
    createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
  )
  // Our own process resizes pictures, because the runtime's is reachable from outside; the runtime only prints mail.
  const { workerOptions, externalWorkers } = optionsOf(config)
  const { images: _images, email: _email, ...options } = workerOptions as Record<string, unknown>
  const root = resolve(dirname(config))
  const site = {
    ...options,
    name: 'site',
    // No platform limits the statements of a run here; only its time is limited.
    bindings: {
      ...asRecord(options.bindings),
      OUTBOX_STATEMENTS: '1000000',
      HASHER_THREADS: String(hashThreads()),
      ...input.bindings,
    },
    serviceBindings: {
      ...asRecord(options.serviceBindings),
      HASHER: services.hasher.fetch,
      PICTURE_RESIZER: services.resizer.fetch,
      ...(input.sendMail ? { SMTP_DOOR: input.sendMail } : {}),
    },
    ...(input.outside ? { outboundService: input.outside } : {}),
    ...('socketPath' in input
      ? { unsafeDirectSockets: [{ host: `unix:${input.socketPath}`, port: 0, proxy: true }] }
      : {}),
    modules: modulesOf(root, config, input.before),
    rootPath: root,
  }
  const settings = convertV4MiniflareOptions({
    ...('port' in input ? { host: 'localhost', port: input.port } : { host: '127.0.0.1', port: 0 }),
    cf: false,
    ...(input.inspectorPort ? { inspectorPort: input.inspectorPort } : {}),
    log: new Log(LogLevel.WARN),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
      if (!noise.test(message)) writeLog(message, level)
    },
    ...('onRestart' in input ? { unsafeHandleRuntimeRestart: input.onRestart } : {}),
    resourcePersistencePath: resolve(data),
    // The runtime's own port leads to the first worker.
    workers: ['socketPath' in input ? { ...closedDoor, rootPath: root } : null, site, ...externalWorkers].filter(
      Boolean,
    ),
  })
  return withRoomForConfig(async () => {
    const miniflare: Miniflare = new Miniflare(settings)
    try {
      await miniflare.ready
      return miniflare
    } catch (error) {
      await miniflare.dispose().catch(() => {})
      throw error
    }
  })
}

const closedDoor = {
  name: 'closed-door',
  compatibilityDate: '2026-10-01',
  modules: [
    {
      type: 'ESModule',
      path: 'closed-door.mjs',
      contents: 'export default { fetch: () => new Response(null, { status: 404 }) }',
    },
  ],
}

function takeSocket(socketPath: string): void {
  renameSync(beforeTaken(socketPath), socketPath)
}
const beforeTaken = (socketPath: string) => `${socketPath}:0`

const watchEveryMs = 500
/** How long the runtime may be down before it is replaced. It restarts itself in two seconds, or ten under load. */
const maxDownMs = 20_000

function watchSocket(socketPath: string, replace: () => Promise<void>) {
  let downSince: number | null = null
  let isReplacing = false
  const timer = setInterval(async () => {
    if (isReplacing) return
    if (await isListening(socketPath)) {
      if (downSince !== null) logLine('runtime_back', { ms: Math.round(performance.now() - downSince) })
      downSince = null
      return
    }
    if (downSince === null) logLine('runtime_failed', {})
    downSince ??= performance.now()
    if (performance.now() - downSince < maxDownMs) return
    isReplacing = true
    await replace().catch((error: unknown) => logLine('runtime_failed', { reason: reasonOf(error) }))
    isReplacing = false
  }, watchEveryMs)
  return {
    /** The runtime restarted itself: the waiting time begins again. */
    restart: () => {
      if (downSince !== null) downSince = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    const end = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

function startClock(miniflare: () => Promise<Miniflare>, everyMs = minuteMs) {
  // The worker is looked up each time, because a restart replaces it.
  const tick = async () => {
    const worker = await (await miniflare()).getWorker('site')
    await worker.scheduled({ cron: '* * * * *', scheduledTime: new Date() })
  }
  const timer = setInterval(
    () => void tick().catch((error: unknown) => console.error(`The clock's run failed: ${String(error)}`)),
    everyMs,
  )
  return { tick, stop: () => clearInterval(timer) }
}

const asRecord = (value: unknown) => value as Record<string, unknown> | undefined
// Drops eight lines for each disconnected browser, and failed lookups of picture hosts, which our own log has.
const noise = /disconnected: |^stack: \/|DNS lookup failed/

const toConsole = (line: string, level: string): void =>
  (level === 'error' || level === 'warn' ? console.error : console.log)(line)
