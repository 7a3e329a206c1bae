import type { AddAttendeeRequest, UpdateAttendeeRequest } from '../../contract/people/attendee.ts'
import type { ReadFields } from './attendee-fields.ts'
import type { AttendeeInsert } from './attendee-rows.ts'
import { sealHealth } from '../../platform/sealing/health-seal.ts'

type AttendeeInput = AddAttendeeRequest | UpdateAttendeeRequest
const plain = [
  'first_name',
  'last_name',
  'email',
  'picture_url',
  'date_of_birth',
  'gender',
  'parent_name',
  'emergency_contact_email',
  'timezone',
] as const

/**
 * The columns for the fields of the input: phone numbers as read, health texts sealed, empty texts null. Missing fields
 * are not changed.
 */
export async function storedAttendee(
  input: AttendeeInput,
  read: ReadFields,
  seal: { setting: string; attendee_id: string },
): Promise<Partial<AttendeeInsert>> {
  const columns: Partial<AttendeeInsert> = {}
  for (const field of plain) {
    const value = input[field]
    if (value !== undefined) Object.assign(columns, { [field]: value === '' ? null : value })
  }
  if (read.phone !== undefined) columns.phone = read.phone
  if (read.emergency_contact_phone !== undefined) columns.emergency_contact_phone = read.emergency_contact_phone
  if (input.medical_history !== undefined) columns.medical_history_sealed = await sealed(input.medical_history, seal)
  if (input.dietary_restrictions !== undefined)
    columns.dietary_restrictions_sealed = await sealed(input.dietary_restrictions, seal)
  if (input.health_card_number !== undefined) {
    columns.health_card_sealed = await sealed(input.health_card_number, seal)
    columns.health_card_last4 = input.health_card_number?.slice(-4) ?? null
  }
  return columns
}

async function sealed(text: string | null, seal: { setting: string; attendee_id: string }): Promise<string | null> {
  return text === null || text === '' ? null : sealHealth(seal.setting, seal.attendee_id, text)
}
