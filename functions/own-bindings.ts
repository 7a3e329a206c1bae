import type { Bindings } from './platform/context.ts'
import { memoizeByTag, purgePages } from './page-cache.ts'
import { settingFaults } from './setting-faults.ts'

const bindingsByEnv = new WeakMap<Env, Bindings>()

/** The worker's bindings with what only our own code may put there: the page cache's door and the outbox's delivery. Made once per isolate. */
export function ownBindings(env: Env): Bindings {
  const existing = bindingsByEnv.get(env)
  if (existing) return existing
  const bindings: Bindings = {
    ...(env as Bindings),
    // A worker that is told nothing is one that strangers reach.
    RATE_LIMITS: (env as Bindings).RATE_LIMITS || (DEVELOPMENT_TOOLS ? 'wide' : 'strict'),
    settingFaults: settingFaults(env as Bindings),
    purgePages,
    memoize: memoizeByTag,
    deliver: async (own, leastUrgent) => (await import('./deliver-outbox.ts')).deliverAfterAnswer(own, leastUrgent),
  }
  bindingsByEnv.set(env, bindings)
  return bindings
}
