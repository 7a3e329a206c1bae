import { registrationsOfEvent, startEventCancellation } from '../cancellations/start-event-cancellation.ts'
import type { CancelledEvent } from '../contract/organiser-event.ts'
import { doneSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { findEventByKey } from './find-events.ts'
import { noteCancelText } from './program-file/program-file-rows.ts'
import { isThere } from './publish-event.ts'
import { eventWrites, shownEvent } from './save-event.ts'

/**
 * Cancels an event for good (decisions.md §5): nobody can register from this batch on, and everybody who has something of it is
 * told, with the organisation's words, and gets back all that he paid. A second call answers the cancelled event.
 */
export async function cancelEvent(
  ctx: Ctx,
  ask: { program_id: string; key: string; text: string },
): Promise<CancelledEvent> {
  const found = await findEventByKey(ctx, ask)
  const { id } = found.row
  if (isThere(found, 'cancelled')) {
    const shown = shownEvent(ctx, { program_id: ask.program_id, id, event: found.event })
    return { ...shown, message: doneSentence('event_cancelled', ctx.language), registrations: 0 }
  }

  const { answer, writes } = await eventWrites(ctx, found, {
    wanted: { ...found.event, status: 'cancelled' },
    done: 'event_cancelled',
    isCancelling: true,
  })
  const [[counted]] = await commit(
    ctx,
    [...writes, noteCancelText(ctx.db, id, ask.text), ...startEventCancellation(ctx, id)],
    registrationsOfEvent(ctx, id),
  )
  return { ...answer, registrations: counted?.found ?? 0 }
}
