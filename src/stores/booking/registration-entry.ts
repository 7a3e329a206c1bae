import { textOf, type Values } from '#contract/booking/form-controls'
import { heldAtOtherTimes, placesAt } from '../../page-input/booked-time.ts'
import type { Failure } from '../../api/api-failure.ts'
import { creditsFor, membershipsFor } from '../../page-input/own-packages.ts'
import { mayRegister, mergeFamily, personFromAttendee } from './family-people.ts'
import { valuesFromHeldPlaces } from './form-answers.ts'
import type { CheckWords } from './registration-checks.ts'
import type { OpenForm } from './registration-form.ts'
import { displayName, ownCredit, ownMembership, type Problem, type RegistrationSetup } from './registration-setup.ts'

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

/**
 * Loads the customer, the family and its places, and merges them with the people typed into the form. True unless a
 * read failed.
 */
export async function loadFamily(form: OpenForm): Promise<boolean> {
  const { calls, setup, people, values } = form
  const [customer, family, places] = await Promise.all([
    calls.findCustomer(),
    calls.findFamily(),
    calls.findPlaces(setup.placesQuery),
    loadOwnPackages(form),
  ])
  if (!customer.ok || !family.ok || !places.ok)
    return form.showProblems([], [customer, family, places].find((each) => !each.ok)?.failure ?? null)
  const { id, first_name, last_name } = customer.data
  const time = form.time.get()
  const members = family.data.data
    .filter((attendee) => mayRegister(attendee, id))
    .map((attendee) =>
      personFromAttendee(attendee, {
        programId: setup.program.id,
        customerId: id,
        places: placesAt(places.data.data, time),
        otherTimes: heldAtOtherTimes(places.data.data, time).filter((place) =>
          setup.appointment?.weeks.some(({ starts_at }) => starts_at === place.event.starts_at),
        ),
        now: form.serverNow(),
      }),
    )
  // Empty rows are removed when the family is shown.
  const filledRows = people
    .get()
    .filter((each) => each.attendee_id === null && (members.length === 0 || displayName(each, values.get()) !== ''))
  const merged = mergeFamily(members, filledRows, values.get())
  const { 'you.password': _password, ...typed } = merged.values
  const before = form.draftKey()
  form.customer.set({ id, name: `${first_name} ${last_name}` })
  people.set(merged.people)
  values.set({ ...valuesFromHeldPlaces(setup.fields, merged.people), ...typed })
  form.isSessionOver.set(false)
  form.showProblems([])
  form.redraw()
  if (before !== form.draftKey()) form.storage.removeItem(before)
  form.saveDraft()
  return true
}

// The packages and memberships of the customer. When they cannot be read, packages can still be bought.
async function loadOwnPackages({ calls, setup, credits, memberships, time }: OpenForm): Promise<void> {
  if (!setup.ways) return
  const [balance, entitlements] = await Promise.all([
    calls.findCredits(setup.program.id),
    calls.findEntitlements(setup.program.id),
  ])
  const booked = {
    ids: setup.ways.ids,
    starts_at: time.get() ?? setup.event.starts_at,
    timezone: setup.event.timezone,
  }
  const held = entitlements.ok ? entitlements.data.data : []
  credits.set(balance.ok ? creditsFor(balance.data.credits, held, booked).map(ownCredit) : [])
  memberships.set(membershipsFor(held, booked).map(ownMembership))
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
