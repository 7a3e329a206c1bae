import type { NotificationReason } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { isWantedBy } from '../notifications/preference-lookup.ts'
import type { Mail } from './compose-mail.ts'
import { siteAlert } from './site-alert.ts'
import {
  consentOf,
  deleteSuppression,
  findAccount,
  insertSuppression,
  stopAllNews,
  suppressionsOf,
} from './suppression-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

export type SuppressionReason = 'bounced' | 'complained'

/**
 * Whether a mail stops before its address. One that mail never reached gets nothing but what its reader asks for at that moment,
 * as a code; one whose reader complained gets no news, and what they booked is still told.
 */
export function stops(reasons: readonly SuppressionReason[], mail: Pick<Mail, 'stream' | 'is_requested'>): boolean {
  if (reasons.includes('bounced') && !mail.is_requested) return true
  return reasons.length > 0 && mail.stream === 'marketing'
}

/** Why a mail stops as things are now, null where it leaves: what waited, or is in a runner's hands, is looked at again before. */
export async function whyStopped(ctx: Ctx, mail: Mail): Promise<'mail_suppressed' | 'mail_unsubscribed' | null> {
  const address = suppressionsOf(ctx, emailKey(mail.to))
  const [rows, consents] = mail.reader
    ? await ctx.db.batch([address, consentOf(ctx, mail.reader)])
    : [await address, null]
  const reasons = rows.map(({ reason }) => reason)
  if (stops(reasons, mail)) return 'mail_suppressed'
  return consents && !consents[0]?.is_subscribed ? 'mail_unsubscribed' : null
}

/** Whether the reader of a mail has its reason turned on; mail without one, to staff, is not theirs to turn off. */
export const isMailWanted = async (ctx: Ctx, mail: Mail, reason: NotificationReason | null): Promise<boolean> =>
  reason === null || isWantedBy(ctx, { email_key: emailKey(mail.to) }, { reason, channel: 'email' })

/** Notes that mail does not reach an address, or that its reader called it spam, which stops all news, with the code of who said so. An address of nobody's account is one of an organisation or of the site, whose people are told. */
export async function suppressAddress(
  ctx: Ctx,
  { email, reason, code }: { email: string; reason: SuppressionReason; code: string },
): Promise<void> {
  const email_key = emailKey(email)
  const [[account], suppressions] = await ctx.db.batch([findAccount(ctx, email_key), suppressionsOf(ctx, email_key)])
  if (suppressions.some((each) => each.reason === reason)) return
  const alert =
    account || reason !== 'bounced'
      ? []
      : siteAlert(ctx, {
          about: 'mail:bounced',
          words:
            'A mail came back from an address that no account has: an organisation’s own, or one that somebody was invited by. No more mail goes there. If it is an organisation’s, give its file the right one; mail_suppressions in the database has the address.',
          facts: { Reason: code },
        })
  await commit(ctx, [
    insertSuppression(ctx, { email_key, reason, code, created: ctx.now }),
    ...(reason === 'complained' ? [stopAllNews(ctx, email_key)] : []),
    ...alert,
  ])
}

/** Lets mail go to an address again, for the batch in which its reader proves that it arrives. What they called spam stays stopped. */
export const mailReaches = (ctx: Ctx, email: string): Statement =>
  deleteSuppression(ctx, { email_key: emailKey(email), reason: 'bounced' })

/** Lets news go to an address again whose reader called it spam, for the batch in which they ask for it by a link of a mail. */
export const newsIsWelcome = (ctx: Ctx, email: string): Statement =>
  deleteSuppression(ctx, { email_key: emailKey(email), reason: 'complained' })
