import { phoneNumber } from '../customers/phone-number.ts'
import { type ErrorType, type FieldError, ApiError } from '../../contract/api-error.ts'
import type { AddAttendeeRequest } from '../../contract/people/attendee.ts'
import { type PhoneField, phoneFields } from '../../contract/people/attendee-fields.ts'
import type { Language } from '../../contract/field-rules.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import { birthDateFault } from '../../contract/people/birth-date.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'

type AttendeeFieldsInput = Partial<Pick<AddAttendeeRequest, PhoneField | 'date_of_birth' | 'gender'>>
/**
 * The context for reading the fields: the country and current day of the program, and whether it offers more than two
 * genders.
 */
export type FieldContext = { country: string | null; today: string; hasExpandedGender: boolean }
export type ReadFields = Partial<Record<PhoneField, string | null>> & { faults: { type: ErrorType; param: string }[] }

/**
 * Reads the fields whose rules depend on the program: phone numbers become E.164, the date of birth must be in range.
 */
export function readFields(input: AttendeeFieldsInput, context: FieldContext): ReadFields {
  const read: ReadFields = { faults: [] }
  for (const field of phoneFields) {
    const typed = input[field]
    if (typed === undefined) continue
    read[field] = typed === null ? null : phoneNumber(typed, context.country)
    if (typed !== null && read[field] === null) read.faults.push({ type: 'invalid_phone', param: field })
  }
  const birthFault = input.date_of_birth ? birthDateFault(input.date_of_birth, context.today) : null
  if (birthFault) read.faults.push({ type: birthFault, param: 'date_of_birth' })
  const isBase =
    input.gender === undefined || input.gender === null || input.gender === 'female' || input.gender === 'male'
  if (!isBase && !context.hasExpandedGender) read.faults.push({ type: 'invalid_option', param: 'gender' })
  return read
}

/** The error for failing fields: the first sets type and param, all are in `errors[]`. */
export function refusalOfFields(faults: readonly { type: ErrorType; param: string }[], language: Language): ApiError {
  const errors: FieldError[] = faults.map(({ type, param }) => ({
    type,
    param,
    message: fieldSentence(type, language),
  }))
  const first = errors[0]
  return new ApiError(faults[0]?.type ?? 'invalid_parameter', {
    param: first?.param ?? null,
    ...(first ? { message: first.message } : {}),
    errors,
  })
}

type ProgramFacts = { id: string; country: string; timezone: string; hasExpandedGender: number }

/**
 * The context for reading fields: from the first given program, otherwise the customer's country and the day in UTC.
 */
export function fieldContextOf(ctx: Ctx, programs: readonly ProgramFacts[], homeCountry: string | null): FieldContext {
  const [program] = programs
  return {
    country: program?.country ?? homeCountry,
    today: dayInZone(ctx.now, program?.timezone ?? 'UTC'),
    hasExpandedGender: programs.some((each) => Number(each.hasExpandedGender) === 1),
  }
}
