import type { AddAttendeeRequest, UpdateAttendeeRequest } from '../../contract/people/attendee.ts'
import { columnOf, phoneFields, sealedFields, textFields } from '../../contract/people/attendee-fields.ts'
import type { ReadFields } from './attendee-fields.ts'
import type { AttendeeInsert } from './attendee-rows.ts'
import { sealHealth } from '../../platform/sealing/health-seal.ts'

type AttendeeInput = AddAttendeeRequest | UpdateAttendeeRequest

/**
 * The columns for the fields of the input: phone numbers as read, health texts sealed, empty texts null. Missing fields
 * are not changed.
 */
export async function storedAttendee(
  input: AttendeeInput,
  read: ReadFields,
  seal: { setting: string; attendee_id: string },
): Promise<Partial<AttendeeInsert>> {
  const columns: Record<string, string | null> = {}
  for (const field of textFields) {
    const value = input[field]
    if (value !== undefined) columns[field] = value === '' ? null : value
  }
  for (const field of phoneFields) {
    const value = read[field]
    if (value !== undefined) columns[field] = value
  }
  for (const field of sealedFields) {
    const value = input[field]
    if (value !== undefined) columns[columnOf(field)] = await sealed(value, seal)
  }
  if (input.health_card_number !== undefined) columns.health_card_last4 = input.health_card_number?.slice(-4) ?? null
  return columns
}

async function sealed(text: string | null, seal: { setting: string; attendee_id: string }): Promise<string | null> {
  return text === null || text === '' ? null : sealHealth(seal.setting, seal.attendee_id, text)
}
