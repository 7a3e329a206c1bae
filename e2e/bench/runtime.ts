import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { freePort } from '../../functions/local/port.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { type HttpClient, createHttpClient } from '../../functions/test-bench/http-client.ts'
import { runtimeAt } from '../runtimes.ts'
import { sqlEndpoint } from '../../functions/test-bench/d1-over-http.ts'

/**
 * A worker in its own runtime. `cpuMs` is the CPU time of its process; `restart` starts a new process at the same URL.
 */
export type Runtime = {
  url: string
  request: HttpClient
  cpuMs: () => number
  restart: () => Promise<void>
  stop: () => Promise<void>
}
type RuntimeInput = {
  config: string
  data: string
  bindings?: Record<string, string>
  port?: number
  before?: (entry: string) => string
}

const countingWorker = readFileSync(new URL('counting-worker.mjs', import.meta.url), 'utf8')
/** Gives the benchmark access to the database of a runtime and counts the queries. */
export const counting = (entry: string) => countingWorker.replaceAll('WORKER', entry) + sqlEndpoint

/** Serves a built worker without its scheduler, so that only requests cost CPU. */
export async function openRuntime({ config, data, bindings = {}, port, before }: RuntimeInput): Promise<Runtime> {
  const here = port ?? (await freePort())
  const url = `http://localhost:${here}`
  const start = async () => {
    const served = await startRuntime({
      port: here,
      data,
      config,
      everyMs: 2 ** 31 - 1,
      bindings: { SITE_ORIGIN: url, ...bindings },
      ...(before ? { before } : {}),
      report: (line, level) => void (level === 'error' && console.error(line)),
    })
    return { pid: runtimeAt(here), stop: served.stop }
  }
  let running = await start()
  const request = createHttpClient(() => url)
  return {
    url,
    request,
    cpuMs: () => cpuMsOf(running.pid),
    restart: async () => {
      await running.stop()
      running = await start()
    },
    stop: async () => {
      request.close()
      await running.stop()
    },
  }
}

const ticksASecond = 100
/** User and system time of a process. Without /proc, `ps` gives it in hundredths of a second. */
function cpuMsOf(pid: number): number {
  if (process.platform === 'linux') {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1000
  }
  const [seconds = 0, minutes = 0, hours = 0] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(':')
    .map(Number)
    .reverse()
  return (seconds + minutes * 60 + hours * 3600) * 1000
}
