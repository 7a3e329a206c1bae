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
 * True when a mail must not be sent to its address. After a bounce, only mail that the reader just requested is sent,
 * such as a code. After a complaint, no news is sent, but mail about bookings is.
 */
export function stops(reasons: readonly SuppressionReason[], mail: Pick<Mail, 'stream' | 'is_requested'>): boolean {
  if (reasons.includes('bounced') && !mail.is_requested) return true
  return reasons.length > 0 && mail.stream === 'marketing'
}

/** Why a mail must not be sent, or null. Checked right before sending, because things change while mail waits. */
export async function whyStopped(ctx: Ctx, mail: Mail): Promise<'mail_suppressed' | 'mail_unsubscribed' | null> {
  const address = suppressionsOf(ctx, emailKey(mail.to))
  const [rows, consents] = mail.reader
    ? await ctx.db.batch([address, consentOf(ctx, mail.reader)])
    : [await address, null]
  const reasons = rows.map(({ reason }) => reason)
  if (stops(reasons, mail)) return 'mail_suppressed'
  return consents && !consents[0]?.is_subscribed ? 'mail_unsubscribed' : null
}

/** True unless the reader turned the mail's reason off; mail to staff has no reason. */
export const isMailWanted = async (ctx: Ctx, mail: Mail, reason: NotificationReason | null): Promise<boolean> =>
  reason === null || isWantedBy(ctx, { email_key: emailKey(mail.to) }, { reason, channel: 'email' })

/**
 * Records that an address bounced or that its reader complained, with the reporting party's code. A complaint stops all
 * news. When no account has the address, it belongs to an organisation or the site, whose people are told.
 */
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

/** Allows mail to an address again, in the batch in which its reader proves that mail arrives. A complaint remains. */
export const mailReaches = (ctx: Ctx, email: string): Statement =>
  deleteSuppression(ctx, { email_key: emailKey(email), reason: 'bounced' })

/** Allows news again after a complaint, in the batch in which the reader subscribes by a link in a mail. */
export const newsIsWelcome = (ctx: Ctx, email: string): Statement =>
  deleteSuppression(ctx, { email_key: emailKey(email), reason: 'complained' })
