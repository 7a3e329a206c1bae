import { type NotificationReason, rulesOf } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Channel, isWanted } from './preference-rules.ts'
import { choiceOf, type Whose } from './preference-rows.ts'

/**
 * Whether a notification goes out to a user, or to who has an address, as they have it now: looked up when a delivery leaves,
 * for it may have been turned off while it waited. An address that no account has turns nothing off.
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
