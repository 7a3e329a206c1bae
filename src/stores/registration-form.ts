import { atom, map } from 'nanostores'
import type { Failure } from '../api/api-failure.ts'
import { type RegistrationCalls, registrationCallsOfWindow } from '../api/registration-calls.ts'
import { type SignIn, signInOfWindow } from '../api/sign-in.ts'
import { joinFamily, mayRegister, personOf } from './family-people.ts'
import { valuesOfHeld } from './form-answers.ts'
import { draftKey, keepable, loadDraft, saveDraft } from './form-draft.ts'
import { checkPeople, checkYou, type CheckWords } from './registration-checks.ts'
import { loginFields, problemsOfYou, signupFields } from './registration-entry.ts'
import { copiedAnswers, firstNew, keysOf, nextNewKey, nobody } from './registration-people.ts'
import {
  addressOf,
  calledName,
  hasPlace,
  isComing,
  nameOf,
  type Person,
  type Problem,
  type RegistrationSetup,
  textOf,
  type Values,
} from './registration-setup.ts'
import { sendRegistration } from './registration-submit.ts'
import { useRememberedCode } from './remembered-discount.ts'

type Draft = { values: Values; added: string[] }
type Around = {
  calls?: RegistrationCalls
  signIn?: SignIn
  storage: Storage
  session: Storage
  now: () => number
  serverNow: () => number
  timezone: string
  goTo: (address: string) => void
}
/** The registration form: who comes, what is typed, what is wrong, and sending it all without losing or doubling anything. */
export function registrationForm(setup: RegistrationSetup, words: CheckWords, around: Around) {
  const { storage, session, now, serverNow, goTo } = around
  const hasFamily = setup.people.length > 0
  const blank = (): Values => ({
    'you.mode': 'new',
    ...valuesOfHeld(setup.fields, setup.people),
    ...(hasFamily ? {} : { [`${firstNew}.comes`]: true, [`${firstNew}.relation`]: 'parent' }),
  })
  const $values = map<Values>(blank())
  const $people = atom<Person[]>(hasFamily ? setup.people : [{ key: firstNew, ...nobody }])
  const $customer = atom(setup.customer)
  const $problems = atom<Problem[]>([])
  const $failure = atom<Failure | null>(null)
  const $isSending = atom(false)
  const $isSessionOver = atom(false)
  /** True when a draft of an earlier visit was taken up. */
  const $isRestored = atom(false)
  /** Rises when values were set from elsewhere, so that the controls show them. */
  const $round = atom(0)
  /** Controls the server spoke about; only changing them takes its words away. */
  let refused = new Set<string>()
  let submittedAt: string | null = null
  const landedAt = new Date(serverNow()).toISOString()
  const calls = around.calls ?? registrationCallsOfWindow(() => signedOut())
  const signIn = around.signIn ?? signInOfWindow(setup.program.id)

  const key = () => draftKey($customer.get()?.id ?? null, `register:${setup.event.id}`)
  const added = () => keysOf($people.get(), ({ attendee_id }) => attendee_id === null)
  const keep = () =>
    saveDraft<Draft>(storage, key(), { at: now(), draft: { values: keepable($values.get()), added: added() } })
  const forget = () => storage.removeItem(key())
  const change = (personKey: string, part: Partial<Person>): Person => {
    $people.set($people.get().map((person) => (person.key === personKey ? { ...person, ...part } : person)))
    return $people.get().find((person) => person.key === personKey) as Person
  }
  function signedOut() {
    if (!$customer.get()) return
    $isSessionOver.set(true)
    $values.setKey('you.mode', 'known')
  }

  /** One control was typed in or ticked. */
  function type(name: string, value: string | boolean) {
    if ($values.get()[name] === value) return
    $values.setKey(name, value)
    submittedAt = null
    if ($problems.get().length > 0) forgetSolved(name)
    keep()
  }

  /** A problem goes when its control changes, or when the control is no longer asked for. */
  function forgetSolved(changed: string) {
    const still = new Set(problemsNow().map(({ name }) => name))
    const left = $problems.get().filter(({ name }) => name !== changed && (still.has(name) || refused.has(name)))
    if (left.length !== $problems.get().length) $problems.set(left)
  }
  const problemsNow = () => [
    ...($customer.get() && !$isSessionOver.get() ? [] : checkYou($values.get(), words)),
    ...checkPeople(setup, $people.get(), $values.get(), words, new Date(serverNow()).toISOString().slice(0, 10)),
  ]

  /** Takes up what was typed before the script came, and the draft of the last visit. */
  function begin(typed: Values) {
    const draft = loadDraft<Draft>(storage, key(), now())
    if (draft) {
      const known = $people.get().map((person) => person.key)
      $people.set([
        ...$people.get(),
        ...draft.added
          .filter((personKey) => !known.includes(personKey))
          .map((personKey) => ({ key: personKey, ...nobody })),
      ])
      $isRestored.set(true)
    }
    $values.set({ ...$values.get(), ...draft?.values, ...typed })
    if (Object.keys(typed).length > 0) keep()
    if (draft) $round.set($round.get() + 1)
  }

  function addPerson() {
    const key = nextNewKey($people.get())
    if (key === null) return null
    const person: Person = { key, ...nobody }
    $people.set([...$people.get(), person])
    $values.set({ ...$values.get(), [nameOf(person, 'comes')]: true, [nameOf(person, 'relation')]: 'parent' })
    return person.key
  }
  function dropPerson(personKey: string) {
    $people.set($people.get().filter((person) => person.key !== personKey))
    $values.set(Object.fromEntries(Object.entries($values.get()).filter(([name]) => !name.startsWith(`${personKey}.`))))
    $problems.set($problems.get().filter(({ name }) => !name.startsWith(`${personKey}.`)))
    keep()
  }
  function copyAnswers(from: string, to: string) {
    $values.set({ ...$values.get(), ...copiedAnswers($values.get(), from, to) })
    $round.set($round.get() + 1)
    keep()
  }
  function startOver() {
    forget()
    const family = $people.get().filter(({ attendee_id }) => attendee_id !== null)
    $people.set(family.length > 0 ? family : [{ key: firstNew, ...nobody }])
    $values.set(blank())
    $problems.set([])
    $isRestored.set(false)
    $round.set($round.get() + 1)
  }

  function refuse(problems: Problem[], failure: Failure | null = null, isServers = false) {
    refused = new Set(isServers ? problems.map(({ name }) => name) : [])
    $problems.set(problems)
    $failure.set(failure)
    return false
  }

  /** Signs up or logs in; the family is then known. True when somebody is signed in. */
  async function enter(): Promise<boolean> {
    const values = $values.get()
    const problems = checkYou(values, words)
    if (problems.length > 0) return refuse(problems)
    const isKnown = textOf(values, 'you.mode') === 'known'
    const fields = isKnown
      ? loginFields(values)
      : signupFields(values, { timezone: around.timezone, goto: setup.addresses.schedule, language: setup.language })
    const answer = await signIn(isKnown ? 'login' : 'signup', fields)
    if (!answer.ok) return refuse(problemsOfYou(answer.failure, words), answer.failure, true)
    return meetFamily()
  }

  async function meetFamily(): Promise<boolean> {
    const [profile, family, places] = await Promise.all([
      calls.joinProgram(setup.program.id),
      calls.findFamily(),
      calls.findPlaces(setup.event.id),
    ])
    if (!profile.ok || !family.ok || !places.ok)
      return refuse([], [profile, family, places].flatMap((each) => (each.ok ? [] : [each.failure]))[0] ?? null)
    const before = key()
    const { customer_id, first_name, last_name } = profile.data
    const own = family.data.data
      .filter((attendee) => mayRegister(attendee, customer_id))
      .map((attendee) =>
        personOf(attendee, { programId: setup.program.id, places: places.data.data, now: serverNow() }),
      )
    // Rows that nobody began to fill make room for the family.
    const begun = $people
      .get()
      .filter((person) => person.attendee_id === null && (own.length === 0 || calledName(person, $values.get()) !== ''))
    const joined = joinFamily(own, begun, $values.get())
    const { 'you.password': _password, ...values } = joined.values
    $customer.set({ id: customer_id, name: `${first_name} ${last_name}` })
    $people.set(joined.people)
    $values.set({ ...valuesOfHeld(setup.fields, joined.people), ...values })
    $isSessionOver.set(false)
    refuse([])
    $round.set($round.get() + 1)
    if (before !== key()) storage.removeItem(before)
    keep()
    return true
  }

  /** One act at a time: a second press while the first is under way does nothing. */
  async function once(work: () => Promise<unknown>) {
    if ($isSending.get()) return
    $isSending.set(true)
    refuse([])
    try {
      await work()
    } finally {
      $isSending.set(false)
    }
  }

  async function send(): Promise<void> {
    const wrong = problemsNow()
    if (wrong.length > 0) return void refuse(wrong)
    if ((!$customer.get() || $isSessionOver.get()) && !(await enter())) return
    submittedAt ??= new Date(serverNow()).toISOString()
    const sent = await sendRegistration({
      calls,
      setup,
      values: $values.get(),
      people: $people.get(),
      timezone: around.timezone,
      landedAt,
      submittedAt,
      now: serverNow,
      change,
    })
    if (!sent.ok)
      return void refuse(
        sent.refusals.map(({ name, message, failure }) =>
          problemOf(name, message || failure.message || words.attendeeProblem),
        ),
        sent.failure,
        true,
      )
    await useRememberedCode({
      storage,
      session,
      programId: setup.program.id,
      orderId: sent.orderId,
      apply: calls.applyCode,
    })
    forget()
    goTo(addressOf(setup.addresses.checkout, sent.orderId))
  }

  function problemOf(name: string, message: string): Problem {
    const person = $people.get().find((each) => name.startsWith(`${each.key}.`))
    const called = person ? person.first_name || textOf($values.get(), nameOf(person, 'first_name')) : ''
    return { name, label: person ? called : words.label(name), message }
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
    begin,
    type,
    addPerson,
    dropPerson,
    copyAnswers,
    startOver,
    enter: () => once(enter),
    send: () => once(send),
    isComing: (person: Person) => isComing(person, $values.get()) && !hasPlace(person),
  }
}
export type RegistrationStore = ReturnType<typeof registrationForm>
