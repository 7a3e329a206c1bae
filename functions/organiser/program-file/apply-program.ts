import { mayChangeAll } from '../../actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ProgramFile, ProgramPlan } from '../../contract/organiser.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../context.ts'
import { commit } from '../../database/commit.ts'
import { checkAgainstStored } from './check-against-stored.ts'
import { checkFile } from './check-file.ts'
import { completeFile } from './complete-file.ts'
import { fileIds } from './file-ids.ts'
import { dayIn } from './file-times.ts'
import { planChanges, realChanges } from './plan-changes.ts'
import { refuseAll } from './refuse.ts'
import { readStored } from './stored-program.ts'
import { storedFile } from './stored-file.ts'
import { textHashesOf, writeProgram } from './write-program.ts'

type ApplyProgramInput = { program_id: string; dry_run: boolean; file: ProgramFile }

/** Makes a program what its file says, or says what that would change (decisions.md §24). With a refusal nothing is changed. */
export async function applyProgram(ctx: Ctx, ask: ApplyProgramInput): Promise<ProgramPlan> {
  if (ask.file.program !== ask.program_id)
    throw new ApiError('invalid_parameter', { param: 'program', message: `This address is that of ${ask.program_id}.` })
  const stored = await readStored(ctx, ask.program_id)
  const firstDay = stored?.program.first_applied_on ?? dayIn(ctx.now, ask.file.timezone)
  const file = completeFile(ask.file, firstDay)

  const changes = planChanges(
    stored &&
      storedFile(
        stored,
        new Set(file.events.map(({ key }) => key)),
        new Set(file.appointment_types.map(({ key }) => key)),
      ),
    file,
  )
  const refusals = [
    ...checkFile(ask.file, file),
    ...checkAgainstStored(stored, {
      written: ask.file,
      file,
      now: ctx.now,
      mayVerify: mayChangeAll(ctx.actor),
    }),
  ]
  const plan = { object: 'program_plan' as const, changes, refusals }
  const isSame = realChanges(changes).length === 0 && refusals.length === 0
  if (isSame || ask.dry_run)
    return { ...plan, message: isSame ? doneSentence('nothing_to_change', ctx.language) : null }
  refuseAll(refusals)

  // A page that lists programs cannot name one that was not on it.
  ctx.request.invalidateTags(`program:${ask.program_id}`, 'programs')
  await commit(
    ctx,
    writeProgram(ctx, {
      file,
      stored,
      ids: fileIds(ctx, file, stored),
      changes,
      firstDay,
      textHashes: await textHashesOf(file),
      reason: 'program_file',
    }),
  )
  return { ...plan, message: doneSentence('program_updated', ctx.language) }
}
