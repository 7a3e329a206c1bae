import { atom, map } from 'nanostores'
import type { Failure } from '../api/api-failure.ts'
import { type RegistrationCalls, windowRegistrationCalls } from '../api/registration-calls.ts'
import { type SignIn, windowSignIn } from '../api/sign-in.ts'
import { valuesFromHeldPlaces } from './form-answers.ts'
import { draftKey, withoutSensitive, loadDraft, saveDraft } from './form-draft.ts'
import { checkPeople, checkAccount, type CheckWords, serverProblem } from './registration-checks.ts'
import { accountProblems, accountRequest, loadFamilyInto } from './registration-entry.ts'
import {
  copyAnswerValues,
  firstNewKey,
  personKeys,
  nextNewKey,
  emptyPerson,
  initialValues,
  withAddedPeople,
} from './registration-people.ts'
import {
  itemAddress,
  hasPlace,
  isComing,
  controlName,
  type Person,
  type Problem,
  type RegistrationSetup,
  type Values,
} from './registration-setup.ts'
import { sendRegistration } from './registration-submit.ts'
import { applyRememberedCode } from './remembered-discount.ts'

type Draft = { values: Values; added: string[] }
type Dependencies = {
  calls?: RegistrationCalls
  signIn?: SignIn
  storage: Storage
  session: Storage
  now: () => number
  serverNow: () => number
  timezone: string
  navigate: (address: string) => void
}
/** The registration form: its people, values and problems, and sending it all without losing or doubling anything. */
export function registrationForm(setup: RegistrationSetup, words: CheckWords, dependencies: Dependencies) {
  const { storage, session, now, serverNow, navigate: goTo } = dependencies
  const $values = map<Values>(initialValues(setup))
  const $people = atom<Person[]>(setup.people.length > 0 ? setup.people : [{ key: firstNewKey, ...emptyPerson }])
  const $customer = atom(setup.customer)
  const $problems = atom<Problem[]>([])
  const $failure = atom<Failure | null>(null)
  const $isSending = atom(false)
  const $isSessionOver = atom(false)
  /** True when an earlier draft was restored. */
  const $isRestored = atom(false)
  /** Rises when values were set by the form itself, so that the controls show them. */
  const $round = atom(0)
  /** Controls that the server refused; its messages go when they change. */
  let serverProblems = new Set<string>()
  let submittedAt: string | null = null
  const landedAt = new Date(serverNow()).toISOString()
  const calls = dependencies.calls ?? windowRegistrationCalls(() => onSignedOut())
  const signIn = dependencies.signIn ?? windowSignIn(setup.program.id)

  const key = () => draftKey($customer.get()?.id ?? null, `register:${setup.event.id}`)
  const added = () => personKeys($people.get(), ({ attendee_id }) => attendee_id === null)
  const saveCurrentDraft = () =>
    saveDraft<Draft>(storage, key(), { at: now(), draft: { values: withoutSensitive($values.get()), added: added() } })
  const deleteDraft = () => storage.removeItem(key())
  const change = (personKey: string, part: Partial<Person>): Person => {
    $people.set($people.get().map((person) => (person.key === personKey ? { ...person, ...part } : person)))
    return $people.get().find((person) => person.key === personKey) as Person
  }
  function onSignedOut() {
    if (!$customer.get()) return
    $isSessionOver.set(true)
    $values.setKey('you.mode', 'known')
  }

  /** Sets the value of one control. */
  function setValue(name: string, value: string | boolean) {
    if ($values.get()[name] === value) return
    $values.setKey(name, value)
    submittedAt = null
    if ($problems.get().length > 0) clearSolvedProblems(name)
    saveCurrentDraft()
  }

  /** A problem goes when its control changes, or is no longer shown. */
  function clearSolvedProblems(changed: string) {
    const open = new Set(problemsNow().map(({ name }) => name))
    const remaining = $problems
      .get()
      .filter(({ name }) => name !== changed && (open.has(name) || serverProblems.has(name)))
    if (remaining.length !== $problems.get().length) $problems.set(remaining)
  }
  const problemsNow = () => [
    ...($customer.get() && !$isSessionOver.get() ? [] : checkAccount($values.get(), words)),
    ...checkPeople(setup, $people.get(), $values.get(), words, new Date(serverNow()).toISOString().slice(0, 10)),
  ]

  /** Restores the last draft, and what was typed before the script was loaded. */
  function restore(typed: Values) {
    const draft = loadDraft<Draft>(storage, key(), now())
    if (draft) {
      $people.set(withAddedPeople($people.get(), draft.added))
      $isRestored.set(true)
    }
    $values.set({ ...$values.get(), ...draft?.values, ...typed })
    if (Object.keys(typed).length > 0) saveCurrentDraft()
    if (draft) $round.set($round.get() + 1)
  }

  function addPerson() {
    const key = nextNewKey($people.get())
    if (key === null) return null
    const person: Person = { key, ...emptyPerson }
    $people.set([...$people.get(), person])
    $values.set({ ...$values.get(), [controlName(person, 'comes')]: true, [controlName(person, 'relation')]: 'parent' })
    return person.key
  }
  function removePerson(personKey: string) {
    $people.set($people.get().filter((person) => person.key !== personKey))
    $values.set(Object.fromEntries(Object.entries($values.get()).filter(([name]) => !name.startsWith(`${personKey}.`))))
    $problems.set($problems.get().filter(({ name }) => !name.startsWith(`${personKey}.`)))
    saveCurrentDraft()
  }
  function copyAnswers(from: string, to: string) {
    $values.set({ ...$values.get(), ...copyAnswerValues($values.get(), from, to) })
    $round.set($round.get() + 1)
    saveCurrentDraft()
  }
  function reset() {
    deleteDraft()
    const family = $people.get().filter(({ attendee_id }) => attendee_id !== null)
    $people.set(family.length > 0 ? family : [{ key: firstNewKey, ...emptyPerson }])
    $values.set(initialValues(setup))
    $problems.set([])
    $isRestored.set(false)
    $round.set($round.get() + 1)
  }

  function showProblems(problems: Problem[], failure: Failure | null = null, isFromServer = false) {
    serverProblems = new Set(isFromServer ? problems.map(({ name }) => name) : [])
    $problems.set(problems)
    $failure.set(failure)
    return false
  }

  /** Signs up or logs in, then loads the family. True when a customer is signed in. */
  async function logInOrSignUp(): Promise<boolean> {
    const values = $values.get()
    const problems = checkAccount(values, words)
    if (problems.length > 0) return showProblems(problems)
    const { form, fields } = accountRequest(values, setup, dependencies.timezone)
    const answer = await signIn(form, fields)
    if (!answer.ok) return showProblems(accountProblems(answer.failure, words), answer.failure, true)
    return loadFamily()
  }

  async function loadFamily(): Promise<boolean> {
    const loaded = await loadFamilyInto({
      calls,
      setup,
      people: $people.get(),
      values: $values.get(),
      now: serverNow(),
    })
    if (!loaded.ok) return showProblems([], loaded.failure)
    const { customer, merged } = loaded
    const before = key()
    const { 'you.password': _password, ...values } = merged.values
    $customer.set(customer)
    $people.set(merged.people)
    $values.set({ ...valuesFromHeldPlaces(setup.fields, merged.people), ...values })
    $isSessionOver.set(false)
    showProblems([])
    $round.set($round.get() + 1)
    if (before !== key()) storage.removeItem(before)
    saveCurrentDraft()
    return true
  }

  /** Runs one action at a time: a second press during the first does nothing. */
  async function runExclusive(work: () => Promise<unknown>) {
    if ($isSending.get()) return
    $isSending.set(true)
    showProblems([])
    try {
      await work()
    } finally {
      $isSending.set(false)
    }
  }

  async function send(): Promise<void> {
    const invalid = problemsNow()
    if (invalid.length > 0) return void showProblems(invalid)
    if ((!$customer.get() || $isSessionOver.get()) && !(await logInOrSignUp())) return
    submittedAt ??= new Date(serverNow()).toISOString()
    const sent = await sendRegistration({
      calls,
      setup,
      values: $values.get(),
      people: $people.get(),
      timezone: dependencies.timezone,
      landedAt,
      submittedAt,
      now: serverNow,
      change,
    })
    if (!sent.ok)
      return void showProblems(
        sent.refusals.map(({ name, message, failure }) =>
          serverProblem(
            { name, message: message || failure.message || words.attendeeProblem },
            { people: $people.get(), values: $values.get(), words },
          ),
        ),
        sent.failure,
        true,
      )
    const { orderId } = sent
    await applyRememberedCode({ storage, session, programId: setup.program.id, orderId, apply: calls.applyCode })
    deleteDraft()
    goTo(itemAddress(setup.addresses.checkout, orderId))
  }

  return {
    values: $values,
    people: $people,
    customer: $customer,
    problems: $problems,
    failure: $failure,
    isSending: $isSending,
    isSessionOver: $isSessionOver,
    isRestored: $isRestored,
    round: $round,
    restore,
    setValue,
    addPerson,
    removePerson,
    copyAnswers,
    reset,
    enter: () => runExclusive(logInOrSignUp),
    send: () => runExclusive(send),
    isComing: (person: Person) => isComing(person, $values.get()) && !hasPlace(person),
  }
}
export type RegistrationStore = ReturnType<typeof registrationForm>
