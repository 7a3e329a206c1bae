import { type NotificationReason, rulesOf } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Channel, isWanted } from './preference-rules.ts'
import { choiceOf, type Whose } from './preference-rows.ts'

/**
 * True when a user, or the owner of an address, currently wants a notification on a channel. Checked at sending, because
 * it may have been turned off while it waited. True for an address without an account.
 */
export async function isWantedBy(
  ctx: Ctx,
  whose: Whose,
  { reason, channel }: { reason: NotificationReason; channel: Channel },
): Promise<boolean> {
  if (channel === 'email' && rulesOf(reason).email === 'required') return true
  const [choice] = await choiceOf(ctx, reason, whose)
  return !choice || isWanted(reason, channel, choice)
}
