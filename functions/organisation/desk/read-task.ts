import { ApiError, nullWhereNotFound } from '../../contract/api-error.ts'
import { localeOf } from '../../contract/date-format.ts'
import type { AlertDecision, DeskTask, DeskTaskKind } from '../../contract/organisation/desk.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import { orderMailWords } from '../../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { orderPlaces } from '../../money/fulfilment/order-places.ts'
import { type DeskSubject, openDeskLink } from '../../delivery/mail/desk-link.ts'
import { type LoadedOrder, livePayment, loadOrder } from '../../money/orders/load-order.ts'
import { amountDue, amountRemaining } from '../../money/orders/order-money.ts'
import { oddPayment } from '../../money/payments/end-odd-payment.ts'
import { type LoadedRefund, refundReads } from '../../money/refunds/create-refund.ts'
import { refundableFor } from '../../money/refunds/decide-refund-request.ts'
import { type LoadedRefundRequest, loadRefundRequest } from '../../money/refunds/show-refund-request.ts'
import { decisionOf, orderOf } from './desk-rows.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import * as refundStates from '../../contract/states/refund-states.ts'

type Decision = Awaited<ReturnType<typeof decisionOf>>[number]
/** A task with everything its page and its decision need. */
export type LoadedTask = Omit<DeskSubject, 'kind'> & {
  kind: DeskTaskKind
  /** The id of the task in the table of decisions. */
  task: string
  expires_at: number
  order: LoadedOrder
  refunds: LoadedRefund[]
  request: LoadedRefundRequest | null
  /** The refund of an alert. */
  refund: LoadedRefund | null
  decision: Decision | null
}
type DeskInput = { program_id: string; token: string }

/** The task that a mail links to. Reading decides nothing. */
export async function readTask(ctx: Ctx, input: DeskInput): Promise<DeskTask> {
  return toTask(ctx, await loadTask(ctx, input))
}

/** The task of a link. Throws `not_found` for a forged link or another program's, and `link_expired` for an old one. */
export async function loadTask(ctx: Ctx, input: DeskInput): Promise<LoadedTask> {
  const subject = await openDeskLink(ctx, input.token)
  const notFound = () => new ApiError('not_found', { param: 'token' })
  if (subject.kind === 'conversation') throw notFound()
  const request = subject.kind === 'refund_request' ? await loadRefundRequest(ctx, subject.id) : null
  if (subject.kind === 'refund_request' && !request) throw notFound()
  const orderId = request?.order_id ?? (subject.kind === 'offline_payment' ? subject.id : orderOf(subject.id))
  const task = [subject.kind, subject.id, subject.why, subject.refund_id].filter((part) => part !== null).join('.')
  const [order, refunds, [decision]] = await Promise.all([
    loadOrder(ctx, orderId).catch(nullWhereNotFound),
    refundReads(ctx, orderId),
    decisionOf(ctx.db, task),
  ])
  if (order?.program_id !== input.program_id) throw notFound()
  const refund = refunds.find(({ id }) => id === subject.refund_id) ?? null
  return { ...subject, kind: subject.kind, task, order, refunds, request, refund, decision: decision ?? null }
}

/** The decisions about a task that are possible now; empty if it was decided or needs no decision any longer. */
export function choicesOf(task: LoadedTask): DeskTask['choices'] {
  const { kind, order, request, refund, decision } = task
  if (kind === 'refund_request') return request?.status === 'requested' ? ['approve', 'decline'] : []
  if (kind === 'offline_payment') return isWaiting(order) ? ['record'] : []
  if (decision) return []
  if (!refund) return oddPayment(order, task) ? ['end_payment', 'seen'] : ['seen']
  if (refund.status === 'requires_action') return ['returned_by_hand']
  const isOpen = refundStates.unsuccessful.has(refund.status)
  const wasSent = task.refunds.some(({ dedupe }) => dedupe === `instead:${refund.id}`)
  const again: AlertDecision[] = order.payments.some(({ id, intent_id }) => id === refund.payment_id && intent_id)
    ? ['send_again']
    : []
  if (isOpen && !wasSent) return [...again, 'to_balance', 'returned_by_hand']
  return isOpen ? [] : ['seen']
}

