import { ApiError } from '../../contract/api-error.ts'
import type { Event, EventOption } from '../../contract/offering/event.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EventRecord } from './event-record.ts'
import { publicEvent } from './event-rows.ts'
import { showEvent } from './show-event.ts'
import { showOption } from './show-option.ts'

/** One public event: published, or cancelled. */
export async function findEvent(ctx: Ctx, input: { event_id: string }): Promise<Event> {
  return showEvent(await readEvent(ctx, input.event_id), ctx)
}

type OptionListInput = Page & { event_id: string; sort: 'position' | 'name' | 'cost' }

/** A page of the options of an event. */
export async function listOptions(ctx: Ctx, input: OptionListInput): Promise<List<EventOption>> {
  const event = await readEvent(ctx, input.event_id)
  const options = event.options
    .filter(({ is_removed }) => is_removed === 0)
    .sort((one, other) => compare(one[input.sort], other[input.sort]) || one.position - other.position)
  if (input.order === 'desc') options.reverse()
  const page = options.slice(input.skip, input.skip + input.limit)
  return list(
    page.map((option) => showOption(event, option, ctx)),
    options.length,
    input,
  )
}

/** One option of an event. */
export async function findOption(ctx: Ctx, input: { event_id: string; option_id: string }): Promise<EventOption> {
  const event = await readEvent(ctx, input.event_id)
  const option = event.options.find(({ id, is_removed }) => id === input.option_id && is_removed === 0)
  if (!option) throw new ApiError('not_found')
  return showOption(event, option, ctx)
}

async function readEvent(ctx: Ctx, event_id: string): Promise<EventRecord> {
  const [event] = await publicEvent(ctx.db).execute({ event_id })
  if (!event) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${event.program.id}`, `places:${event.program.id}`, `event:${event.id}`)
  return event
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
