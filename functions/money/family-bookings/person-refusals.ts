import { placeRefusals } from '../../booking/registrations/eligibility.ts'
import { ApiError, type ErrorType, errorNumbers } from '../../contract/api-error.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'

/** Errors of a booking, by a customer or by staff. */
export const bookingErrors = [
  'sold_out',
  'slot_taken',
  'already_registered',
  'already_started',
  ...placeRefusals,
  'waiver_required',
  'attendee_archived',
  'transition_not_allowed',
  'program_not_accepting_orders',
  'hold_expired',
  'state_conflict',
  'payment_in_progress',
  'credit_not_available',
  'feature_disabled',
  'coupon_not_found',
  'required',
] as const

/** Fields of the specified calls, and the same fields of a person in a booking. */
const fieldOf: Record<string, string> = {
  attendee_profile_id: 'attendee_id',
  attendee_id: 'attendee_id',
  option_id: 'option_id',
  waiver: 'waiver',
  session_credit_id: 'session_credit_id',
  session_package_id: 'session_package_id',
  membership_package_id: 'membership_package_id',
}
/** Fields of the request itself, by the names that the specified calls give them. */
const ofAll: Record<string, string> = {
  event_id: 'event_id',
  program_id: 'program_id',
  appointment_type_id: 'appointment.appointment_type_id',
}

/** The field of a person, or of the request, that a refusal of a specified call is about. */
export function fieldOfPerson(person: number, param: string | null | undefined): string {
  if (param?.startsWith('appointment.')) return param
  const all = param ? ofAll[param] : undefined
  if (all) return all
  const own = `people[${person}]`
  if (!param) return `${own}.option_id`
  if (/^(?:form_response|items)\b/.test(param)) return `${own}.${param}`
  return `${own}.${fieldOf[param] ?? `attendee.${param === 'relations[0].relation' ? 'relation' : param}`}`
}

/** The refusals of one person that an error of a rule means. */
export function refusalsOfError(person: number, error: ApiError, language: Language): PersonRefusal[] {
  const { errors, param, message } = error.detail
  if (errors && errors.length > 0)
    return errors.map((each) => ({
      person,
      type: each.type,
      param: fieldOfPerson(person, each.param),
      message: each.message,
    }))
  return [
    {
      person,
      type: error.type,
      param: fieldOfPerson(person, param),
      message: message ?? errorSentence(error.type, language),
    },
  ]
}

/** The error of a booking with refused people: the first refusal decides its type, all are in `errors[]` and `refusals`. */
export function errorOfRefusals(refusals: readonly PersonRefusal[]): ApiError {
  const [first] = refusals
  if (!first) throw new Error('a refused booking without a refusal')
  const type = (first.type in errorNumbers ? first.type : 'invalid_parameter') as ErrorType
  return new ApiError(type, {
    param: first.param,
    message: first.message,
    errors: refusals.map((each) => ({ type: each.type, param: each.param, message: each.message })),
    body: { refusals },
  })
}

/** Runs one check of a person and adds what it refuses to `refusals`. Null when it refused. */
export async function collect<Result>(
  check: () => Result | Promise<Result>,
  { person, language, refusals }: { person: number; language: Language; refusals: PersonRefusal[] },
): Promise<Result | null> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error
    refusals.push(...refusalsOfError(person, error, language))
    return null
  }
}
