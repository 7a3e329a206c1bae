import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import {
  type EmergencyContact,
  type FilledField,
  type JoinedField,
  joinedFields,
  type MergedFieldName,
  mergedFieldNames,
} from '../../contract/people/attendee-fields.ts'
import type { KeptSide, MergedField } from '../../contract/people/attendee-merge.ts'
import { mapFields } from '../../contract/pick.ts'
import { type BookedTimes, overlap } from '../../contract/booked-times.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

// The contents of a merged record. Whether two records may be merged is decided in `load-merge.ts` by rights, dates of
// birth and health notes.

/** The fields of a record that a merge reads. Health texts are in plain text here and are sealed again afterwards. */
export type MergeSide = Record<
  FilledField | JoinedField | 'health_card_number' | 'health_card_last4',
  string | null
> & {
  other_emergency_contacts: EmergencyContact[]
}
export type MergedSide = MergeSide & { fields: MergedField[] }

const isJoined = (field: MergedFieldName): field is JoinedField => joinedFields.includes(field as JoinedField)

/**
 * The merged record: the fields of `into` if filled, otherwise those of `from`; notes are joined, and emergency
 * contacts of both listed.
 */
export function planMerge(from: MergeSide, into: MergeSide): MergedSide {
  const plain = mapFields(mergedFieldNames, (field) =>
    filled(into[field]) ? into[field] : from[field],
  ) as unknown as MergeSide
  const result: MergeSide = {
    ...plain,
    other_emergency_contacts: joinContacts(from, into, plain),
    ...mapFields(joinedFields, (field) => joinTexts(into[field], from[field])),
    health_card_number: into.health_card_number ?? from.health_card_number,
    health_card_last4: into.health_card_number === null ? from.health_card_last4 : into.health_card_last4,
  }
  return { ...result, fields: mergedFieldNames.map((field) => describeField(field, { from, into, result })) }
}

/** Both texts, the remaining record's first. A text that the other contains is not repeated. Nothing is dropped. */
export function joinTexts(into: string | null, from: string | null): string | null {
  if (!into?.trim() || !from?.trim()) return into?.trim() ? into : from?.trim() ? from : into
  if (into.includes(from.trim())) return into
  return from.includes(into.trim()) ? from : `${into}\n${from}`
}

function joinContacts(from: MergeSide, into: MergeSide, result: MergeSide): EmergencyContact[] {
  const main = { name: from.parent_name, phone: from.emergency_contact_phone, email: from.emergency_contact_email }
  const isKept = (value: string | null, kept: string | null) => value === null || value === kept
  const isCovered =
    isKept(main.name, result.parent_name) &&
    isKept(main.phone, result.emergency_contact_phone) &&
    isKept(main.email, result.emergency_contact_email)
  const all = [...into.other_emergency_contacts, ...(isCovered ? [] : [main]), ...from.other_emergency_contacts]
  const key = ({ name, phone, email }: EmergencyContact) => JSON.stringify([name, phone, email])
  return all.filter((contact, index) => all.findIndex((each) => key(each) === key(contact)) === index)
}

type Sides = { from: MergeSide; into: MergeSide; result: MergeSide }

function describeField(field: MergedFieldName, { from, into, result }: Sides): MergedField {
  const [is_in_from, is_in_into] = [filled(from[field]), filled(into[field])]
  const shown = (side: MergeSide) => (isJoined(field) ? null : textOf(side[field]))
  return {
    field,
    from: shown(from),
    into: shown(into),
    result: shown(result),
    is_in_from,
    is_in_into,
    kept: keptOf({ from: textOf(from[field]), into: textOf(into[field]), result: textOf(result[field]) }),
  }
}

function keptOf({ from, into, result }: Record<'from' | 'into' | 'result', string | null>): KeptSide {
  if (result === null) return 'none'
  if (from === into) return 'same'
  if (result === into) return 'into'
  return result === from ? 'from' : 'both'
}

const filled = (value: MergeSide[keyof MergeSide]): boolean => textOf(value) !== null

function textOf(value: MergeSide[keyof MergeSide]): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (value === null || value.length === 0) return null
  return value.map(({ name, phone, email }) => [name, phone, email].filter(Boolean).join(', ')).join('; ')
}

export type MergeBooking = BookedTimes & { option_id: string | null; status: RegistrationStatus; title: string }

/**
 * Two bookings that one person cannot have: overlapping confirmed bookings, or the same option twice. Null when there
 * are none.
 */
export function findScheduleConflict(
  from: readonly MergeBooking[],
  into: readonly MergeBooking[],
): { from: string; into: string } | null {
  for (const a of from)
    for (const b of into) if (isSameOption(a, b) || isSameTime(a, b)) return { from: a.title, into: b.title }
  return null
}

const isSameOption = (a: MergeBooking, b: MergeBooking) =>
  a.option_id !== null &&
  a.option_id === b.option_id &&
  registrationStates.current.has(a.status) &&
  registrationStates.current.has(b.status)
const isSameTime = (a: MergeBooking, b: MergeBooking) =>
  a.status === 'confirmed' && b.status === 'confirmed' && overlap(a, b)
