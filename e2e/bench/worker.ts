import { rmSync } from 'node:fs'
import type { Line } from './budget.ts'
import { floors, uploadBytes } from './build-floors.ts'
import { configWithout } from './config-without.ts'
import { measuredConfig, measuredSite } from './measured-site.ts'
import { openRuntime } from './runtime.ts'
import { benchSecrets } from '../../functions/test-bench/bench-secrets.ts'

const rounds = 5

/** Budget 17: what is uploaded, and what an isolate costs before it answers anything, beside a bare Astro worker. */
export async function worker(): Promise<Line[]> {
  await measuredSite()
  const [ours, bare] = [uploadBytes(measuredConfig), uploadBytes(floors.astro)]
  // The bare worker has no database; the stand-in for the platform's, which comes with one, is not the worker's work.
  const own = configWithout('d1_databases', measuredConfig)
  const best = {
    ours: Number.POSITIVE_INFINITY,
    bare: Number.POSITIVE_INFINITY,
    empty: Number.POSITIVE_INFINITY,
    served: Number.POSITIVE_INFINITY,
  }
  for (let round = 0; round < rounds; round += 1) {
    best.empty = Math.min(best.empty, await startCpu(floors.hono, '/html'))
    best.bare = Math.min(best.bare, await startCpu(floors.astro, '/favicon-that-is-not-there.svg'))
    best.ours = Math.min(best.ours, await startCpu(own, '/calendar/none'))
    best.served = Math.min(best.served, await startCpu(measuredConfig, '/calendar/none'))
  }
  console.log(
    `  CPU of a runtime until its first answer: bare Hono ${best.empty.toFixed(0)} ms, bare Astro ${best.bare.toFixed(0)} ms, the site ${best.ours.toFixed(0)} ms, with the stand-in for its database ${best.served.toFixed(0)} ms`,
  )
  return [
    {
      part: 'worker',
      page: '',
      what: `upload, gzip (1.5 × a bare Astro worker)`,
      budget: bare * 1.5,
      measured: ours,
      unit: 'B',
    },
    {
      part: 'worker',
      page: '',
      what: 'CPU until the first answer, bare Astro worker = 1',
      budget: 2,
      measured: best.ours / best.bare,
      unit: 'times',
    },
  ]
}

/** CPU of a new runtime from its beginning to its first answer: the worker is read, compiled and its modules are run. */
async function startCpu(config: string, path: string): Promise<number> {
  const data = '.wrangler/bench-start'
  rmSync(data, { recursive: true, force: true })
  const runtime = await openRuntime({ config, data, bindings: { ...benchSecrets, PAGE: 'Hello' } })
  await runtime.ask(path)
  const cpu = runtime.cpuMs()
  await runtime.stop()
  return cpu
}
