import type { AddAttendeeRequest, UpdateAttendeeRequest } from '../contract/attendee.ts'
import type { ReadFields } from './attendee-fields.ts'
import type { AttendeeInsert } from './attendee-rows.ts'
import { sealHealth } from './health-seal.ts'

type Given = AddAttendeeRequest | UpdateAttendeeRequest
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

/** The columns that the given fields fill: phones as read, health texts sealed, empty texts nothing. Fields not given are not touched. */
export async function storedAttendee(
  given: Given,
  read: ReadFields,
  seal: { setting: string; attendee_id: string },
): Promise<Partial<AttendeeInsert>> {
  const columns: Partial<AttendeeInsert> = {}
  for (const field of plain) {
    const value = given[field]
    if (value !== undefined) Object.assign(columns, { [field]: value === '' ? null : value })
  }
  if (read.phone !== undefined) columns.phone = read.phone
  if (read.emergency_contact_phone !== undefined) columns.emergency_contact_phone = read.emergency_contact_phone
  if (given.medical_history !== undefined) columns.medical_history_sealed = await sealed(given.medical_history, seal)
  if (given.dietary_restrictions !== undefined)
    columns.dietary_restrictions_sealed = await sealed(given.dietary_restrictions, seal)
  if (given.health_card_number !== undefined) {
    columns.health_card_sealed = await sealed(given.health_card_number, seal)
    columns.health_card_last4 = given.health_card_number?.slice(-4) ?? null
  }
  return columns
}

async function sealed(text: string | null, seal: { setting: string; attendee_id: string }): Promise<string | null> {
  return text === null || text === '' ? null : sealHealth(seal.setting, seal.attendee_id, text)
}
