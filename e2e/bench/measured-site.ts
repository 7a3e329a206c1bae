import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildForProduction } from '../../functions/local/build.ts'
import type { World } from '../../functions/test-bench/bench.ts'
import { registerStandIns, standInSettings, withStandIns, benchSecrets } from '../../functions/test-bench/stand-ins.ts'
import { migrate } from '../../functions/test-bench/migrate.ts'
import { d1OverHttp } from '../../functions/test-bench/d1-over-http.ts'
import { freePort } from '../../functions/local/port.ts'
import { buildFloors, floors } from './build-floors.ts'
import { type Filled, fillSite } from './fill-site.ts'
import { counting, openRuntime, type Runtime } from './runtime.ts'

const folder = '.wrangler/bench-measured'
/** The configuration of the production build. */
const measuredConfig = `${folder}/build/server/wrangler.json`
export type MeasuredSite = Filled & {
  site: Runtime
  /** Starts the bare Hono worker on a copy of the same data. */
  openFloors: (bindings: Record<string, string>) => Promise<Runtime>
  /** A bare Astro worker. */
  bare: Runtime
  stop: () => Promise<void>
}

const bindings = { ...benchSecrets, ...standInSettings }
const countingWithStandIns = (entry: string) => counting(entry) + registerStandIns

let opened: Promise<MeasuredSite> | undefined
/** The production build on a fixed, large database, with a bare Astro page; opened once per run. */
export const measuredSite = (): Promise<MeasuredSite> => (opened ??= open())
export const closeMeasuredSite = async (): Promise<void> => (await opened)?.stop()

async function open(): Promise<MeasuredSite> {
  rmSync(folder, { recursive: true, force: true })
  await buildForProduction(() => {}, `${folder}/build`)
  buildFloors()
  const port = await freePort()
  const [data, floorData] = [`${folder}/data`, `${folder}/floor-data`]

  // Two runtimes must not share a database file, so there are two databases with the same rows.
  const filling = await openRuntime({ config: measuredConfig, data, port, bindings, before: countingWithStandIns })
  const world = {
    env: { ...benchSecrets, SITE_ORIGIN: filling.url, DB: d1OverHttp(filling.request) } as unknown as World['env'],
    now: Date.now,
  } satisfies World
  await migrate(world.env.DB)
  const filled = await fillSite(filling, world)
  await filling.stop()
  cpSync(data, floorData, { recursive: true })

  const site = await openRuntime({
    config: withoutAssets(measuredConfig),
    data,
    port,
    bindings,
    before: withStandIns,
  })
  const bare = await openRuntime({ config: withoutAssets(floors.astro), data: `${folder}/bare-data` })
  const others: Runtime[] = []
  const openFloors = async (bindings: Record<string, string>) => {
    const made = await openRuntime({ config: floors.hono, data: floorData, bindings })
    others.push(made)
    return made
  }
  return {
    ...filled,
    site,
    bare,
    openFloors,
    stop: async () => void (await Promise.all([site, bare, ...others].map((each) => each.stop()))),
  }
}

/**
 * The same worker without the platform's service for static files, which runs in the same process and would count as its work.
 */
function withoutAssets(config: string): string {
  const { assets: _assets, ...others } = JSON.parse(readFileSync(config, 'utf8')) as Record<string, unknown>
  const path = join(config, '../without-assets.json')
  writeFileSync(path, JSON.stringify(others))
  return path
}
