// Over 250 lines: every event and job is in one place, with its body and its priority.
import { minuteMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as membershipStates from '../../contract/states/membership-states.ts'
import type { CancellationPreview, StaffDestination } from '../../contract/booking/registration.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Ctx, Priority } from '../context.ts'
import type { Statement } from './database.ts'
import { outbox } from './tables.ts'

type NoBody = Record<string, never>
/**
 * The destination of a cancellation's refund that a mail names: the customer's choice, and the amount that goes to
 * the balance at once.
 */
type MailDestination = { destination: StaffDestination; to_balance: number }
/** For whom a membership is, its last day if it does not renew, and the days of its pause. */
export type MembershipTold = {
  attendee_profile_id: string | null
  ends_on: string | null
  pause_on: string | null
  resume_on: string | null
}
type BookingStart = { source_id: string; starts_at: number }
/** An event's times and venue before a change. */
export type EventSchedule = {
  timezone: string
  dates: { starts_at: number; ends_at: number }[]
  overnight?: boolean | null
  is_online: boolean
  where: string | null
}

/**
 * Domain events by name, each with the data that its notifications need in addition to the row that `ref` names. A use
 * case records the event in the batch that makes it true; `delivery/notifications/notification-table.ts` maps it to
 * recipients and channels.
 */
export type DomainEvents = {
  /** `ref` names the code. */
  'account.code_requested': NoBody
  /** `ref` names the user. Someone tried to sign up with the email address of an existing account. */
  'account.email_in_use': { program_id: string | null }
  /** `ref` names the email change. */
  'account.email_changed': { program_id: string | null }
  /** `ref` names the recovery, which exists only for a known email address. */
  'account.recovery_requested': NoBody
  /** `ref` names the recovery whose link takes over an account that staff made. */
  'account.made_by_staff': NoBody
  /** `ref` names a customer without a log-in, whom the account of the user may take over. */
  'customer.claim_offered': { program_id: string; user_id: string }
  /** `ref` names the merge. What an organisation booked for a customer without a log-in joined another customer. */
  'customer.merged': NoBody
  /** `ref` names the user. */
  'account.password_changed': { program_id: string | null; is_reset?: boolean }
  /** `ref` names the passkey, also in the next event. */
  'account.passkey_added': { program_id: string | null }
  'account.passkey_removed': { program_id: string | null }
  /** `ref` names the session. Someone logged in from a device that is new to the account. */
  'account.new_login': { program_id: string | null }
  /** `ref` names the email change that was reverted. */
  'account.email_restored': NoBody
  /** `ref` names the invitation. */
  'invitation.created': NoBody
  'invitation.accepted': NoBody
  /** `ref` names the staff member. */
  'staff.invited': NoBody
  /** `ref` names the order, also in the next eight events. */
  'order.paid': NoBody
  /** The customer requested a copy of a receipt or of a credit note; `number` names it. */
  'receipt.requested': { number: string }
  /** The order waits for an offline payment. */
  'order.payment_pending': NoBody
  /** Staff booked for the customer, who completes or pays the order with a link. */
  'order.link_sent': NoBody
  /** Staff charged the customer for something. */
  'order.charged': NoBody
  /** The payment is due soon and has not arrived. */
  'order.payment_due': NoBody
  'order.expired': NoBody
  'order.cancelled': {
    returned: number
    requested: number
    registration_ids: string[] | null
    /** The payment arrived after the places were released, and is refunded in full. */
    is_late?: boolean
    /** The late fees that the organisation keeps. */
    late_fee?: number
    /** The organisation's staff cancelled it. */
    is_by_staff?: boolean
  } & Partial<MailDestination>
  /** The organisation cancelled an event, which ended the order's bookings of it. */
  'order.event_cancelled': { event_id: string; returned: number; registration_ids: string[] }
  /** The organisation called a day of an event off. `ref` names one of the customer's orders with places in it. */
  'order.day_off': {
    event_id: string
    day_off_id: string
    order_ids: string[]
    registration_ids: string[]
    returned: number
    visits: number
  } & MailDestination
  /** `ref` names the order. A booking starts soon; `source_id` is the event or the appointment type. */
  'booking.starts_in_24_hours': BookingStart
  'booking.starts_in_2_hours': BookingStart
  /** The event's waiver is not accepted, and its first day is near. */
  'booking.waiver_pending': BookingStart
  /** `ref` names the order. The customer returned a product of the store. */
  'order.item_returned': {
    item_id: string
    quantity: number
    product_name: string
    translations: Translations
    result: 'automatic' | 'request' | 'not_possible'
    amount: number
  } & Partial<MailDestination>
  /** The organisation's staff refunded a part of the order, which stays booked. `key` names the refund. */
  'order.refunded': { amount: number } & MailDestination
  /** The amount of an office payment was corrected; `due` is unpaid after it. */
  'order.payment_corrected': { before: number; after: number; due: number }
  /** `ref` names the registration. */
  'registration.cancelled': {
    result: CancellationPreview['result']
    amount: number
    late_fee?: number
    /** The discount that was deducted from the refund. */
    lost?: { amount: number; coupons: { name: string | null; translations: Translations }[] } | null
    /** The membership that opened the place ended, and its normal price was not paid. */
    is_after_membership?: boolean
    /** The organisation's staff cancelled it. */
    is_by_staff?: boolean
  } & Partial<MailDestination>
  /**
   * `ref` names the registration. The attendee did not come, or was marked by mistake. `penalty` is the fee, and
   * `returns_at` the time at which the remainder is refunded.
   */
  'registration.no_show': {
    result: 'kept' | 'fee' | 'returned' | 'credit_used' | 'credit_back'
    penalty: number
    returned: number
    returns_at: number
    is_corrected: boolean
  }
  /** `ref` names the registration. The organisation's staff changed answers at this time. */
  'registration.answers_changed': { program_id: string; at: number }
  /**
   * `ref` names the registration. The customer chose another time, event or person. `sequence` is the calendar sequence
   * of the new booking, `returned` the refund, `paid` the extra charge.
   */
  'registration.moved': {
    before: Pick<EventSchedule, 'dates' | 'overnight'> & {
      place?: { title: string; option_title: string; translations: Translations }
    }
    sequence: number
    returned?: number
    paid?: number
    /** The organisation's staff moved it. */
    is_by_staff?: boolean
  } & Partial<MailDestination>
  /** `ref` names the waitlist entry, also in the next five events. */
  'waitlist.joined': NoBody
  'waitlist.offered': NoBody
  'waitlist.offer_expiring': NoBody
  'waitlist.offer_expired': NoBody
  /** The options that these people waited for are no longer sold. */
  'waitlist.sale_over': { registration_ids: string[] }
  /** The organisation took these people off the waitlist. */
  'waitlist.removed': { registration_ids: string[] }
  /** Tells the organisation about an entry that was skipped repeatedly. */
  'waitlist.skipped': NoBody
  /** `ref` names the event. */
  'event.changed': { before: EventSchedule; changed_at: number; notify_at: number }
  /** `ref` names the payment. It arrived when nothing was due for its order, and is refunded. */
  'payment.returned': NoBody
  /** `ref` names the refund. */
  'refund.failed': NoBody
  /** `ref` names the request. A customer requests a refund that the organisation decides. */
  'refund.requested': NoBody
  /** The organisation approved or declined the request. */
  'refund.decided': NoBody
  /** The customer withdrew the request. */
  'refund.withdrawn': NoBody
  /** The request had no answer for 14 days. */
  'refund.unanswered': NoBody
  /** `ref` names the payment. The customer was not charged. */
  'payment.failed': NoBody
  /** `ref` names the payment. The organisation recorded a partial payment. */
  'payment.recorded': NoBody
  /** `ref` names the payment. The bank requires the customer's confirmation for an off-session charge. */
  'payment.confirmation_needed': NoBody
  /** `ref` names the instalment, also in the next event. It is due soon. */
  'instalment.upcoming': NoBody
  /** The card was declined, or charged another amount that is refunded, for the `attempt`th time. */
  'instalment.failed': { attempt: number; is_other_sum?: boolean; is_without_card?: boolean; is_card_refused?: boolean }
  /** `ref` names the payment, which paid one or more instalments. */
  'instalment.paid': NoBody
  /** `ref` names the membership, also in the next eight events. A period was paid. */
  'membership.renewed': { paid_on: string }
  /** The card was declined for a period, for the `attempt`th time. */
  'membership.payment_failed': { attempt: number }
  /** A trial ends soon, and the first period will be charged. */
  'membership.trial_ending': NoBody
  /** The membership renews soon: the program's day, and the amount with fee and tax. */
  'membership.renewing': { day: string; amount: number }
  /** A new price was announced. */
  'membership.price_changed': { cost: number }
  /** The organisation's staff changed the membership. */
  'membership.changed': { before: MembershipTold; after: MembershipTold }
  /** The membership ends with its period: the customer cancelled it, or its agreed term is over. */
  'membership.ending': NoBody
  /** The membership has ended, or is suspended until its debt is paid. */
  'membership.ended': { to: StatusIn<typeof membershipStates.stopped>; returned?: number }
  /**
   * `ref` names the first of these places of one customer. Their membership ends before their days, so their normal
   * price is due.
   */
  'registration.price_due': { registration_ids: string[]; reminds?: boolean }
  /** `ref` names the payment. The program's staff must look at it. */
  'payment.needs_attention': { why: string; refund_id?: string; refunded?: number }
  /** `ref` names the entry. A customer's balance got a credit or a debit. */
  'balance.changed': NoBody
  /** `ref` names the stored card. */
  'card.expiring': NoBody
  'session_credit.expiring': NoBody
  /** `ref` names the redemption, also in the next event. An organisation used a visit of a customer. */
  'session_credit.redeemed': NoBody
  'session_credit.returned': NoBody
  /** `ref` names the entry by which an organisation corrected the visits of a customer. */
  'session_credit.adjusted': NoBody
  /** `ref` names the report. */
  'support.received': NoBody
  'support.answered': NoBody
  /** `ref` names the feedback. A family is asked for feedback. */
  'feedback.requested': NoBody
  /** `ref` names the program. It got new feedback since the last mail about feedback. */
  'feedback.received': { digested_at: number }
  /** `ref` names the program. A reader without the standing right opened health information often within a day. */
  'health.read_often': { reader_id: string; staff_id: string | null; reads: number }
  /** `ref` names the message. A customer wrote to a program, or the program to the customer. */
  'message.sent': NoBody
  'message.received': NoBody
  /** `ref` names the newest message of a conversation that was assigned to another member of the team. */
  'conversation.assigned': { assignee_id: string }
  /** `ref` names the program. Its team gets the summary of a day; sales count from `since`. */
  'team.summary_due': { day: string; since: number }
  /** `ref` names the rejection. A mailed reply was not accepted. */
  'message.reply_refused': NoBody
  /** `ref` names the archive. */
  'privacy.export_ready': NoBody
  /** `ref` names the account deletion, also in the next event. */
  'privacy.deletion_scheduled': NoBody
  'privacy.deletion_withdrawn': NoBody
  /** `ref` names the campaign, also in the next event. A program's newsletter is sent. */
  'campaign.news_queued': NoBody
  /** The newsletter is a promotion. */
  'campaign.promotion_queued': NoBody
  /** `ref` names the batch. People of an imported file are invited to create an account. */
  'invites.queued': NoBody
  /** `ref` names the campaign, also in the next event. An announcement to an event's customers is sent. */
  'campaign.announcement_queued': NoBody
  /** The organisation requests a test mail in its own inbox. */
  'campaign.test_requested': NoBody
  /** `ref` names the profile. A subscriber requests a new unsubscribe link. */
  'marketing.link_requested': NoBody
  /** `ref` names the profile. A subscriber unsubscribed and reports that they never signed up. */
  'marketing.never_signed_up': NoBody
  /** `ref` names the subject. The site's operators must look at it. */
  'site.needs_attention': { words: string; facts: Record<string, string | number> }
}
export type DomainEvent = keyof DomainEvents

/** Work that a commit leaves for a verb of a later area, or that runs outside the batch. */
export type Job =
  | 'waitlist.offer'
  | 'order.end_for_event'
  | 'order.charge_card'
  | 'registration.end_for_event'
  | 'registration.undo_over'
  | 'event.day_off'
  | 'customer.day_off'
  | 'registration.settle_no_show'
  | 'membership.check_places'
  | 'order.check_places'
  | 'event.check_places'
  | 'payment.reported'
  | 'dispute.reported'
  | 'refund.reported'
  | 'refund.execute'
  | 'refund.credit'
  | 'refund.late_payment'
  | 'customer.forget'
  | 'setup.reported'
  | 'source.reported'
  | 'export.build'

/** The kind of one message to one recipient on one channel. Only the fan-out of an event creates messages. */
export type DeliveryKind = `mail.${string}` | 'push.notification'

/** Minimum time between mails of one conversation, or about changes of one order. Later changes are sent together. */
export const gatherForMs = 10 * minuteMs

/**
 * Delivery order: codes and security first, then mails that one person waits for (receipts, offers, money), then bulk
 * mails. The lowest number is delivered first (outbox-rows.ts).
 */
export const priorities = { security: 0, transactional: 1, bulk: 2 } as const satisfies Record<Priority, number>

const priorityOf: Record<DomainEvent | Job, Priority> = {
  'account.code_requested': 'security',
  'account.email_in_use': 'security',
  'account.email_changed': 'security',
  'account.email_restored': 'security',
  'account.made_by_staff': 'transactional',
  'customer.claim_offered': 'transactional',
  'customer.merged': 'transactional',
  'account.recovery_requested': 'security',
  'account.password_changed': 'security',
  'account.passkey_added': 'security',
  'account.passkey_removed': 'security',
  'account.new_login': 'security',
  'invitation.created': 'transactional',
  'invitation.accepted': 'transactional',
  'staff.invited': 'transactional',
  'order.paid': 'transactional',
  'receipt.requested': 'transactional',
  'order.payment_pending': 'transactional',
  'order.link_sent': 'transactional',
  'order.charged': 'transactional',
  'order.charge_card': 'transactional',
  'order.payment_due': 'transactional',
  'order.expired': 'transactional',
  'order.cancelled': 'transactional',
  'order.event_cancelled': 'bulk',
  'order.day_off': 'transactional',
  'registration.cancelled': 'transactional',
  'order.item_returned': 'transactional',
  'order.refunded': 'transactional',
  'order.payment_corrected': 'transactional',
  'registration.answers_changed': 'transactional',
  'registration.no_show': 'transactional',
  'registration.settle_no_show': 'transactional',
  'registration.moved': 'transactional',
  'waitlist.joined': 'transactional',
  'waitlist.offered': 'transactional',
  'waitlist.offer_expiring': 'transactional',
  'waitlist.offer_expired': 'transactional',
  'waitlist.sale_over': 'transactional',
  'waitlist.removed': 'transactional',
  'waitlist.skipped': 'transactional',
  'waitlist.offer': 'transactional',
  'event.changed': 'bulk',
  'booking.starts_in_24_hours': 'bulk',
  'booking.starts_in_2_hours': 'transactional',
  'booking.waiver_pending': 'bulk',
  'payment.returned': 'transactional',
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
  'membership.renewing': 'bulk',
  'membership.price_changed': 'bulk',
  'membership.changed': 'transactional',
  'membership.ending': 'transactional',
  'membership.ended': 'transactional',
  'membership.check_places': 'transactional',
  'order.check_places': 'transactional',
  'event.check_places': 'bulk',
  'registration.price_due': 'transactional',
  'payment.needs_attention': 'transactional',
  'balance.changed': 'transactional',
  'card.expiring': 'transactional',
  'session_credit.expiring': 'bulk',
  'session_credit.redeemed': 'transactional',
  'session_credit.returned': 'transactional',
  'session_credit.adjusted': 'transactional',
  'support.received': 'transactional',
  'support.answered': 'transactional',
  'feedback.requested': 'bulk',
  'feedback.received': 'bulk',
  'health.read_often': 'transactional',
  'message.sent': 'transactional',
  'message.received': 'transactional',
  'conversation.assigned': 'transactional',
  'team.summary_due': 'bulk',
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
  'registration.undo_over': 'bulk',
  'event.day_off': 'transactional',
  'customer.day_off': 'transactional',
  'payment.reported': 'transactional',
  'dispute.reported': 'transactional',
  'refund.reported': 'transactional',
  'refund.execute': 'transactional',
  'refund.credit': 'transactional',
  'refund.late_payment': 'transactional',
  'customer.forget': 'bulk',
  'setup.reported': 'transactional',
  'source.reported': 'transactional',
}

/**
 * Records a domain event in the batch that makes it true: ids and amounts, never personal data. `key` (default: the
 * `ref`) deduplicates: a second event with the same key is ignored. `dueAt` delays the event.
 */
export function recordEvent<Kind extends DomainEvent>(
  ctx: Ctx,
  event: { kind: Kind; ref: string; key?: string; body: DomainEvents[Kind]; dueAt?: number | undefined },
): Statement {
  const { kind, ref, key = ref, body, dueAt = ctx.now } = event
  return insertRow(ctx, { kind, ref, key, body, priority: priorityOf[kind], dueAt })
}

/**
 * Queues a job to run after the batch, once per key, not before `dueAt`. Jobs of a mass mailing have its low priority.
 */
export function queueJob(
  ctx: Ctx,
  job: {
    kind: Job
    ref: string
    key?: string
    body?: Record<string, unknown>
    priority?: Priority
    dueAt?: number | undefined
  },
): Statement {
  const { kind, ref, key = ref, body = {}, priority = priorityOf[kind], dueAt = ctx.now } = job
  return insertRow(ctx, { kind, ref, key, body, priority, dueAt })
}

/** Queues one message, once per key; called only by the fan-out of an event. */
export function queueDelivery(
  ctx: Ctx,
  delivery: { kind: DeliveryKind; ref: string; key: string; body: Record<string, unknown>; priority: Priority },
): Statement {
  return insertRow(ctx, { ...delivery, dueAt: ctx.now })
}

/** Records that the batch writes outbox rows of this priority, so that they are delivered right after the response. */
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
