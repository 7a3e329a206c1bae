import { registrationsOfEvent, startEventCancellation } from '../../changes/cancellations/cancel-for-event.ts'
import type { FileText, Translations } from '../../contract/texts.ts'
import type { CancelledEvent } from '../../contract/organisation/organiser-event.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { findEvent } from './find-event.ts'
import { checkTexts } from './program-file/check-texts.ts'
import { splitTexts } from './program-file/file-texts.ts'
import { refuseAll } from './program-file/refuse.ts'
import { setCancelText } from './program-file/event-file-rows.ts'
import { hasStatus } from './publish-event.ts'
import { eventWrites, shownEvent } from './save-event.ts'

/**
 * Cancels an event permanently: registration ends with this batch, and its customers get the organisation's message and
 * a full refund. A repeated call returns the cancelled event.
 */
export async function cancelEvent(
  ctx: Ctx,
  input: { program_id: string; key: string; text: FileText },
): Promise<CancelledEvent> {
  const part = await findEvent(ctx, input)
  const { id } = part.row
  if (hasStatus(part, 'cancelled')) {
    const shown = shownEvent(ctx, { program_id: input.program_id, id, updated: part.row.updated, event: part.event })
    return { ...shown, message: doneSentence('event_cancelled', ctx.language), registrations: 0 }
  }

  refuseAll(checkTexts({ text: input.text }, '', part.file))
  const { text: cancel_text, translations } = splitTexts({ text: input.text }, part.file.language)
  const { response, writes } = await eventWrites(ctx, part, {
    desired: { ...part.event, status: 'cancelled' },
    done: 'event_cancelled',
    isCancelling: true,
  })
  const [[counted]] = await commit(
    ctx,
    [
      ...writes,
      setCancelText(ctx.db, id, { cancel_text, cancel_translations: asCancelTexts(translations) }),
      ...startEventCancellation(ctx, id),
    ],
    registrationsOfEvent(ctx, id),
  )
  return { ...response, registrations: counted?.found ?? 0 }
}

const asCancelTexts = ({ language, ...others }: Translations): Translations => ({
  language,
  ...Object.fromEntries(Object.entries(others).map(([name, { text }]) => [name, { cancel_text: text }])),
})
