import { forgetSpentSignIns } from './accounts/forget-spent-sign-ins.ts'
import { clockNow } from './clock.ts'
import { type Bindings, type Ctx, makeContext } from './context.ts'
import { deliverOutbox } from './deliver-outbox.ts'

/** What the clock does each minute, in this order; each verb is idempotent and takes what is due, so that a missed minute heals itself. */
const verbs: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ['forget spent sign-ins', forgetSpentSignIns],
]

/** One run of the clock. A verb that fails is logged and does not stop the others. */
export async function runScheduled(env: Bindings): Promise<void> {
  for (const [name, verb] of verbs) {
    const ctx = makeContext({ env, now: await clockNow(env), requestId: crypto.randomUUID() })
    try {
      await verb(ctx)
    } catch (error) {
      ctx.log('scheduled_failed', { verb: name, reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
    }
  }
  await deliverOutbox(env)
}
