import { ApiError } from '../contract/api-error.ts'
import type { FileEvent } from '../contract/organiser.ts'
import type { Ctx } from '../context.ts'
import type { CompleteFile } from './program-file/complete-file.ts'
import { dayIn } from './program-file/file-times.ts'
import { storedFile } from './program-file/stored-file.ts'
import { readStored, type StoredEvent, type StoredProgram } from './program-file/stored-program.ts'

/** A program as it is kept, and the file that says so; `keys` are of events that may be archived. */
export type FoundProgram = {
  stored: StoredProgram
  file: CompleteFile /** Times like `+30d` are counted from here. */
  firstDay: string
}
export type FoundEvent = FoundProgram & { row: StoredEvent; event: FileEvent }

/** The program of an organiser's call. */
export async function findProgramFile(
  ctx: Ctx,
  programId: string,
  keys: readonly string[] = [],
): Promise<FoundProgram> {
  const stored = await readStored(ctx, programId)
  if (!stored) throw new ApiError('not_found', { param: 'program_id' })
  return {
    stored,
    file: storedFile(stored, new Set(keys)),
    firstDay: stored.program.first_applied_on ?? dayIn(ctx.now, stored.program.timezone),
  }
}

/** An event of an organiser's call, by its key. */
export async function findEventByKey(ctx: Ctx, ask: { program_id: string; key: string }): Promise<FoundEvent> {
  const found = await findProgramFile(ctx, ask.program_id, [ask.key])
  const row = found.stored.events.find(({ key }) => key === ask.key)
  const event = found.file.events.find(({ key }) => key === ask.key)
  if (!row || !event) throw new ApiError('not_found', { param: 'key' })
  return { ...found, row, event }
}
