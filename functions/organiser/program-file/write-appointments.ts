import type { FileAppointmentType } from '../../contract/file-appointments.ts'
import type { Ctx } from '../../context.ts'
import type { Statement } from '../../database/database.ts'
import { stepsBetween } from '../event-states.ts'
import {
  archiveType,
  hideAppointmentOptions,
  putAppointmentOptions,
  putAppointmentTypes,
  replaceAppointmentVenues,
} from './appointment-file-rows.ts'
import { putAttachments } from './attachment-file-rows.ts'
import { attachmentRows } from './attachment-rows-of-file.ts'
import { minorUnits } from './file-amounts.ts'
import { changedKeys } from './plan-changes.ts'
import { stepsOf } from './status-steps.ts'
import type { StoredAppointmentType } from './stored-program.ts'
import type { Known } from './write-program.ts'

/** Statements that make appointment types what their file says. What the file no longer names is archived. */
export function writeAppointments(ctx: Ctx, known: Known): Statement[] {
  const { file, stored, changes } = known
  const { all, keys } = changedKeys(changes, 'appointment_types', file.appointment_types)
  const before = stored?.appointment_types ?? []
  const gone = before.filter(
    ({ key, status }) => status !== 'archived' && !file.appointment_types.some((type) => type.key === key),
  )
  const isMoved =
    all || gone.length > 0 || file.appointment_types.some(({ key }) => !before.some((type) => type.key === key))
  const changed = file.appointment_types.filter(({ key }) => isMoved || keys.has(key))
  return [
    ...(changed.length > 0 ? writeChanged(ctx, known, changed) : []),
    ...gone.flatMap((type) => archive(ctx, type)),
  ]
}

function writeChanged(ctx: Ctx, known: Known, changed: FileAppointmentType[]): Statement[] {
  const { ids, stored } = known
  const moves = changed.map((type) => ({ type, ...moveOf(ctx, known, type) }))
  const typeIds = changed.map(({ key }) => ids.appointment_types(key))
  const options = changed.flatMap((type) => optionRows(ctx, known, type))
  const wanted = new Set(options.map(({ id }) => id))
  const left = (stored?.appointmentOptions ?? [])
    .filter((option) => !option.is_removed && typeIds.includes(option.appointment_type_id) && !wanted.has(option.id))
    .map(({ id }) => id)
  ctx.request.invalidateTags(...typeIds.map((id) => `appointment_type:${id}`))
  return [
    ...moves.flatMap(({ history }) => history),
    ...putAppointmentTypes(
      ctx.db,
      moves.map(({ type, standing }) => typeRow(ctx, known, { type, standing })),
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
    ...putAttachments(
      ctx.db,
      'appointment_type_id',
      typeIds,
      changed.flatMap((type) =>
        attachmentRows(type.attachments, {
          file: known.file,
          ids,
          appointment_type_id: ids.appointment_types(type.key),
        }),
      ),
    ),
    ...putAppointmentOptions(ctx.db, options),
    ...(left.length > 0 ? hideAppointmentOptions(ctx.db, left, ctx.now) : []),
  ]
}

type Standing = { step: number; published: number | null }

function moveOf(
  ctx: Ctx,
  { stored, ids }: Known,
  type: FileAppointmentType,
): { history: Statement[]; standing: Standing } {
  const row = stored?.appointment_types.find(({ key }) => key === type.key)
  const way = row ? (stepsBetween(row.status, type.status) ?? []) : [type.status]
  const history = stepsOf(
    ctx,
    {
      object: 'appointment_type',
      id: ids.appointment_types(type.key),
      status: row?.status ?? null,
      step: row?.step ?? 0,
    },
    way,
  )
  return {
    history,
    standing: {
      step: (row?.step ?? 0) + way.length,
      published: row?.published ?? (type.status === 'published' ? ctx.now : null),
    },
  }
}

function typeRow(
  { now }: Ctx,
  { file, ids }: Known,
  { type, standing }: { type: FileAppointmentType; standing: Standing },
) {
  const { options, venues, attachments, ...own } = type
  return {
    ...own,
    ...standing,
    id: ids.appointment_types(type.key),
    program_id: file.program,
    position: file.appointment_types.indexOf(type),
    currency: file.default_currency,
    created: now,
    updated: now,
  }
}

function optionRows({ now }: Ctx, { file, ids }: Known, type: FileAppointmentType) {
  return type.options.map((option, position) => ({
    ...option,
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
  const way = stepsBetween(type.status, 'archived') ?? []
  ctx.request.invalidateTags(`appointment_type:${type.id}`)
  return [
    ...stepsOf(ctx, { ...type, object: 'appointment_type' }, way),
    ...archiveType(ctx.db, type, { step: type.step + way.length, updated: ctx.now }),
  ]
}
