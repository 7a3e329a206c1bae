import type { Bindings } from './context.ts'
import { clockOffsetMs } from './local/clock-offset.ts'

/** The worker's clock, ms since 1970. A local build may have been moved by POST /dev/clock; the test bench brings its own. */
export async function clockNow(env: Bindings): Promise<number> {
  if (env.fixedNow) return env.fixedNow()
  if (DEVELOPMENT_TOOLS) return Date.now() + (await clockOffsetMs(env.DB))
  return Date.now()
}
