import { system } from './actor.ts'
import { clockNow } from './clock.ts'
import { type Bindings, makeContext } from './context.ts'
import { unsubscribeByMail } from './marketing/unsubscribe.ts'
import { takeReturnedMail } from './mail/take-mail-events.ts'

/** A mail to an address of the site, on Cloudflare: a report of returned mail is taken in; nobody reads any other, so that it is refused, and who wrote it hears of it. */
export async function takeReturnedMessage(
  message: Pick<ForwardableEmailMessage, 'raw' | 'to' | 'setReject'>,
  env: Bindings,
): Promise<void> {
  const ctx = makeContext({ env, now: await clockNow(env), actor: system })
  const raw = new Uint8Array(await new Response(message.raw).arrayBuffer())
  const taken = await takeReturnedMail(ctx, raw, message.to, unsubscribeByMail)
  if (taken === 0) message.setReject('Nobody reads mail to this address.')
}