// An offline order without a card payment in progress.
const isWaiting = (order: LoadedOrder): boolean =>
  (order.status === 'pending' && isPromised(order) && livePayment(order)?.checkout_method !== 'card') ||
  (order.status === 'expired' && order.due_at !== null)

/** A task for its page. */
export function toTask(ctx: Ctx, task: LoadedTask): DeskTask {
  const { order, request } = task
  const inMoney = (amount: number) => money(amount, order, ctx.language)
  const places = orderPlaces(ctx, placesOf(task), {
    locale: localeOf(ctx.language, order.program.country),
    namesPeople: true,
  })
  const due = order.status === 'expired' ? amountDue(order) : amountRemaining(order)
  const live = livePayment(order)
  return {
    object: 'desk_task',
    kind: task.kind,
    program_id: order.program_id,
    why: task.why,
    order_id: order.id,
    order_status: order.status,
    receipt_number: order.receipt_number,
    customer_name: `${order.profile.first_name} ${order.profile.last_name}`,
    places: places.map(({ attendee, title, when }) => ({ who: attendee, what: title, when })),
    reason: request?.reason ?? null,
    reason_other: request?.reason_other ?? null,
    comment: request?.comment ?? null,
    paid_with: paidWith(ctx, order),
    destination: request?.destination ?? null,
    amount: inMoney(amountOf(task, due)),
    amount_paid: inMoney(order.amount_paid),
    amount_due: inMoney(due),
    amount_most: inMoney(refundableFor(order, request ?? null)),
    due_at: instant(order.due_at),
    payment_id: task.kind === 'offline_payment' ? (live?.id ?? null) : null,
    received: order.payments
      .filter(({ status, checkout_method }) => status === 'succeeded' && checkout_method === 'offline')
      .map((payment) => ({
        amount: inMoney(payment.amount_received),
        received_as: payment.received_as,
        reference: payment.reference,
        recorded_by: payment.recorded_by,
        at: instant(payment.updated),
      })),
    choices: choicesOf(task),
    decision: decisionFor(ctx, task),
    created: instant(request?.created ?? order.created),
    expires_at: instant(task.expires_at),
  }
}

function placesOf({ order, request }: LoadedTask): LoadedOrder['registrations'] {
  if (request?.item_id) return []
  if (!request || request.registration_ids.length === 0) return order.registrations
  return order.registrations.filter(({ registration }) => request.registration_ids.includes(registration.id))
}

function amountOf({ kind, request, refund, order, id }: LoadedTask, due: number): number {
  if (kind === 'refund_request') return request?.amount ?? 0
  if (kind === 'offline_payment') return due
  return refund?.amount ?? order.payments.find((payment) => payment.id === id)?.amount_received ?? 0
}

function paidWith(ctx: Ctx, order: LoadedOrder): string | null {
  const card = order.payments.findLast(({ status }) => status === 'succeeded')?.card
  if (!card?.last4) return null
  const brand = card.brand ? `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)}` : ''
  return orderMailWords[ctx.language].card(brand, card.last4)
}

function decisionFor(ctx: Ctx, task: LoadedTask): DeskTask['decision'] {
  const { kind, request, order, decision } = task
  const inMoney = (amount: number) => money(amount, order, ctx.language)
  if (kind === 'refund_request' && request && request.status !== 'requested')
    return {
      is: request.status,
      amount: request.amount_approved === null ? null : inMoney(request.amount_approved),
      text: request.decision_text,
      decided_by: request.decided_by,
      decided_at: instant(request.decided_at ?? request.updated),
    }
  if (kind === 'offline_payment' && !isWaiting(order)) {
    const last = order.payments.findLast(({ recorded_by }) => recorded_by !== null)
    return {
      is: order.paid_at === null ? order.status : 'paid',
      amount: inMoney(order.amount_paid),
      text: null,
      decided_by: last?.recorded_by ?? null,
      decided_at: instant(order.paid_at ?? order.updated),
    }
  }
  if (!decision) return null
  return {
    is: decision.destination === 'account_balance' ? 'to_balance' : decision.decision,
    amount: null,
    text: decision.note,
    decided_by: decision.decided_by,
    decided_at: instant(decision.decided_at),
  }
}
