import type { Bindings } from './context.ts'
import { deliverOutbox } from './deliver-outbox.ts'
import { purgePages } from './page-cache.ts'
import { checkPaymentProvider } from './payments/providers/choose.ts'

/** The worker's bindings with what only our own code may put there: the page cache's door and the outbox's delivery. */
export function ownBindings(env: Env): Bindings {
  checkPaymentProvider(env as Bindings)
  return { ...(env as Bindings), purgePages, deliver: deliverOutbox }
}
