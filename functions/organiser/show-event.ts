import type { OrganiserEvent } from '../contract/organiser-event.ts'
import type { Ctx } from '../context.ts'
import { findEvent } from './find-event.ts'
import { shownEvent } from './save-event.ts'

/** One event, in the words of the program file. */
export async function showEvent(ctx: Ctx, input: { program_id: string; key: string }): Promise<OrganiserEvent> {
  const { row, event } = await findEvent(ctx, input)
  return shownEvent(ctx, { program_id: input.program_id, id: row.id, event })
}
