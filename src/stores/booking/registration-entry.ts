import { textOf, type Values } from '#contract/booking/form-controls'
import { heldAtOtherTimes, placesAt } from '../../page-input/booked-time.ts'
import type { Failure } from '../../api/api-failure.ts'
import type { RegistrationCalls } from '../../api/registration-calls.ts'
import { mayRegister, mergeFamily, personFromAttendee } from './family-people.ts'
import type { CheckWords } from './registration-checks.ts'
import { displayName, type Person, type Problem, type RegistrationSetup } from './registration-setup.ts'

/** Request body of a log-in within the form. */
const loginFields = (values: Values): Record<string, unknown> => ({
  username: textOf(values, 'you.email'),
  password: textOf(values, 'you.password'),
})

/** Request body of a sign-up within the form; `goto` is the target of the verification mail's link. */
export function signupFields(
  values: Values,
  about: { timezone: string; goto: string; language: string },
): Record<string, unknown> {
  const typed = ['first_name', 'last_name', 'email', 'phone', 'password'].map((field) => [
    field,
    textOf(values, `you.${field}`),
  ])
  return { ...Object.fromEntries(typed), ...about, verify_email: true }
}

/**
 * Problems of a refused log-in or sign-up, by control. A refusal of the credentials names no field: it is shown at the
 * password, because other calls answer 401 only for an ended session, which pages do not show.
 */
export function accountProblems(failure: Failure, words: CheckWords): Problem[] {
  const { message, type, errors, code } = failure
  const param = failure.param ?? (code === 401 ? 'password' : null)
  const errorList = errors.length > 0 ? errors : param && message ? [{ param, message, type }] : []
  const fieldName = (name: string) => (name === 'username' ? 'email' : name)
  return errorList.map((each) => ({
    name: `you.${fieldName(each.param)}`,
    label: words.label(fieldName(each.param)),
    message: each.message,
  }))
}

type LoadFamilyInput = {
  calls: RegistrationCalls
  setup: RegistrationSetup
  people: Person[]
  values: Values
  /** The start of the appointment; null for an event. */
  time: string | null
  now: number
}
type LoadedFamily =
  | { ok: true; customer: { id: string; name: string }; merged: { people: Person[]; values: Values } }
  | { ok: false; failure: Failure | null }

/** Loads the customer's family after a log-in and merges it with the people typed into the form. */
export async function loadFamilyInto({
  calls,
  setup,
  people,
  values,
  time,
  now,
}: LoadFamilyInput): Promise<LoadedFamily> {
  const [profile, family, places] = await Promise.all([
    calls.joinProgram(setup.program.id),
    calls.findFamily(),
    calls.findPlaces(setup.placesQuery),
  ])
  if (!profile.ok || !family.ok || !places.ok)
    return {
      ok: false,
      failure: [profile, family, places].flatMap((each) => (each.ok ? [] : [each.failure]))[0] ?? null,
    }
  const { customer_id, first_name, last_name } = profile.data
  const members = family.data.data
    .filter((attendee) => mayRegister(attendee, customer_id))
    .map((attendee) =>
      personFromAttendee(attendee, {
        programId: setup.program.id,
        customerId: customer_id,
        places: placesAt(places.data.data, time),
        otherTimes: heldAtOtherTimes(places.data.data, time).filter((place) =>
          setup.appointment?.weeks.some(({ starts_at }) => starts_at === place.event.starts_at),
        ),
        now,
      }),
    )
  // Empty rows are removed when the family is shown.
  const filledRows = people.filter(
    (person) => person.attendee_id === null && (members.length === 0 || displayName(person, values) !== ''),
  )
  return {
    ok: true,
    customer: { id: customer_id, name: `${first_name} ${last_name}` },
    merged: mergeFamily(members, filledRows, values),
  }
}

/** The request for a log-in or a sign-up that the account part of the form makes. */
export function accountRequest(
  values: Values,
  setup: RegistrationSetup,
  timezone: string,
): { form: 'login' | 'signup'; fields: Record<string, unknown> } {
  if (textOf(values, 'you.mode') === 'known') return { form: 'login', fields: loginFields(values) }
  const about = { timezone, goto: setup.addresses.schedule, language: setup.language }
  return { form: 'signup', fields: signupFields(values, about) }
}
