import { cpSync, readFileSync, rmSync } from 'node:fs'
import { buildForProduction, buildWhenChanged } from '../../functions/local/build.ts'
import { dataPaths } from '../../functions/local/data-folder.ts'
import type { FrontLimits } from '../../functions/local/front-limits.ts'
import { freePort } from '../../functions/local/port.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { serveSite } from '../../functions/local/serve-site.ts'
import { type HttpClient, createHttpClient } from '../../functions/test-bench/http-client.ts'
import { d1OverHttp, rowsFrom, sqlEndpoint, worldAt } from '../../functions/test-bench/d1-over-http.ts'
import { clockFrom } from '../../functions/test-bench/moment.ts'
import { chosenMoment } from '../proofs/chosen-moment.ts'
import { preparedSite } from '../proofs/prepared-site.ts'
import { registerStandIns, standInSettings, benchSecrets } from '../../functions/test-bench/stand-ins.ts'

const beforeWorker = readFileSync(new URL('../proofs/before-worker.mjs', import.meta.url), 'utf8')

export type OneMachineSite = Awaited<ReturnType<typeof openOneMachineSite>>
type OneMachineInput = {
  name: string
  /** False for controls, where the runtime itself listens. */
  hasFront: boolean
  /**
   * True for a site started as `npm run serve` does, with fakes of the card provider and the mail sender. Otherwise
   * it is started as `npm start` does.
   */
  isProduction?: boolean
  limits?: Partial<FrontLimits>
  trustedProxies?: readonly string[]
  bindings?: Record<string, string>
  inspectorPort?: number
  outside?: (request: Request) => Promise<Response>
}

/** The built site on one machine, with its own empty, migrated database. */
export async function openOneMachineSite({
  name,
  hasFront,
  isProduction = false,
  limits,
  trustedProxies,
  bindings,
  inspectorPort,
  outside,
}: OneMachineInput) {
  const folder = `.wrangler/one-machine-${name}`
  rmSync(folder, { recursive: true, force: true })
  const { data, build, config } = dataPaths(folder)
  await (isProduction ? buildForProduction : buildWhenChanged)(() => {}, build)
  cpSync((await preparedSite()).migratedData, data, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const logs: string[] = []
  const clock = clockFrom(chosenMoment(name))
  const input = {
    port,
    data,
    config,
    everyMs: 2 ** 31 - 1,
    bindings: { ...benchSecrets, ...(isProduction ? standInSettings : {}), SITE_ORIGIN: url, ...bindings },
    before: (entry: string) =>
      beforeWorker.replaceAll('WORKER', entry) + sqlEndpoint + (isProduction ? registerStandIns : '') + clock.text,
    report: (line: string) => void logs.push(line),
    ...(outside ? { outside } : {}),
    ...(inspectorPort ? { inspectorPort } : {}),
  }
  const begun = performance.now()
  const served = hasFront
    ? await serveSite({
        ...input,
        siteOrigin: url,
        ...(limits ? { limits } : {}),
        ...(trustedProxies ? { trustedProxies } : {}),
      })
    : await startRuntime(input)
  const startedMs = performance.now() - begun
  const request: HttpClient & { close: () => void } = createHttpClient(() => url)
  const db = d1OverHttp(request)
  return {
    url,
    port,
    host: `localhost:${port}`,
    logs,
    clock,
    /** Duration of the first start. */
    startedMs,
    request,
    sql: rowsFrom(db),
    bench: worldAt(url, db, clock.now),
    stop: async () => {
      request.close()
      await served.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
