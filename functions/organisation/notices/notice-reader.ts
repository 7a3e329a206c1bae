import type { Language } from '../../contract/field-rules.ts'
import { isChosen, type NoticeTopic, noticeTopics } from '../../contract/organisation/notices.ts'
import { eventsWithin, type Right, rightOf } from '../../contract/organisation/rights.ts'
import type { Ctx, Reach } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { DeliveryKind } from '../../platform/database/outbox.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import type { Delivery } from '../../delivery/mail/mail-template.ts'
import { insertTeamNotices, memberById } from './notice-rows.ts'

/** A member who gets a mail, and what their rights reach now. */
export type NoticeReader = {
  to: string
  language: Language
  branding: MailBranding
  program_id: string
  /** The reach of the topic's right. */
  reach: Reach
  /** The reach of another right; null without it. */
  reachOf: (right: Right) => Reach | null
}

/** The member of a mail; null when they left, lost the right or turned the topic off after the mail was queued. */
export async function findReader(ctx: Ctx, topic: NoticeTopic, { body }: Delivery): Promise<NoticeReader | null> {
  const [member] = await memberById(ctx.db, String(body['staff_id']))
  if (!member?.is_email_verified || !isChosen(member, topic)) return null
  const { program_id, role, event_ids } = member
  const branding = await findBranding(ctx, program_id, null)
  const reachOf = (right: Right): Reach | null => {
    const shade = rightOf(role, right)
    return shade && { shade, event_ids: eventsWithin(shade, event_ids) }
  }
  const reach = reachOf(noticeTopics[topic].right)
  if (!branding || !reach) return null
  return { to: member.email, language: member.language === 'fr' ? 'fr' : 'en', branding, program_id, reach, reachOf }
}

/** The mails of an event to the members of the program's team who chose the topic. */
export const deliverToTeamMembers = (ctx: Ctx, event: OutboxRow, kind: DeliveryKind): Statement =>
  insertTeamNotices(ctx, event, kind)
