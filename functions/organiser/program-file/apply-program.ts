import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { ProgramFile, ProgramPlan, Refusal } from '../../contract/organiser.ts'
import type { Ctx } from '../../context.ts'
import { commit } from '../../database/commit.ts'
import { checkAgainstStored } from './check-against-stored.ts'
import { checkFile } from './check-file.ts'
import { completeFile } from './complete-file.ts'
import { dayIn } from './file-times.ts'
import { planChanges, realChanges } from './plan-changes.ts'
import { readStored } from './stored-program.ts'
import { storedFile } from './stored-file.ts'
import { writeProgram } from './write-program.ts'

type Asked = { program_id: string; dry_run: boolean; file: ProgramFile }

/** Makes a program what its file says, or says what that would change (decisions.md §24). With a refusal nothing is changed. */
export async function applyProgram(ctx: Ctx, ask: Asked): Promise<ProgramPlan> {
  if (ask.file.program !== ask.program_id) throw new ApiError('invalid_parameter', { param: 'program', message: `This address is that of ${ask.program_id}.` })
  const stored = await readStored(ctx, ask.program_id)
  const firstDay = stored?.program.first_applied_on ?? dayIn(ctx.now, ask.file.timezone)
  const file = completeFile(ask.file, firstDay)

  const changes = planChanges(stored && storedFile(stored, new Set(file.events.map(({ key }) => key)), new Set(file.appointment_types.map(({ key }) => key))), file)
  const refusals = [...checkFile(file), ...checkAgainstStored(stored, { written: ask.file, file, now: ctx.now, mayVerify: ctx.organiser?.program_ids === 'all' })]
  if (ask.dry_run) return { object: 'program_plan', changes, refusals }
  refuseAll(refusals)
  if (realChanges(changes).length === 0) return { object: 'program_plan', changes, refusals }

  ctx.forget(`program:${ask.program_id}`)
  await commit(ctx, writeProgram(ctx, { file, stored, changes, firstDay, textHashes: await hashesOf(file) }))
  return { object: 'program_plan', changes, refusals }
}

function refuseAll(refusals: Refusal[]): void {
  const [first] = refusals
  if (!first) return
  throw new ApiError(first.type as ErrorType, { param: first.path, message: first.message, errors: refusals.map(({ type, path, message }) => ({ type, param: path, message })) })
}

async function hashesOf({ waivers }: ProgramFile): Promise<Map<string, string>> {
  const hashes = await Promise.all(waivers.map(async ({ key, text }) => [key, Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')] as const))
  return new Map(hashes)
}
