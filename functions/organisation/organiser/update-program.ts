import { mayChangeAll } from '../../platform/actor.ts'
import { withChanges } from '../../contract/organisation/changed-fields.ts'
import {
  type OrganiserProgram,
  type ProgramSettings,
  programLists,
  type UpdateProgramRequest,
} from '../../contract/organisation/organiser-event.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { renderAhead } from '../../platform/rendered-text.ts'
import { commit } from '../../platform/database/commit.ts'
import { getBilling } from './program-billing.ts'
import { findSettings, type ProgramPart } from './find-event.ts'
import { applyProgram } from './program-file/apply-program.ts'
import { checkStoredSettings } from './program-file/check-against-stored.ts'
import { checkSettings } from './program-file/check-file.ts'
import { type CompleteFile, completeFile } from './program-file/complete-file.ts'
import { fileIds } from './program-file/file-ids.ts'
import { planSettings, realChanges } from './program-file/plan-changes.ts'
import { programIsAsRead, putProgram } from './program-file/program-file-rows.ts'
import { programRow } from './program-file/program-row.ts'
import { afterLastChange, refuseOldVersion, versionOf } from './version.ts'
import { refuseAll } from './program-file/refuse.ts'
import { exportProgram } from './program-file/stored-file.ts'

type UpdateProgramInput = { program_id: string; changes: UpdateProgramRequest }

/** The settings of a program, and its contract with the operator. */
export async function getSettings(ctx: Ctx, input: { program_id: string }): Promise<OrganiserProgram> {
  const { file, stored } = await findSettings(ctx, { ...input, waivers: [] })
  const billing = await getBilling(ctx, input)
  return {
    object: 'organiser_program',
    version: versionOf(stored.program),
    message: null,
    changes: [],
    program: withoutLists(file),
    billing,
  }
}

/** Changes the given settings of a program but not its lists. Its id never changes. */
export async function updateProgram(before: Ctx, input: UpdateProgramInput): Promise<OrganiserProgram> {
  const { program: _, version, ...changes } = input.changes
  const waiver = changes.preferences?.default_event_waiver
  const part = await findSettings(before, { program_id: input.program_id, waivers: waiver ? [waiver] : [] })
  const ctx = afterLastChange(before, part.stored.program)
  refuseOldVersion(ctx, version, versionOf(part.stored.program))
  const current = withoutLists(part.file)
  const desired = withoutLists(completeFile({ ...part.file, ...withChanges(current, changes) }, part.firstDay))

  const changed = changesEvents(current, desired)
    ? await applySettings(ctx, desired)
    : await saveSettings(ctx, part, desired)
  return {
    object: 'organiser_program',
    version: versionOf({ updated: changed.length > 0 ? ctx.now : part.stored.program.updated }),
    message: doneSentence(changed.length > 0 ? 'program_updated' : 'nothing_to_change', ctx.language),
    changes: changed,
    program: desired,
    billing: await getBilling(ctx, input),
  }
}

/** Saves settings on which no item of the lists depends: only the program's row is written. */
async function saveSettings(ctx: Ctx, { stored, file: current, firstDay }: ProgramPart, desired: ProgramSettings) {
  const file = { ...current, ...desired }
  const changes = realChanges(planSettings(withoutLists(current), desired))
  refuseAll([...checkSettings(file), ...checkStoredSettings(stored, { file, mayVerify: mayChangeAll(ctx.actor) })])
  if (changes.length === 0) return changes

  ctx.request.invalidateTags(`program:${stored.program.id}`, 'programs')
  const { preferences, created } = stored.program
  const row = programRow({ file, ids: fileIds(ctx, file, stored), preferences, created, firstDay, now: ctx.now })
  await commit(ctx, [programIsAsRead(ctx.db, stored.program), ...putProgram(ctx.db, row)])
  await renderAhead(ctx, desired)
  return changes
}

/** Saves settings on which times, prices or rules of events depend: they are applied like the whole file. */
async function applySettings(ctx: Ctx, desired: ProgramSettings) {
  const file = { ...(await exportProgram(ctx, { program_id: desired.program })), ...desired }
  const { changes } = await applyProgram(ctx, {
    program_id: desired.program,
    dry_run: false,
    file,
    reason: 'program_updated',
  })
  return realChanges(changes)
}

// A program with something on sale must offer a payment method.
const losesWayToPay = (current: ProgramSettings, desired: ProgramSettings): boolean =>
  (current.features.online_payments && !desired.features.online_payments) ||
  (current.selling.offline !== false && desired.selling.offline === false)

const featuresOfEvents = ['expanded_gender', 'sessions', 'memberships'] as const
const changesEvents = (current: ProgramSettings, desired: ProgramSettings): boolean =>
  current.timezone !== desired.timezone ||
  current.default_currency !== desired.default_currency ||
  current.language !== desired.language ||
  losesWayToPay(current, desired) ||
  JSON.stringify(current.tag_names) !== JSON.stringify(desired.tag_names) ||
  featuresOfEvents.some((name) => current.features[name] && !desired.features[name])

const withoutLists = (file: CompleteFile) =>
  Object.fromEntries(Object.entries(file).filter(([name]) => !(name in programLists))) as unknown as ProgramSettings
