import type { FileAppointmentType } from '../../../contract/organisation/file-appointments.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Statement } from '../../../platform/database/database.ts'
import { stepsBetween } from '../event-steps.ts'
import {
  archiveType,
  hideAppointmentOptions,
  putAppointmentOptions,
  putAppointmentTypes,
  replaceAppointmentQuestions,
  replaceAppointmentResources,
  replaceAppointmentVenues,
} from './appointment-file-rows.ts'
import { putAttachments } from './attachment-file-rows.ts'
import { attachmentRows } from './attachment-rows-of-file.ts'
import type { EventRefund } from '../../../platform/database/tables.ts'
import { restrictedTo } from './event-row.ts'
import { minorUnits } from './file-amounts.ts'
import { splitTexts } from './file-texts.ts'
import { changedKeys } from './plan-changes.ts'
import { hasKey, rowBy, rowsWithout } from './rows-by.ts'
import { stepsOf } from './status-steps.ts'
import type { StoredAppointmentType } from './stored-program.ts'
import type { ProgramWrite } from './write-program.ts'

/** Statements that write the appointment types of a file and archive those that the file lacks. */
export function writeAppointments(ctx: Ctx, write: ProgramWrite): Statement[] {
  const { file, stored, changes } = write
  const { all, keys } = changedKeys(changes, 'appointment_types', file.appointment_types)
  const before = stored?.appointment_types ?? []
  const gone = rowsWithout(before, file.appointment_types).filter(({ status }) => status !== 'archived')
  const isMoved = all || gone.length > 0 || file.appointment_types.some(({ key }) => !hasKey(before, key))
  const changed = file.appointment_types.filter(({ key }) => isMoved || keys.has(key))
  return [
    ...(changed.length > 0 ? writeChanged(ctx, write, changed) : []),
    ...gone.flatMap((type) => archive(ctx, type)),
  ]
}

function writeChanged(ctx: Ctx, write: ProgramWrite, changed: FileAppointmentType[]): Statement[] {
  const { ids, stored } = write
  const moves = changed.map((type) => ({ type, ...moveOf(ctx, write, type) }))
  const typeIds = changed.map(({ key }) => ids.appointment_types(key))
  const options = changed.flatMap((type) => optionRows(ctx, write, type))
  const desiredIds = new Set(options.map(({ id }) => id))
  const removedIds = (stored?.appointmentOptions ?? [])
    .filter(
      (option) => !option.is_removed && typeIds.includes(option.appointment_type_id) && !desiredIds.has(option.id),
    )
    .map(({ id }) => id)
  ctx.request.invalidateTags(...typeIds.map((id) => `appointment_type:${id}`))
  return [
    ...moves.flatMap(({ history }) => history),
    ...putAppointmentTypes(
      ctx.db,
      moves.map(({ type, standing }) => typeRow(ctx, write, { type, standing })),
    ),
    ...replaceAppointmentVenues(
      ctx.db,
      typeIds,
      changed.flatMap((type) =>
        type.venues.map((key, position) => ({
          appointment_type_id: ids.appointment_types(type.key),
          venue_id: ids.venues(key),
          position,
        })),
      ),
    ),
    ...replaceAppointmentResources(
      ctx.db,
      typeIds,
      changed.flatMap((type) =>
        type.resources.map((key, position) => ({
          appointment_type_id: ids.appointment_types(type.key),
          resource_id: ids.resources(key),
          position,
        })),
      ),
    ),
    ...replaceAppointmentQuestions(
      ctx.db,
      typeIds,
      changed.flatMap((type) =>
        type.questions.map((key, position) => ({
          appointment_type_id: ids.appointment_types(type.key),
          question_id: ids.questions(key),
          position,
        })),
      ),
    ),
    ...putAttachments(
      ctx.db,
      'appointment_type_id',
      typeIds,
      changed.flatMap((type) =>
        attachmentRows(type.attachments, {
          file: write.file,
          ids,
          appointment_type_id: ids.appointment_types(type.key),
        }),
      ),
    ),
    ...putAppointmentOptions(ctx.db, options),
    ...(removedIds.length > 0 ? hideAppointmentOptions(ctx.db, removedIds, ctx.now) : []),
  ]
}

type Standing = { step: number; published: number | null }

function moveOf(
  ctx: Ctx,
  { stored, ids }: ProgramWrite,
  type: FileAppointmentType,
): { history: Statement[]; standing: Standing } {
  const row = rowBy(stored?.appointment_types ?? [], 'key', type.key)
  const steps = row ? (stepsBetween(row.status, type.status) ?? []) : [type.status]
  const history = stepsOf(
    ctx,
    {
      object: 'appointment_type',
      id: ids.appointment_types(type.key),
      status: row?.status ?? null,
      step: row?.step ?? 0,
    },
    steps,
  )
  return {
    history,
    standing: {
      step: (row?.step ?? 0) + steps.length,
      published: row?.published ?? (type.status === 'published' ? ctx.now : null),
    },
  }
}

function typeRow(
  { now }: Ctx,
  { file, ids }: ProgramWrite,
  { type, standing }: { type: FileAppointmentType; standing: Standing },
) {
  const {
    options,
    venues,
    resources,
    attachments,
    questions,
    waiver,
    restrict_to,
    session_cancellation_policy,
    ...own
  } = type
  return {
    ...splitTexts(own, file.language),
    ...standing,
    id: ids.appointment_types(type.key),
    program_id: file.program,
    waiver_id: waiver === null ? null : ids.waivers(waiver),
    restrict_to_package_ids: restrictedTo(restrict_to, ids),
    refund: session_cancellation_policy && refundOf(session_cancellation_policy, file.default_currency),
    position: file.appointment_types.indexOf(type),
    currency: file.default_currency,
    created: now,
    updated: now,
  }
}

/** The stored policy of a type: appointments have no tiers, only the policy of sessions. */
function refundOf(
  { move_until, ...session }: NonNullable<FileAppointmentType['session_cancellation_policy']>,
  currency: string,
): EventRefund {
  return {
    tiers: [],
    retention: { fixed: 0, percent: 0, keep_fees: true },
    automatic: false,
    request: session.request,
    move_until,
    session: { ...session, late_fee: minorUnits(session.late_fee, currency) },
  }
}

function optionRows({ now }: Ctx, { file, ids }: ProgramWrite, type: FileAppointmentType) {
  return type.options.map((option, position) => ({
    ...splitTexts(option, file.language),
    id: ids.appointmentOptions(type.key, option.key),
    appointment_type_id: ids.appointment_types(type.key),
    program_id: file.program,
    position,
    cost: minorUnits(option.cost ?? 0, file.default_currency),
    is_removed: false,
    created: now,
    updated: now,
  }))
}

function archive(ctx: Ctx, type: StoredAppointmentType): Statement[] {
  const steps = stepsBetween(type.status, 'archived') ?? []
  ctx.request.invalidateTags(`appointment_type:${type.id}`)
  return [
    ...stepsOf(ctx, { ...type, object: 'appointment_type' }, steps),
    ...archiveType(ctx.db, type, { step: type.step + steps.length, updated: ctx.now }),
  ]
}
