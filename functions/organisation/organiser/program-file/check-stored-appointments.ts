import type { FileAppointmentType } from '../../../contract/organisation/file-appointments.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'
import { stepsBetween } from '../event-steps.ts'
import type { CompleteFile } from './complete-file.ts'
import { refuseWhen } from './refuse.ts'
import { rowBy, rowsBy, rowsWithout } from './rows-by.ts'
import type { StoredAppointmentType, StoredProgram } from './stored-program.ts'

/** Changes of an appointment type that are refused because a time of it is booked. */
export function checkStoredAppointments(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.appointment_types.flatMap((type) => {
    const path = `appointment_types.${type.key}`
    const kept = rowBy(file.appointment_types, 'key', type.key)
    if (kept) return [...checkStatus(type, kept, path), ...checkOptions(stored, type, kept)]
    return refuseWhen(type.status !== 'archived' && type.is_booked === 1, 'has_future_registrations', {
      path,
      message: `Somebody has a time of ${type.name}. Take it off with status: unpublished instead.`,
    })
  })
}

function checkStatus(type: StoredAppointmentType, kept: FileAppointmentType, path: string): Refusal[] {
  const way = stepsBetween(type.status, kept.status)
  return [
    ...refuseWhen(way === null, 'transition_not_allowed', {
      path: `${path}.status`,
      message: `An appointment type that is ${type.status} cannot become ${kept.status}.`,
    }),
    ...refuseWhen(way?.includes('archived') === true && type.is_booked === 1, 'has_future_registrations', {
      path: `${path}.status`,
      message: 'Somebody has a time of it.',
    }),
  ]
}

function checkOptions(stored: StoredProgram, type: StoredAppointmentType, kept: FileAppointmentType): Refusal[] {
  const gone = rowsWithout(rowsBy(stored.appointmentOptions, 'appointment_type_id', type.id), kept.options).filter(
    ({ is_removed }) => !is_removed,
  )
  return gone.flatMap((option) =>
    refuseWhen(option.is_booked === 1, 'has_future_registrations', {
      path: `appointment_types.${type.key}.options.${option.key}`,
      message: `Somebody has a time of ${option.name}.`,
    }),
  )
}
