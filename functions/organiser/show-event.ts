import type { OrganiserEvent } from '../contract/organiser-event.ts'
import type { Ctx } from '../context.ts'
import { findEventByKey } from './find-events.ts'
import { shownEvent } from './save-event.ts'

/** One event, in the words of the program file. */
export async function showEvent(ctx: Ctx, ask: { program_id: string; key: string }): Promise<OrganiserEvent> {
  const { row, event } = await findEventByKey(ctx, ask)
  return shownEvent(ctx, { program_id: ask.program_id, id: row.id, event })
}
