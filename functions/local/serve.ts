import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler'
import { hashInThread } from './hash-in-thread.ts'

export type Served = { url: string; tick: () => Promise<void>; stop: () => Promise<void> }
type ServeInput = {
  port: number
  host?: string
  /** Folder of the data, the one of `wrangler d1 migrations apply DB --local`. */
  data?: string
  config?: string
  everyMs?: number
  bindings?: Record<string, string>
  /** Text of a module that stands before the worker's own entry and imports it from there. */
  before?: (entry: string) => string
  /** Answers what the worker asks of other hosts; the network does unless said. */
  outside?: (request: Request) => Promise<Response>
  /** Where the worker's log lines go; to the console unless said. */
  say?: (line: string, level: string) => void
}

/** Serves the built worker in workerd, without the development proxy, and runs its clock: wrangler's own Miniflare is used nowhere else. */
export async function serve({
  port,
  host = 'localhost',
  data = '.wrangler/state/v3',
  config = 'dist/server/wrangler.json',
  everyMs = 60_000,
  bindings = {},
  before,
  outside,
  say = toConsole,
}: ServeInput): Promise<Served> {
  const { Miniflare, convertV4MiniflareOptions, Log, LogLevel } = await import(
    createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
  )
  const { workerOptions, externalWorkers } = optionsOf(config)
  const root = resolve(dirname(config))
  const site = {
    ...workerOptions,
    name: 'site',
    // No platform counts the statements of a run here; its time still ends it.
    bindings: { ...asRecord(workerOptions.bindings), OUTBOX_STATEMENTS: '1000000', ...bindings },
    serviceBindings: { ...asRecord(workerOptions.serviceBindings), HASHER: hashInThread },
    ...(outside ? { outboundService: outside } : {}),
    modules: modulesOf(root, config, before),
    rootPath: root,
  }
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host,
      port,
      cf: false,
      log: new Log(LogLevel.WARN),
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        if (!isNoise.test(message)) say(message, level)
      },
      resourcePersistencePath: resolve(data),
      workers: [site, ...externalWorkers],
    }),
  )
  const url: URL = await runtime.ready
  // Asked for anew each time: after a runtime that died was started again, what was got before is of no use.
  const tick = async () =>
    void (await (await runtime.getWorker()).scheduled({ cron: '* * * * *', scheduledTime: new Date() }))
  const clock = setInterval(
    () => void tick().catch((error: unknown) => console.error(`The clock's run failed: ${String(error)}`)),
    everyMs,
  )
  return {
    url: url.origin,
    tick,
    stop: async () => {
      clearInterval(clock)
      await runtime.dispose()
    },
  }
}

const asRecord = (given: unknown) => given as Record<string, unknown> | undefined

// A browser that goes away in the middle of an answer is no news, and the runtime tells it in eight lines. Of a picture's host that there is not, a line of ours says enough.
const isNoise = /disconnected: |^stack: \/|DNS lookup failed/

function toConsole(line: string, level: string): void {
  const say = level === 'error' || level === 'warn' ? console.error : console.log
  say(line)
}

// The first module is the worker's entry.
function modulesOf(root: string, config: string, before?: (entry: string) => string) {
  const main = join(root, (JSON.parse(readFileSync(config, 'utf8')) as { main: string }).main)
  const others = readdirSync(root, { recursive: true })
    .map((file) => join(root, String(file)))
    .filter((file) => file.endsWith('.mjs') && file !== main)
  const modules = [main, ...others].map((path) => ({
    type: 'ESModule',
    path: relative(root, path),
    contents: readFileSync(path, 'utf8'),
  }))
  return before
    ? [{ type: 'ESModule', path: 'before.mjs', contents: before(`./${relative(root, main)}`) }, ...modules]
    : modules
}
