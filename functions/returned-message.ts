import { system } from './platform/actor.ts'
import type { Bindings, Ctx } from './platform/context.ts'
import { makeContext, clockNow } from './platform/make-context.ts'
import { unsubscribeByMail } from './contact/marketing/unsubscribe.ts'
import { takeReturnedMail } from './delivery/mail/take-mail-events.ts'
import { takeMailReply } from './contact/messages/take-mail-reply.ts'

/**
 * Processes an incoming mail: a reply in a conversation, or a report of returned mail. Returns the number of effects; 0
 * for a mail that is ignored.
 */
export async function takeInboundMail(ctx: Ctx, raw: Uint8Array<ArrayBuffer>, cameTo: string | null): Promise<number> {
  const reply = await takeMailReply(ctx, raw, cameTo)
  if (reply && !('ignored' in reply && reply.ignored === 'bounce')) return 1
  return (await takeReturnedMail(ctx, raw, cameTo, unsubscribeByMail)) + (reply ? 1 : 0)
}

/** A mail to an address of the site, on Cloudflare. An ignored mail is rejected, so that its sender knows. */
export async function takeReturnedMessage(
  message: Pick<ForwardableEmailMessage, 'raw' | 'to' | 'setReject'>,
  env: Bindings,
): Promise<void> {
  const ctx = makeContext({ env, now: await clockNow(env), actor: system })
  const raw = new Uint8Array(await new Response(message.raw).arrayBuffer())
  const taken = await takeInboundMail(ctx, raw, message.to)
  if (taken === 0) message.setReject('Nobody reads mail to this address.')
  const { outboxPriority } = ctx.request
  if (outboxPriority) await env.deliver?.(env, outboxPriority)
}
