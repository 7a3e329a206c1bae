import { ApiError } from '../../contract/api-error.ts'
import { type MessageState, mayTransition } from '../../contract/states/message-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { system } from '../../platform/actor.ts'
import { type MessageRow, messageById, updateState } from './message-rows.ts'

/**
 * Changes the state of a message, with its history. A message that has changed in the meantime, or may not get this
 * state, stays as it is.
 */
export async function transitionMessage(
  ctx: Ctx,
  message: Pick<MessageRow, 'id' | 'step' | 'state'>,
  change: { state: MessageState; sent?: number; opened?: number },
): Promise<void> {
  if (!mayTransition(message.state, change.state)) return
  try {
    await commit(ctx, [
      updateState(ctx, message, change),
      guard(ctx.db, 'state'),
      historyRow(ctx, {
        object: 'message',
        object_id: message.id,
        step: message.step,
        from: message.state,
        to: change.state,
        actor: system,
        at: ctx.now,
      }),
    ])
  } catch (error) {
    if (!(error instanceof ApiError && error.isConflict)) throw error
  }
}

/**
 * POST messages/{message_id}/track: records the first opening of an organisation's message. There is no log-in and the
 * reader is not recorded. Nothing is recorded if the browser asks not to be tracked. An unknown id is no error.
 */
export async function trackMessage(ctx: Ctx, input: { message_id: string; mayTrack: boolean }): Promise<void> {
  if (!input.mayTrack) return
  const [message] = await messageById(ctx, input.message_id)
  if (message?.sender !== 'organiser') return
  await transitionMessage(ctx, message, { state: 'opened', opened: ctx.now })
}
