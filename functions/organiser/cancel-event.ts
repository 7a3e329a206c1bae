import { registrationsOfEvent, startEventCancellation } from '../cancellations/cancel-for-event.ts'
import type { CancelledEvent } from '../contract/organiser-event.ts'
import { doneSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { findEvent } from './find-event.ts'
import { setCancelText } from './program-file/event-file-rows.ts'
import { hasStatus } from './publish-event.ts'
import { eventWrites, shownEvent } from './save-event.ts'

/**
 * Cancels an event for good: registration ends with this batch, and its customers are told, in the organisation's words, and get
 * back all that they paid. A second call answers the cancelled event.
 */
export async function cancelEvent(
  ctx: Ctx,
  input: { program_id: string; key: string; text: string },
): Promise<CancelledEvent> {
  const part = await findEvent(ctx, input)
  const { id } = part.row
  if (hasStatus(part, 'cancelled')) {
    const shown = shownEvent(ctx, { program_id: input.program_id, id, event: part.event })
    return { ...shown, message: doneSentence('event_cancelled', ctx.language), registrations: 0 }
  }

  const { response, writes } = await eventWrites(ctx, part, {
    desired: { ...part.event, status: 'cancelled' },
    done: 'event_cancelled',
    isCancelling: true,
  })
  const [[counted]] = await commit(
    ctx,
    [...writes, setCancelText(ctx.db, id, input.text), ...startEventCancellation(ctx, id)],
    registrationsOfEvent(ctx, id),
  )
  return { ...response, registrations: counted?.found ?? 0 }
}
