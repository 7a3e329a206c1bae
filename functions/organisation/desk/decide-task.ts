import type { OrganiserClient } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AlertDecision, DecideDeskRequest, DeskTask } from '../../contract/organisation/desk.ts'
import { writtenAmount } from '../../contract/organisation/written-amount.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { endOddPayment, oddPayment } from '../../money/payments/end-odd-payment.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import { approveRefund, declineRefund } from '../../money/refunds/decide-refund-request.ts'
import { completeRefundRequests } from '../../money/refunds/follow-refund-requests.ts'
import { refundToBalance, returnedByHand, sendRefundAgain } from '../../money/refunds/return-by-hand.ts'
import { insertDecision } from './desk-rows.ts'
import { choicesOf, type LoadedTask, loadTask, readTask } from './read-task.ts'

/**
 * Decides the task that a mail links to, under the name of the person who opened it. Throws 409 if it was decided
 * before; the page shows that decision.
 */
export async function decideTask(ctx: Ctx, input: DecideDeskRequest): Promise<DeskTask> {
  const task = await loadTask(ctx, input)
  const { decision } = input
  const choices = choicesOf(task)
  if (choices.length === 0) throw new ApiError('state_conflict', { param: 'decision' })
  if (!choices.includes(decision)) throw new ApiError('invalid_option', { param: 'decision' })
  // A reader of the program's mail acts for the program. The name they entered is kept with the decision.
  const actor: OrganiserClient = { type: 'organiser_client', client_id: 'mail', program_ids: [input.program_id] }
  await decide(ctx, task, { ...input, actor })
  return readTask(ctx, input)
}

type Deciding = DecideDeskRequest & { actor: OrganiserClient }

async function decide(ctx: Ctx, task: LoadedTask, input: Deciding): Promise<void> {
  const { program_id, actor, decided_by, decision } = input
  if (decision === 'approve') {
    const amount = readAmount(task, input)
    await approveRefund(ctx, { program_id, refund_request_id: task.id, actor, amount, text: input.text, decided_by })
  } else if (decision === 'decline') {
    if (!input.text) throw new ApiError('required', { param: 'text' })
    await declineRefund(ctx, { program_id, refund_request_id: task.id, actor, text: input.text, decided_by })
  } else if (decision === 'record') {
    await record(ctx, task, input)
  } else {
    await settleAlert(ctx, task, { ...input, decision })
  }
}

async function record(ctx: Ctx, task: LoadedTask, input: Deciding): Promise<void> {
  const amount = readAmount(task, input)
  if (amount === 0) throw new ApiError('invalid_amount', { param: 'amount' })
  const { program_id, actor, decided_by, received_as = 'other', reference, payment_id } = input
  await recordPayment(ctx, {
    program_id,
    order_id: task.order.id,
    actor,
    amount,
    received_as,
    reference,
    recorded_by: decided_by,
    payment_id,
  })
}

async function settleAlert(ctx: Ctx, task: LoadedTask, input: Deciding & { decision: AlertDecision }): Promise<void> {
  const { actor, decision } = input
  const odd = decision === 'end_payment' ? oddPayment(task.order, task) : null
  const work: Statement[] = odd
    ? endOddPayment(ctx, task.order, odd, actor)
    : !task.refund || decision === 'seen'
      ? []
      : decision === 'returned_by_hand'
        ? returnedByHand(ctx, task.order, { refund: task.refund, actor })
        : decision === 'to_balance'
          ? refundToBalance(ctx, task.order, { refund: task.refund, actor })
          : sendRefundAgain(ctx, task.refund, actor)
  await commit(ctx, [
    insertDecision(ctx.db, {
      task: task.task,
      program_id: input.program_id,
      // A refund to the balance counts as retried. Ending a payment counts as checked.
      decision: decision === 'to_balance' ? 'send_again' : decision === 'end_payment' ? 'seen' : decision,
      destination: decision === 'to_balance' ? 'account_balance' : null,
      note: input.text || null,
      decided_by: input.decided_by,
      decided_at: ctx.now,
    }),
    ...work,
  ])
  if (task.refund?.refund_request_id) await completeRefundRequests(ctx)
}

function readAmount({ order }: LoadedTask, { amount }: Deciding): number {
  if (!amount?.trim()) throw new ApiError('required', { param: 'amount' })
  const read = writtenAmount(amount, order.currency)
  if (read === null) throw new ApiError('invalid_amount', { param: 'amount' })
  return read
}
