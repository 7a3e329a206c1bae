import type { MessageState } from '../../contract/contact/message.ts'

/** Every way a message goes on: only forward. What was opened, came back, failed or was cancelled stays as it is. */
export const messageMoves: Record<MessageState, readonly MessageState[]> = {
  draft: ['scheduled', 'queued', 'cancelled'],
  scheduled: ['queued', 'cancelled'],
  queued: ['sent', 'delivered', 'opened', 'bounced', 'failed', 'cancelled'],
  sent: ['delivered', 'opened', 'bounced', 'failed'],
  delivered: ['opened', 'bounced'],
  opened: [],
  bounced: [],
  failed: [],
  cancelled: [],
}

export const mayMoveMessage = (from: MessageState, to: MessageState): boolean => messageMoves[from].includes(to)
