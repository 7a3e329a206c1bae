import {
  countsOfCancellation,
  registrationsOfEvent,
  startEventCancellation,
} from '../../changes/cancellations/cancel-for-event.ts'
import { previewEventCancellation } from '../../changes/cancellations/preview-event-cancellation.ts'
import { ApiError } from '../../contract/api-error.ts'
import { money } from '../../contract/display-money.ts'
import type { Translations } from '../../contract/texts.ts'
import type { CancelEventRequest, CancelledEvent } from '../../contract/organisation/organiser-event.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { type EventPart, findEvent } from './find-event.ts'
import { checkTexts } from './program-file/check-texts.ts'
import { splitTexts } from './program-file/file-texts.ts'
import { refuseAll } from './program-file/refuse.ts'
import { setCancelText } from './program-file/event-file-rows.ts'
import { hasStatus } from './publish-event.ts'
import { eventWrites, shownEvent } from './save-event.ts'
import { versionOf } from './version.ts'

/**
 * Cancels an event permanently, or previews it: registration ends with this batch, and its customers get the
 * organisation's message and a full refund. A repeated call returns the cancelled event.
 */
export async function cancelEvent(
  ctx: Ctx,
  input: { program_id: string; key: string } & CancelEventRequest,
): Promise<CancelledEvent> {
  const { text, dry_run: isDryRun = false } = input
  const part = await findEvent(ctx, input)
  const { id, updated } = part.row
  if (hasStatus(part, 'cancelled')) {
    const shown = shownEvent(ctx, { program_id: input.program_id, id, updated, event: part.event })
    const [told] = await countsOfCancellation(ctx, id)
    return {
      ...{ ...shown, message: doneSentence('event_cancelled', ctx.language), dry_run: isDryRun },
      ...{ registrations: 0, families: told?.families ?? 0, preview: null },
    }
  }

  if (text === undefined && !isDryRun) throw new ApiError('required', { param: 'text' })
  if (text !== undefined) refuseAll(checkTexts({ text }, '', part.file))
  const { response, writes } = await eventWrites(ctx, part, {
    desired: { ...part.event, status: 'cancelled' },
    done: 'event_cancelled',
    isCancelling: true,
    isDryRun,
  })
  if (text === undefined || isDryRun) return { ...response, ...(await previewOf(ctx, part)) }

  const { text: cancel_text, translations } = splitTexts({ text }, part.file.language)
  const [[counted], [told]] = await commit(
    ctx,
    [
      ...writes,
      setCancelText(ctx.db, id, { cancel_text, cancel_translations: asCancelTexts(translations) }),
      ...startEventCancellation(ctx, id),
    ],
    registrationsOfEvent(ctx, id),
    countsOfCancellation(ctx, id),
  )
  return {
    ...{ ...response, dry_run: false, registrations: counted?.found ?? 0 },
    ...{ families: told?.families ?? 0, preview: null },
  }
}

async function previewOf(ctx: Ctx, { row, stored: { program } }: EventPart) {
  const { registrations, families, places, waiting, returned_by } = await previewEventCancellation(ctx, row.id)
  const inMoney = (amount: number) => money(amount, { currency: row.currency, program }, ctx.language)
  return {
    ...{ version: versionOf(row), message: null, dry_run: true, registrations, families },
    preview: {
      ...{ places, waiting, amount: inMoney(sum(returned_by.map(({ amount }) => amount))) },
      returned_by: returned_by.map(({ by, amount }) => ({ by, amount: inMoney(amount) })),
    },
  }
}

const asCancelTexts = ({ language, ...others }: Translations): Translations => ({
  language,
  ...Object.fromEntries(Object.entries(others).map(([name, { text }]) => [name, { cancel_text: text }])),
})
