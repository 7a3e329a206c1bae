import type { AvailableTime } from '#contract/offering/appointment'
import {
  type BookingInput,
  comingPeople,
  insteadByKey,
  isAboutCart,
  refusedControls,
} from '#contract/money/booking-request'
import type { PersonRefusal } from '#contract/person-refusal'
import { type Failure, isUnanswered } from '../../api/api-failure.ts'
import { windowRegistrationCalls } from '../../api/registration-calls.ts'
import { windowSignIn } from '../../api/sign-in.ts'
import { weeklyStarts } from '../../page-input/booked-time.ts'
import { setTriedCode } from '../money/remembered-discount.ts'
import { checkAccount, checkPeople, serverProblem } from './registration-checks.ts'
import { accountProblems, accountRequest, loadFamily } from './registration-entry.ts'
import type { FormBeforeCalls, OpenForm } from './registration-form.ts'
import { bookablePeople, datesOf, requestWithCart } from './registration-request.ts'
import { itemAddress, type Person, type Problem } from './registration-setup.ts'
import type { RefusedWeek, Week } from './weekly-dates.ts'

/** The form with the calls of this window, unless it has others. */
export const withCalls = (form: FormBeforeCalls, onSignedOut: () => void): OpenForm =>
  Object.assign(form, {
    calls: form.calls ?? windowRegistrationCalls(onSignedOut),
    signIn: form.signIn ?? windowSignIn(form.setup.program.id),
  })

/** True when a customer must log in before the form is sent. */
export const mustLogIn = ({ customer, isSessionOver }: FormBeforeCalls): boolean =>
  !customer.get() || isSessionOver.get()

/** All problems of the form before it is sent. */
export const problemsOf = (form: FormBeforeCalls): Problem[] => {
  const { setup, words, people, values, serverNow } = form
  return [
    ...(mustLogIn(form) ? checkAccount(values.get(), words) : []),
    ...checkPeople(setup, people.get(), values.get(), words, new Date(serverNow()).toISOString().slice(0, 10)),
  ]
}

/** Signs up or logs in, then loads the family. True when a customer is logged in. */
export async function logInOrSignUp(form: OpenForm): Promise<boolean> {
  const { setup, words, values } = form
  const problems = checkAccount(values.get(), words)
  if (problems.length > 0) return form.showProblems(problems)
  const { form: name, fields } = accountRequest(values.get(), setup, form.timezone)
  const answer = await form.signIn(name, fields)
  if (!answer.ok) return form.showProblems(accountProblems(answer.failure, words), answer.failure, true)
  return loadFamily(form)
}

/** Books everything in the form with one call, and continues to payment, to the events for more, or shows what was refused. */
export async function sendForm(form: OpenForm, isMore: boolean): Promise<void> {
  if (mustLogIn(form) && !(await logInOrSignUp(form))) return
  const people = comingPeople(bookablePeople(form), form.values.get())
  const unsent = await form.files.finish(people)
  if (unsent.length > 0) return showRefused(form, unsent)

  form.submittedAt ??= new Date(form.serverNow()).toISOString()
  form.request ??= await requestWithCart(form)
  const [values, dates] = [form.values.get(), datesOf(form)]
  const { request, answer } = await book(form, form.request)
  if (!answer.ok && isUnanswered(answer.failure)) return showRefused(form, [], answer.failure)
  form.request = null
  const refusals: Refusal[] = answer.ok ? (answer.data.refusals ?? []) : errorsOf(answer.failure)
  form.instead.set(insteadByKey(people, refusals))
  const times = request.appointment?.starts_at ?? []
  const missed = times.length > 1 ? missedTimes(refusals, { people, times, dates }) : []
  const refused = refusedControls(
    people,
    values,
    refusals.filter(({ param }) => param !== 'code' && (times.length < 2 || timeOf(param) === null)),
  ).flatMap(({ name, message }) => (name === null ? [] : [{ name, message }]))

  if (answer.ok) {
    const { id } = answer.data
    const ofCode = refusals.find(({ param }) => param === 'code')?.message ?? null
    if (request.code) setTriedCode(form.session, id, ofCode)
    if (refused.length === 0 && missed.length === 0) {
      form.deleteDraft()
      const { checkout, another } = form.setup.addresses
      return form.navigate(itemAddress(isMore ? another : checkout, id))
    }
    // The places that are held, and the people who were added with them.
    await loadFamily(form)
  }
  if (times.length === 1 && refusals.some(({ param }) => timeOf(param) !== null))
    form.freeTimes.set(answer.ok ? [] : ((answer.failure.body['available_times'] ?? []) as AvailableTime[]))
  form.refusedWeeks.set([...form.refusedWeeks.get(), ...missed])
  showRefused(form, refused, answer.ok ? null : answer.failure, missed.length > 0)
}

async function book(form: OpenForm, request: BookingInput) {
  const answer = await form.calls.book(request)
  if (answer.ok || isUnanswered(answer.failure) || !request.order_id || !isAboutCart(answer.failure))
    return { request, answer }
  // A cart may have lapsed or been paid in another window meanwhile. The places then get a cart of their own.
  const alone = { ...request, order_id: null, release: null }
  form.request = alone
  return { request: alone, answer: await form.calls.book(alone) }
}

type Refusal = Omit<PersonRefusal, 'person'> & Partial<Pick<PersonRefusal, 'person'>>
const errorsOf = ({ errors, param, type, message, body }: Failure): Refusal[] =>
  (body['refusals'] as Refusal[] | undefined) ??
  (errors.length === 0 && param && message ? [{ type, param, message }] : errors)

/** The position of the time that a refusal is about; null for any other. */
function timeOf(param: string): number | null {
  const [, at] = /^appointment\.starts_at\[(\d+)\]/.exec(param) ?? []
  return at === undefined ? null : Number(at)
}

/** The dates that the form showed to a person and the server refused. */
const missedTimes = (
  refusals: readonly Refusal[],
  { people, times, dates }: { people: Person[]; times: readonly string[]; dates: Map<string, Week[]> },
): RefusedWeek[] =>
  refusals.flatMap(({ person = null, param, type }) => {
    const starts_at = times[timeOf(param) ?? -1]
    const isShownTo = ({ key }: Person) => dates.get(key)?.some((week) => week.starts_at === starts_at)
    const who = people.filter((each, at) => (person === null || at === person) && isShownTo(each))
    return starts_at === undefined ? [] : who.map(({ key }) => ({ key, starts_at, type }))
  })

function showRefused(
  form: OpenForm,
  refused: { name: string; message: string }[],
  failure: Failure | null = null,
  hasMissedWeeks = false,
): void {
  const { people, values, words } = form
  const problems = refused.map((each) => serverProblem(each, { people: people.get(), values: values.get(), words }))
  if (hasMissedWeeks) problems.push({ name: 'weeks', label: words.weeksMissed, message: words.weeksMissed })
  form.showProblems(problems, problems.length > 0 ? null : failure, true)
}

/** The weeks after another time. Their free places are unknown. */
export const weeksFrom = (starts_at: string, timezone: string): Week[] =>
  weeklyStarts(Date.parse(starts_at), timezone).map((start) => ({
    starts_at: new Date(start).toISOString(),
    words: null,
    times: null,
    spots: null,
  }))
