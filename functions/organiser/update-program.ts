import { mayChangeAll } from '../actor.ts'
import { withChanges } from '../contract/changed-fields.ts'
import {
  type OrganiserProgram,
  type ProgramSettings,
  programLists,
  type UpdateProgramRequest,
} from '../contract/organiser-event.ts'
import { doneSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { findProgramFile } from './find-events.ts'
import { checkAgainstStored } from './program-file/check-against-stored.ts'
import { checkFile } from './program-file/check-file.ts'
import { type CompleteFile, completeFile } from './program-file/complete-file.ts'
import { fileIds } from './program-file/file-ids.ts'
import { planChanges, realChanges } from './program-file/plan-changes.ts'
import { refuseAll } from './program-file/refuse.ts'
import { textHashesOf, writeProgram } from './program-file/write-program.ts'

/** Changes the fields of a program that are given, and leaves its lists (decisions.md §21, §24). Its id is never changed. */
export async function updateProgram(
  ctx: Ctx,
  ask: { program_id: string; changes: UpdateProgramRequest },
): Promise<OrganiserProgram> {
  const { stored, file: current, firstDay } = await findProgramFile(ctx, ask.program_id)
  const { program: _, ...given } = ask.changes
  const settings = settingsOf(
    completeFile({ ...current, ...withChanges(settingsOf(current), given), ...noLists }, firstDay),
  )
  const file = { ...current, ...settings }

  const changes = planChanges(current, file)
  refuseAll([
    ...checkFile(file, file),
    ...checkAgainstStored(stored, {
      written: file,
      file,
      now: ctx.now,
      mayVerify: mayChangeAll(ctx.actor),
    }),
  ])
  const made = realChanges(changes)
  const answer = {
    object: 'organiser_program' as const,
    message: doneSentence(made.length > 0 ? 'program_updated' : 'nothing_to_change', ctx.language),
    changes: made,
    program: settings,
  }
  if (made.length === 0) return answer

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
      reason: 'program_updated',
    }),
  )
  return answer
}

const noLists = Object.fromEntries(Object.keys(programLists).map((name) => [name, []])) as unknown as Pick<
  CompleteFile,
  keyof typeof programLists
>
const settingsOf = (file: CompleteFile) =>
  Object.fromEntries(Object.entries(file).filter(([name]) => !(name in programLists))) as unknown as ProgramSettings
