import type { Bindings } from './platform/context.ts'
import { memoizeByTag, purgePages } from './page-cache.ts'
import { settingFaults } from './setting-faults.ts'

const bindingsByEnv = new WeakMap<Env, Bindings>()

/**
 * The worker's bindings, and those that only our own code sets: the page cache and the outbox's delivery. Made once per
 * isolate.
 */
export function ownBindings(env: Env): Bindings {
  const existing = bindingsByEnv.get(env)
  if (existing) return existing
  const bindings: Bindings = {
    ...(env as Bindings),
    // Without the setting, a worker counts as public.
    RATE_LIMITS: (env as Bindings).RATE_LIMITS || (DEVELOPMENT_TOOLS ? 'wide' : 'strict'),
    settingFaults: settingFaults(env as Bindings),
    purgePages,
    memoize: memoizeByTag,
    deliver: async (own, leastUrgent) => (await import('./deliver-outbox.ts')).deliverAfterAnswer(own, leastUrgent),
  }
  bindingsByEnv.set(env, bindings)
  return bindings
}
