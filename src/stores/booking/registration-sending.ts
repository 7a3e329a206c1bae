import { isComing, type Values } from '#contract/booking/form-controls'
import type { MapStore, WritableAtom } from 'nanostores'
import type { AvailableTime } from '#contract/offering/appointment'
import type { Failure } from '../../api/api-failure.ts'
import type { RegistrationCalls } from '../../api/registration-calls.ts'
import type { SignIn } from '../../api/sign-in.ts'
import { weeklyStarts } from '../../page-input/booked-time.ts'
import { creditsFor, membershipsFor } from '../../page-input/own-packages.ts'
import type { FormFiles } from './form-files.ts'
import { valuesFromHeldPlaces } from './form-answers.ts'
import { checkAccount, checkPeople, type CheckWords, serverProblem } from './registration-checks.ts'
import { accountProblems, accountRequest, loadFamilyInto } from './registration-entry.ts'
import {
  hasPlace,
  itemAddress,
  ownCredit,
  ownMembership,
  type OwnCredit,
  type OwnMembership,
  type Person,
  type Problem,
  type RegistrationSetup,
} from './registration-setup.ts'
import { payWays } from './pay-ways.ts'
import { type Bought, sendRegistration } from './registration-submit.ts'
import { chosenWeeks, type RefusedWeek, type Week, weeklyDates } from './weekly-dates.ts'
import { applyRememberedCode } from '../money/remembered-discount.ts'

/** The functions that the page passes to the form. */
export type FormDependencies = {
  calls?: RegistrationCalls
  signIn?: SignIn
  storage: Storage
  session: Storage
  now: () => number
  serverNow: () => number
  timezone: string
  navigate: (address: string) => void
  /** Stores the chosen time in the URL, for a reload. */
  showTime: (starts_at: string) => void
  /** Stores the number of weeks in the URL. */
  showWeeks: (weeks: number) => void
}

/** The parts of the form that sending reads and sets. */
export type OpenForm = Required<FormDependencies> & {
  setup: RegistrationSetup
  words: CheckWords
  values: MapStore<Values>
  people: WritableAtom<Person[]>
  files: FormFiles
  customer: WritableAtom<RegistrationSetup['customer']>
  isSessionOver: WritableAtom<boolean>
  /** The customer's credits for this event or type. */
  credits: WritableAtom<readonly OwnCredit[]>
  /** The customer's memberships that open the event or type. */
  memberships: WritableAtom<readonly OwnMembership[]>
  /** The cart with the packages bought for these places, so that a repeat continues with it. */
  bought: Bought | null
  /** The start of the appointment; null for an event. */
  time: WritableAtom<string | null>
  /** The weeks that can be booked at once, and the dates that were refused to a person. */
  weeks: WritableAtom<readonly Week[]>
  refusedWeeks: WritableAtom<readonly RefusedWeek[]>
  /** Free times offered instead of a time that someone else took. */
  freeTimes: WritableAtom<AvailableTime[] | null>
  landedAt: string
  /** The time of sending. It stays the same while the same answers are sent again. */
  submittedAt: string | null
  change: (personKey: string, part: Partial<Person>) => Person
  /** Shows the refused dates. Sending the form again continues without them. */
  missWeeks: (missed: RefusedWeek[]) => void
  showProblems: (problems: Problem[], failure?: Failure | null, isFromServer?: boolean) => false
  saveDraft: () => void
  deleteDraft: () => void
  draftKey: () => string
  redraw: () => void
}

/** All problems of the form before it is sent. */
export const problemsOf = ({
  setup,
  words,
  people,
  values,
  customer,
  isSessionOver,
  serverNow,
}: OpenForm): Problem[] => [
  ...(customer.get() && !isSessionOver.get() ? [] : checkAccount(values.get(), words)),
  ...checkPeople(setup, people.get(), values.get(), words, new Date(serverNow()).toISOString().slice(0, 10)),
]

