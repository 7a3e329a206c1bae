import { mayChangeAll } from '../../../platform/actor.ts'
import { ApiError } from '../../../contract/api-error.ts'
import type { ProgramFile, ProgramPlan } from '../../../contract/organisation/organiser.ts'
import { doneSentence } from '../../../contract/sentences/sentence.ts'
import { renderAhead } from '../../../platform/rendered-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { checkAgainstStored } from './check-against-stored.ts'
import { warnOfBookings } from './booking-warnings.ts'
import { checkFile } from './check-file.ts'
import { completeFileInChunks } from './complete-file.ts'
import { fileIds } from './file-ids.ts'
import { dayIn } from './file-times.ts'
import { planChangesInChunks, realChanges } from './plan-changes.ts'
import { afterLastChange, refuseOldVersion, versionOf } from '../version.ts'
import { refuseAll } from './refuse.ts'
import { storedFile } from './stored-file.ts'
import { readStoredProgram } from './stored-program.ts'
import { textHashesOf } from './write-lists.ts'
import { writeProgram } from './write-program.ts'

type ApplyProgramInput = {
  program_id: string
  dry_run: boolean
  version?: string | undefined
  file: ProgramFile
  reason?: string
}

/** Makes a program equal its file, or returns the plan. A refusal changes nothing. */
export async function applyProgram(before: Ctx, input: ApplyProgramInput): Promise<ProgramPlan> {
  if (input.file.program !== input.program_id)
    throw new ApiError('invalid_parameter', {
      param: 'program',
      message: `This address is that of ${input.program_id}.`,
    })
  const stored = await readStoredProgram(before, input.program_id)
  const ctx = afterLastChange(before, stored?.program)
  const read = stored && versionOf(stored.program)
  refuseOldVersion(ctx, input.version, read ?? '')
  const firstDay = stored?.program.first_applied_on ?? dayIn(ctx.now, input.file.timezone)
  const file = await completeFileInChunks(input.file, firstDay)

  const keys = (items: readonly { key: string }[]) => new Set(items.map(({ key }) => key))
  const named = { events: keys(file.events), appointment_types: keys(file.appointment_types) }
  const changes = await planChangesInChunks(stored && (await storedFile(stored, named)), file)
  const refusals = [
    ...(await checkFile(input.file, file)),
    ...(await checkAgainstStored(stored, {
      written: input.file,
      file,
      now: ctx.now,
      mayVerify: mayChangeAll(ctx.actor),
    })),
  ]
  const warnings = await warnOfBookings(ctx, file)
  const plan = { object: 'program_plan' as const, version: read, changes, refusals, warnings }
  const isSame = realChanges(changes).length === 0 && refusals.length === 0
  if (isSame || input.dry_run)
    return { ...plan, message: isSame ? doneSentence('nothing_to_change', ctx.language) : null }
  refuseAll(refusals)

  // A page that lists programs has no cache tag of a program that it does not list yet.
  ctx.request.invalidateTags(`program:${input.program_id}`, 'programs')
  await writeProgram(ctx, {
    file,
    stored,
    ids: fileIds(ctx, file, stored),
    changes,
    firstDay,
    textHashes: await textHashesOf(file),
    reason: input.reason ?? 'program_file',
  })
  await renderAhead(ctx, file)
  return { ...plan, version: versionOf({ updated: ctx.now }), message: doneSentence('program_updated', ctx.language) }
}
