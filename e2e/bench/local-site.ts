import { rmSync } from 'node:fs'
import { refreshTokenMs } from '../../functions/people/accounts/refresh-token.ts'
import { buildWhenChanged } from '../../functions/local/build.ts'
import { dataPaths } from '../../functions/local/data-folder.ts'
import type { World } from '../../functions/test-bench/bench.ts'
import { migrate } from '../../functions/test-bench/migrate.ts'
import { type Person, sessionCookie } from '../../functions/test-bench/people.ts'
import { d1OverHttp } from '../../functions/test-bench/d1-over-http.ts'
import { counting, openRuntime, type Runtime } from './runtime.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'

export type LocalSite = Runtime & { world: World }
const folder = '.wrangler/bench-local'
let opened: Promise<LocalSite> | undefined

/**
 * The local build, which has the sandbox provider, on an empty database whose queries are counted; opened once per run.
 */
export const localSite = (): Promise<LocalSite> => (opened ??= open())
export const closeLocalSite = async (): Promise<void> => (await opened)?.stop()

async function open(): Promise<LocalSite> {
  rmSync(folder, { recursive: true, force: true })
  const { build, config, data } = dataPaths(folder)
  await buildWhenChanged((line) => console.log(`  ${line}`), build)
  const site = await openRuntime({ config, data, bindings: benchSecrets, before: counting })
  const world = {
    env: { ...benchSecrets, SITE_ORIGIN: site.url, DB: d1OverHttp(site.request) } as unknown as World['env'],
    now: Date.now,
  } satisfies World
  await migrate(world.env.DB)
  return { ...site, world }
}

/** Session cookies of a person of the fixture. */
export async function cookieOf(world: World, person: Person): Promise<string> {
  return `${await sessionCookie(world, person.identity.session_id)}; signed_in=${world.now() + refreshTokenMs}`
}
