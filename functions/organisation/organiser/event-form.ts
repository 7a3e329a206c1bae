import { ApiError } from '../../contract/api-error.ts'
import type { EventForm } from '../../contract/organisation/event-form.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { readTogether } from '../../platform/database/read-together.ts'
import { importReads } from './event-import/import-file-rows.ts'
import { readOrganiserEvent } from './find-event.ts'
import { showQuestion } from './save-question.ts'
import { keyOfEvent, questionsOfForm } from './season-rows.ts'

/** What the form of an event offers, and the event that it changes. */
export async function readEventForm(
  ctx: OrganiserContext,
  { program_id, event_id }: { program_id: string; event_id?: string | undefined },
): Promise<EventForm> {
  const { program, venues, waivers } = importReads(ctx.db, program_id)
  const reads = await readTogether(ctx.db, {
    ...{ program, venues, waivers },
    questions: questionsOfForm(ctx.db, program_id),
    event: keyOfEvent(ctx.db, { program_id, event_id: event_id ?? '' }),
  })
  const [event] = reads.event
  if (reads.program.length === 0) throw new ApiError('not_found', { param: 'program_id' })
  if (event_id !== undefined && !event) throw new ApiError('not_found', { param: 'event_id' })
  const named = (row: { key: string; name: string; translations: Translations }) => ({
    key: row.key,
    name: localize({ name: row.name, translations: row.translations }, ctx.contentLanguage).name,
  })
  // A waiver has a title instead of a name.
  const titled = (row: { key: string; title: string; translations: Translations }) => ({
    key: row.key,
    name: localize({ title: row.title, translations: row.translations }, ctx.contentLanguage).title,
  })
  return {
    object: 'event_form',
    program_id,
    event: event ? await readOrganiserEvent(ctx, { program_id, key: event.key }) : null,
    venues: reads.venues.map(named),
    waivers: reads.waivers.map(({ name, ...waiver }) => titled({ ...waiver, title: name })),
    questions: reads.questions.map((row) => showQuestion(row, ctx.contentLanguage)),
  }
}
