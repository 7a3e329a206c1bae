import type { Bindings } from './platform/context.ts'
import { checkMailSender } from './delivery/mail/senders/choose.ts'
import { memoizeByTag, purgePages } from './page-cache.ts'
import { checkPaymentProvider } from './platform/cards/choose.ts'

const bindingsByEnv = new WeakMap<Env, Bindings>()

/** The worker's bindings with what only our own code may put there: the page cache's door and the outbox's delivery. Made once per isolate. */
export function ownBindings(env: Env): Bindings {
  const existing = bindingsByEnv.get(env)
  if (existing) return existing
  checkPaymentProvider(env as Bindings)
  checkMailSender(env as Bindings)
  const bindings: Bindings = {
    ...(env as Bindings),
    purgePages,
    memoize: memoizeByTag,
    deliver: async (own, leastUrgent) => (await import('./deliver-outbox.ts')).deliverAfterAnswer(own, leastUrgent),
  }
  bindingsByEnv.set(env, bindings)
  return bindings
}
