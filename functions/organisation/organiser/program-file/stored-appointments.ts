import { pick } from '../../../contract/pick.ts'
import type { FileAppointmentType } from '../../../contract/organisation/file-appointments.ts'
import { decimalOf } from './file-amounts.ts'
import { joinTexts } from './file-texts.ts'
import { restrictionOf } from './stored-event.ts'
import { keyOf, rowsBy } from './rows-by.ts'
import type { StoredAppointmentType, StoredProgram } from './stored-program.ts'

const columnsOfFile = [
  'key',
  'name',
  'summary',
  'description',
  'terms',
  'status',
  'is_online_event',
  'online_event_url',
  'is_preregistration_enabled',
  'tags',
  'picture_url',
  'picture_text',
  'period_type',
  'max_booking_time',
  'period_starts_on',
  'period_ends_on',
  'interval_minutes',
  'buffer_minutes',
  'spots_total',
  'book_until',
] as const

/** The program file's format of a stored appointment type. */
export function appointmentTypeOf(stored: StoredProgram, type: StoredAppointmentType): FileAppointmentType {
  const options = rowsBy(stored.appointmentOptions, 'appointment_type_id', type.id).filter(
    ({ is_removed }) => !is_removed,
  )
  return {
    ...pick(joinTexts(type), columnsOfFile),
    opening_hours: type.opening_hours.map((hours) => ({ starts_on: null, ends_on: null, ...hours })),
    resources: rowsBy(stored.appointmentResourceTies, 'appointment_type_id', type.id).map(({ resource_id }) =>
      keyOf(stored.resources, resource_id),
    ),
    venues: rowsBy(stored.appointmentVenueTies, 'appointment_type_id', type.id).map(({ venue_id }) =>
      keyOf(stored.venues, venue_id),
    ),
    attachments: rowsBy(stored.attachments, 'appointment_type_id', type.id)
      .map(joinTexts)
      .map((file) => ({
        key: file.key,
        name: file.name,
        url: file.url,
        size: file.size,
      })),
    restrict_to: restrictionOf(stored, type),
    waiver: type.waiver_id === null ? null : keyOf(stored.waivers, type.waiver_id),
    questions: rowsBy(stored.appointmentQuestionTies, 'appointment_type_id', type.id).map(({ question_id }) =>
      keyOf(stored.questions, question_id),
    ),
    session_cancellation_policy: type.refund?.session
      ? {
          ...type.refund.session,
          late_fee: decimalOf(type.refund.session.late_fee, type.currency),
          move_until: type.refund.move_until,
        }
      : null,
    options: options.map(joinTexts).map((option) => ({
      key: option.key,
      name: option.name,
      free: option.free,
      cost: option.free ? null : decimalOf(option.cost, type.currency),
      duration: option.duration,
    })),
  }
}
