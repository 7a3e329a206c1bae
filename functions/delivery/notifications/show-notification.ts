import { distinctNameList } from '../../contract/name-list.ts'
import type { Language } from '../../contract/field-rules.ts'
import { instant } from '../../contract/instant.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { type Notification, type NotificationReason, rulesOf } from '../../contract/delivery/notification.ts'
import { notificationWords } from '../../contract/sentences/notification-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { feedbackPath } from '../../platform/identity/feedback-code.ts'
import type { NotificationRow } from './notification-rows.ts'

/** A notification in its reader's language, as in a program's list. */
export function showNotification(
  { notification, receipt_number, program, bookings, feedback }: NotificationRow,
  { env, language, program_id }: { env: Ctx['env']; language: Language; program_id: string },
): Notification {
  const { reason, outcome, amount, currency, order_id, registration_id, event_id } = notification
  const words = notificationWords[language]
  const titles = [...new Set(bookings.map((booking) => localize(booking, language).title))]
  const [title, text] = words.told[reason]({
    outcome,
    title: titles.slice(0, 2).join(', ') || null,
    names: distinctNameList(
      bookings.map(({ first_name }) => first_name),
      language,
    ),
    amount:
      amount === null || currency === null
        ? null
        : displayMoney(amount, { currency, program: { country: program.country ?? undefined } }, language),
    receipt: receipt_number,
    isReturned: amount !== null && amount > 0 && currency !== null,
  })
  return {
    id: notification.id,
    object: 'notification',
    program_id: notification.program_id,
    topic_group: rulesOf(reason).topic_group,
    reason,
    is_read: notification.read_at !== null,
    is_archived: notification.archived_at !== null,
    title,
    text,
    url:
      (feedback && feedbackPath(env, { ...feedback, program_id: notification.program_id ?? program_id })) ??
      `/pg/${program_id}/profile/${pageOf(reason, order_id)}`,
    order_id,
    registration_id,
    event_id,
    created: instant(notification.created),
  }
}

/** The program page that a notification links to. */
function pageOf(reason: NotificationReason, orderId: string | null): string {
  if (orderId !== null) return `orders/${orderId}`
  if (reason === 'payment_due') return 'schedule'
  if (reason === 'balance_changed') return 'balance'
  if (reason === 'card_expiring') return 'payment-methods'
  if (rulesOf(reason).topic_group === 'memberships') return 'packages'
  if (reason === 'invitation') return 'family'
  if (rulesOf(reason).topic_group === 'waitlist') return 'schedule'
  if (reason === 'data_request') return 'privacy'
  if (reason === 'message_received' || reason === 'promotion') return 'messages'
  return rulesOf(reason).topic_group === 'account' ? 'account' : 'overview'
}