/** Signs up or logs in, then loads the family. True when a customer is logged in. */
export async function logInOrSignUp(form: OpenForm): Promise<boolean> {
  const { setup, words } = form
  const values = form.values.get()
  const problems = checkAccount(values, words)
  if (problems.length > 0) return form.showProblems(problems)
  const { form: name, fields } = accountRequest(values, setup, form.timezone)
  const answer = await form.signIn(name, fields)
  if (!answer.ok) return form.showProblems(accountProblems(answer.failure, words), answer.failure, true)
  return loadFamily(form)
}

async function loadFamily(form: OpenForm): Promise<boolean> {
  const { calls, setup, people, customer, values } = form
  const loaded = await loadFamilyInto({
    calls,
    setup,
    people: people.get(),
    values: values.get(),
    time: form.time.get(),
    now: form.serverNow(),
  })
  if (!loaded.ok) return form.showProblems([], loaded.failure)
  await loadOwnPackages(form)
  const before = form.draftKey()
  const { 'you.password': _password, ...typed } = loaded.merged.values
  customer.set(loaded.customer)
  people.set(loaded.merged.people)
  values.set({ ...valuesFromHeldPlaces(setup.fields, loaded.merged.people), ...typed })
  form.isSessionOver.set(false)
  form.showProblems([])
  form.redraw()
  if (before !== form.draftKey()) form.storage.removeItem(before)
  form.saveDraft()
  return true
}

// The packages and memberships of a customer who logged in within the form. When they cannot be read, packages can
// still be bought.
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

/** Sends the whole form and continues to payment, or shows the problems. */
export async function sendForm(form: OpenForm): Promise<void> {
  const { setup, words, calls, storage, session } = form
  if ((!form.customer.get() || form.isSessionOver.get()) && !(await logInOrSignUp(form))) return
  const attending = form.people.get().filter((person) => isComing(person, form.values.get()) && !hasPlace(person))
  const unsent = await form.files.finish(attending)
  if (unsent.length > 0)
    return void form.showProblems(
      unsent.map((each) => problemOf(form, each)),
      null,
      true,
    )
  form.submittedAt ??= new Date(form.serverNow()).toISOString()
  const [people, values, weeks] = [form.people.get(), form.values.get(), form.weeks.get()]
  const dates = weeklyDates({ weeks, refused: form.refusedWeeks.get(), people, values })
  const sent = await sendRegistration({
    calls,
    setup,
    values,
    people,
    ways: payWays({ setup, credits: form.credits.get(), memberships: form.memberships.get(), people, values, dates }),
    dates,
    weeks: weeks.slice(0, chosenWeeks(weeks, values)),
    bought: form.bought,
    keepBought: (bought) => {
      form.bought = bought
    },
    time: form.time.get(),
    timezone: form.timezone,
    landedAt: form.landedAt,
    submittedAt: form.submittedAt,
    now: form.serverNow,
    change: form.change,
  })
  if (!sent.ok && sent.weeks) return void form.missWeeks(sent.weeks)
  if (!sent.ok) {
    const taken = sent.refusals.find(({ failure }) => failure.type === 'slot_taken')
    if (taken) form.freeTimes.set((taken.failure.body['available_times'] ?? []) as AvailableTime[])
    return void form.showProblems(
      sent.refusals.map(({ name, message, failure }) =>
        problemOf(form, { name, message: message || failure.message || words.attendeeProblem }),
      ),
      sent.failure,
      true,
    )
  }
  const { orderId, isJoined } = sent
  if (!isJoined)
    await applyRememberedCode({ storage, session, programId: setup.program.id, orderId, apply: calls.applyCode })
  form.deleteDraft()
  form.navigate(itemAddress(setup.addresses.checkout, orderId))
}

const problemOf = ({ people, values, words }: OpenForm, refusal: { name: string; message: string }): Problem =>
  serverProblem(refusal, { people: people.get(), values: values.get(), words })

/** The weeks after another time. Their free places are unknown. */
export const weeksFrom = (starts_at: string, timezone: string): Week[] =>
  weeklyStarts(Date.parse(starts_at), timezone).map((start) => ({
    starts_at: new Date(start).toISOString(),
    words: null,
    times: null,
    spots: null,
  }))
