import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../contract/api-error.ts'
import type { EventForm } from '../../contract/organisation/event-form.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { readTogether } from '../../platform/database/read-together.ts'
import { events, questions } from '../../platform/database/tables.ts'
import { importReads } from './event-import/import-file-rows.ts'
import { readOrganiserEvent } from './find-event.ts'

/** What the form of an event offers, and the event that it changes. */
export async function readEventForm(
  ctx: OrganiserContext,
  { program_id, event_id }: { program_id: string; event_id?: string | undefined },
): Promise<EventForm> {
  const { program, venues, waivers } = importReads(ctx.db, program_id)
  const reads = await readTogether(ctx.db, {
    ...{ program, venues, waivers },
    questions: ctx.db.select().from(questions).where(eq(questions.program_id, program_id)).orderBy(questions.key),
    event: ctx.db
      .select({ key: events.key })
      .from(events)
      .where(and(eq(events.program_id, program_id), eq(events.id, event_id ?? ''))),
  })
  const [event] = reads.event
  if (reads.program.length === 0) throw new ApiError('not_found', { param: 'program_id' })
  if (event_id !== undefined && !event) throw new ApiError('not_found', { param: 'event_id' })
  const nameOf = ({ key, name, translations }: { key: string; name: string; translations: Translations }) => ({
    key,
    name: localize({ name, translations }, ctx.contentLanguage).name,
  })
  const titleOf = ({ key, title, translations }: { key: string; title: string; translations: Translations }) => ({
    key,
    name: localize({ title, translations }, ctx.contentLanguage).title,
  })
  return {
    object: 'event_form',
    program_id,
    event: event ? await readOrganiserEvent(ctx, { program_id, key: event.key }) : null,
    venues: reads.venues.map(nameOf),
    waivers: reads.waivers.map(({ name, ...waiver }) => titleOf({ ...waiver, title: name })),
    questions: reads.questions.map((question) => ({
      ...titleOf(question),
      type: question.type,
      required: question.required,
    })),
  }
}
