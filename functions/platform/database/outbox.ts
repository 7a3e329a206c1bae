// Over 250 lines: every event and job with its body and its priority, side by side.
import { minuteMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as membershipStates from '../../contract/states/membership-states.ts'
import type { CancellationPreview, RefundDestination } from '../../contract/booking/registration.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Ctx, Priority } from '../context.ts'
import type { Statement } from './database.ts'
import { outbox } from './tables.ts'

type NoBody = Record<string, never>
/** Where money of a cancellation goes: as its customer chose, and how much of what returns at once is on the balance. */
type ToldDestination = { destination: RefundDestination; to_balance: number }
type BookingStart = { source_id: string; starts_at: number }
/** When and where an event was before it changed. */
export type EventSchedule = {
  timezone: string
  dates: { starts_at: number; ends_at: number }[]
  is_online: boolean
  where: string | null
}

/**
 * What happened, by the name of the event, with what its notifications need beyond the row that `ref` names. A verb records
 * it in the batch that makes it true; `delivery/notifications/notification-table.ts` says whom it reaches and how.
 */
export type DomainEvents = {
  /** `ref`: the code. */
  'account.code_requested': NoBody
  /** `ref`: the user. Someone tried to sign up with the email of an account. */
  'account.email_in_use': { program_id: string | null }
  /** `ref`: the email change. */
  'account.email_changed': { program_id: string | null }
  /** `ref`: the recovery, which exists only where an account has the email. */
  'account.recovery_requested': NoBody
  /** `ref`: the user. */
  'account.password_changed': { program_id: string | null; is_reset?: boolean }
  /** `ref`: the passkey, as in the next. */
  'account.passkey_added': { program_id: string | null }
  'account.passkey_removed': { program_id: string | null }
  /** `ref`: the session. Someone logged in on a device that the account was not known on. */
  'account.new_login': { program_id: string | null }
  /** `ref`: the email change that was undone. */
  'account.email_restored': NoBody
  /** `ref`: the invitation. */
  'invitation.created': NoBody
  'invitation.accepted': NoBody
  /** `ref`: the order, as in the next six. */
  'order.paid': NoBody
  /** The order waits for money that is brought later. */
  'order.payment_pending': NoBody
  /** The money is due soon, and has not come. */
  'order.payment_due': NoBody
  'order.expired': NoBody
  'order.cancelled': {
    returned: number
    requested: number
    registration_ids: string[] | null
    /** The money came after the places were gone, and all of it goes back. */
    is_late?: boolean
    /** What is kept as late fees. */
    late_fee?: number
  } & Partial<ToldDestination>
  /** The organisation cancelled an event, and what the order had of it has ended. */
  'order.event_cancelled': { event_id: string; returned: number; registration_ids: string[] }
  /** `ref`: the order. What it has booked starts soon; `source_id` is the event or the appointment type. */
  'booking.starts_in_24_hours': BookingStart
  'booking.starts_in_2_hours': BookingStart
  /** The waiver of the event is not accepted, and its first day is near. */
  'booking.waiver_pending': BookingStart
  /** `ref`: the order. Its customer gives a thing of the store back. */
  'order.item_returned': {
    item_id: string
    quantity: number
    product_name: string
    translations: Translations
    result: 'automatic' | 'request' | 'not_possible'
    amount: number
  } & Partial<ToldDestination>
  /** `ref`: the registration. */
  'registration.cancelled': {
    result: CancellationPreview['result']
    amount: number
    late_fee?: number
    /** The discount that came out of the refund. */
    lost?: { amount: number; coupons: { name: string | null; translations: Translations }[] } | null
  } & Partial<ToldDestination>
  /** `ref`: the registration. Its person did not come, or was marked so by mistake; what that costs, and from when on what comes back is sent. */
  'registration.no_show': {
    result: 'kept' | 'fee' | 'returned' | 'credit_used' | 'credit_back'
    penalty: number
    returned: number
    returns_at: number
    is_corrected: boolean
  }
  /** `ref`: the registration. Its customer chose another time, event or person; `sequence` is that of its new one, `returned` what comes back, `paid` what it cost more. */
  'registration.moved': {
    before: Pick<EventSchedule, 'dates'> & {
      place?: { title: string; option_title: string; translations: Translations }
    }
    sequence: number
    returned?: number
    paid?: number
  }
  /** `ref`: the entry of a waitlist, as in the next four. */
  'waitlist.joined': NoBody
  'waitlist.offered': NoBody
  'waitlist.offer_expiring': NoBody
  'waitlist.offer_expired': NoBody
  /** The organisation is told of an entry that was passed over again and again. */
  'waitlist.skipped': NoBody
  /** `ref`: the event. */
  'event.changed': { before: EventSchedule; changed_at: number; notify_at: number }
  /** `ref`: the refund. */
  'refund.failed': NoBody
  /** `ref`: the request. A customer asks for money that the organisation decides about. */
  'refund.requested': NoBody
  /** The organisation approved or declined it. */
  'refund.decided': NoBody
  /** The customer took it back. */
  'refund.withdrawn': NoBody
  /** No one answered it for 14 days. */
  'refund.unanswered': NoBody
  /** `ref`: the payment. The customer was not charged. */
  'payment.failed': NoBody
  /** `ref`: the payment. The organisation was given a part of the money. */
  'payment.recorded': NoBody
  /** `ref`: the payment. A card was to be charged without its customer, and its bank asks for them. */
  'payment.confirmation_needed': NoBody
  /** `ref`: the part of an order, as in the next. Its day is near. */
  'instalment.upcoming': NoBody
  /** Its card was refused, or brought another sum that goes back, for the `attempt`th time. */
  'instalment.failed': { attempt: number; is_other_sum?: boolean; is_without_card?: boolean }
  /** `ref`: the payment. One or more parts were paid with it. */
  'instalment.paid': NoBody
  /** `ref`: the membership, as in the next. A period was paid. */
  'membership.renewed': { paid_on: string }
  /** The card of a period was refused, for the `attempt`th time. */
  'membership.payment_failed': { attempt: number }
  /** A trial ends soon, and its first period is charged. */
  'membership.trial_ending': NoBody
  /** Another price was announced. */
  'membership.price_changed': { cost: number }
  /** It ends with its period: its customer says so, or it was agreed for a time. */
  'membership.ending': NoBody
  /** It has ended, or is closed until what is open is paid. */
  'membership.ended': { to: StatusIn<typeof membershipStates.stopped>; returned?: number }
  /** `ref`: the payment. The people of the program have to look at it. */
  'payment.needs_attention': { why: string; refund_id?: string }
  /** `ref`: the entry. Something came to the balance of a customer, or left it. */
  'balance.changed': NoBody
  /** `ref`: the stored card. */
  'card.expiring': NoBody
  'session_credit.expiring': NoBody
  /** `ref`: the report. */
  'support.received': NoBody
  'support.answered': NoBody
  /** `ref`: the feedback. A family is asked how it was. */
  'feedback.requested': NoBody
  /** `ref`: the program. Families said how it was, since the last mail about it. */
  'feedback.received': { digested_at: number }
  /** `ref`: the message. A customer wrote to a program, and a program to a customer. */
  'message.sent': NoBody
  'message.received': NoBody
  /** `ref`: the refusal. A reply by mail could not be taken. */
  'message.reply_refused': NoBody
  /** `ref`: the archive. */
  'privacy.export_ready': NoBody
  /** `ref`: the way out of an account, as in the next. */
  'privacy.deletion_scheduled': NoBody
  'privacy.deletion_withdrawn': NoBody
  /** `ref`: the campaign, as in the next three. News of a program leave. */
  'campaign.news_queued': NoBody
  /** The news are an offer. */
  'campaign.promotion_queued': NoBody
  /** `ref`: the batch. People of a file are invited to make an account. */
  'invites.queued': NoBody
  /** `ref`: the campaign. Word to the people of an event leaves. */
  'campaign.announcement_queued': NoBody
  /** The organisation wants to see the mail in its own inbox. */
  'campaign.test_requested': NoBody
  /** `ref`: the profile. A reader wants a new link out of the news. */
  'marketing.link_requested': NoBody
  /** `ref`: the profile. A reader left the news and says they never signed up. */
  'marketing.never_signed_up': NoBody
  /** `ref`: what it is about. The people who run the site have to look at it. */
  'site.needs_attention': { words: string; facts: Record<string, string | number> }
}
export type DomainEvent = keyof DomainEvents

/** Work that a commit leaves to be done by a verb of a later area, or outside of the batch. */
export type Job =
  | 'waitlist.offer'
  | 'order.end_for_event'
  | 'registration.end_for_event'
  | 'registration.settle_no_show'
  | 'payment.reported'
  | 'dispute.reported'
  | 'refund.reported'
  | 'refund.execute'
  | 'refund.late_payment'
  | 'customer.forget'
  | 'setup.reported'
  | 'source.reported'
  | 'export.build'

/** One message to one recipient on one channel: only the fan-out of an event makes it. */
export type DeliveryKind = `mail.${string}` | 'push.notification'

/** Mails of one conversation, and about changes of one order, leave at most once in this time: what comes after the first goes together. */
export const gatherForMs = 10 * minuteMs

/** What leaves first: codes and security, then what one person waits for (receipts, offers, money), then everything sent to many; a run takes the lowest number first (outbox-rows.ts). */
export const priorities = { security: 0, transactional: 1, bulk: 2 } as const satisfies Record<Priority, number>

const priorityOf: Record<DomainEvent | Job, Priority> = {
  'account.code_requested': 'security',
  'account.email_in_use': 'security',
  'account.email_changed': 'security',
  'account.email_restored': 'security',
  'account.recovery_requested': 'security',
  'account.password_changed': 'security',
  'account.passkey_added': 'security',
  'account.passkey_removed': 'security',
  'account.new_login': 'security',
  'invitation.created': 'transactional',
  'invitation.accepted': 'transactional',
  'order.paid': 'transactional',
  'order.payment_pending': 'transactional',
  'order.payment_due': 'transactional',
  'order.expired': 'transactional',
  'order.cancelled': 'transactional',
  'order.event_cancelled': 'bulk',
  'registration.cancelled': 'transactional',
  'order.item_returned': 'transactional',
  'registration.no_show': 'transactional',
  'registration.settle_no_show': 'transactional',
  'registration.moved': 'transactional',
  'waitlist.joined': 'transactional',
  'waitlist.offered': 'transactional',
  'waitlist.offer_expiring': 'transactional',
  'waitlist.offer_expired': 'transactional',
  'waitlist.skipped': 'transactional',
  'waitlist.offer': 'transactional',
  'event.changed': 'bulk',
  'booking.starts_in_24_hours': 'bulk',
  'booking.starts_in_2_hours': 'transactional',
  'booking.waiver_pending': 'bulk',
  'refund.failed': 'transactional',
  'refund.requested': 'transactional',
  'refund.decided': 'transactional',
  'refund.withdrawn': 'transactional',
  'refund.unanswered': 'transactional',
  'payment.failed': 'transactional',
  'payment.recorded': 'transactional',
  'payment.confirmation_needed': 'transactional',
  'instalment.upcoming': 'transactional',
  'instalment.failed': 'transactional',
  'instalment.paid': 'transactional',
  'membership.renewed': 'transactional',
  'membership.payment_failed': 'transactional',
  'membership.trial_ending': 'transactional',
  'membership.price_changed': 'bulk',
  'membership.ending': 'transactional',
  'membership.ended': 'transactional',
  'payment.needs_attention': 'transactional',
  'balance.changed': 'transactional',
  'card.expiring': 'transactional',
  'session_credit.expiring': 'bulk',
  'support.received': 'transactional',
  'support.answered': 'transactional',
  'feedback.requested': 'bulk',
  'feedback.received': 'bulk',
  'message.sent': 'transactional',
  'message.received': 'transactional',
  'message.reply_refused': 'transactional',
  'privacy.export_ready': 'transactional',
  'privacy.deletion_scheduled': 'security',
  'privacy.deletion_withdrawn': 'security',
  'export.build': 'transactional',
  'campaign.news_queued': 'bulk',
  'campaign.promotion_queued': 'bulk',
  'invites.queued': 'bulk',
  'campaign.announcement_queued': 'bulk',
  'campaign.test_requested': 'transactional',
  'marketing.link_requested': 'transactional',
  'marketing.never_signed_up': 'transactional',
  'site.needs_attention': 'transactional',
  'order.end_for_event': 'bulk',
  'registration.end_for_event': 'bulk',
  'payment.reported': 'transactional',
  'dispute.reported': 'transactional',
  'refund.reported': 'transactional',
  'refund.execute': 'transactional',
  'refund.late_payment': 'transactional',
  'customer.forget': 'bulk',
  'setup.reported': 'transactional',
  'source.reported': 'transactional',
}

/**
 * Records what happened, for the batch that makes it true: ids and amounts, never personal data. `key` (the `ref` unless
 * given) makes it once: the same event with the same key is ignored. `dueAt` lets it wait.
 */
export function recordEvent<Kind extends DomainEvent>(
  ctx: Ctx,
  event: { kind: Kind; ref: string; key?: string; body: DomainEvents[Kind]; dueAt?: number },
): Statement {
  const { kind, ref, key = ref, body, dueAt = ctx.now } = event
  return insertRow(ctx, { kind, ref, key, body, priority: priorityOf[kind], dueAt })
}

/** Leaves work to be done after the batch, once for a key, at the earliest at `dueAt`. Work for a mass mailing waits as the mailing does. */
export function queueJob(
  ctx: Ctx,
  job: { kind: Job; ref: string; key?: string; priority?: Priority; dueAt?: number },
): Statement {
  const { kind, ref, key = ref, priority = priorityOf[kind], dueAt = ctx.now } = job
  return insertRow(ctx, { kind, ref, key, body: {}, priority, dueAt })
}

/** Queues one message, once for a key: written by the fan-out of an event alone. */
export function queueDelivery(
  ctx: Ctx,
  delivery: { kind: DeliveryKind; ref: string; key: string; body: Record<string, unknown>; priority: Priority },
): Statement {
  return insertRow(ctx, { ...delivery, dueAt: ctx.now })
}

/** Notes that the batch leaves rows of this priority in the outbox, so that they are delivered right after the answer. */
export function recordOutboxRows(ctx: Ctx, priority: Priority): void {
  const current = ctx.request.outboxPriority
  if (current === null || priorities[current] < priorities[priority]) ctx.request.outboxPriority = priority
}

type NewRow = {
  kind: DomainEvent | Job | DeliveryKind
  ref: string
  key: string
  body: Record<string, unknown>
  priority: Priority
  dueAt: number
}

function insertRow(ctx: Ctx, { kind, ref, key, body, priority, dueAt }: NewRow): Statement {
  recordOutboxRows(ctx, priority)
  return ctx.db
    .insert(outbox)
    .values({ kind, ref, dedupe: `${kind}:${key}`, body, priority: priorities[priority], due_at: dueAt })
    .onConflictDoNothing()
}
