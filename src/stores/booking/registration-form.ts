// Over 250 lines: the state of one open form, and everything that changes it.
import { answerName, controlName, isComing, type Values, visibleFields } from '#contract/booking/form-controls'
import type { AvailableTime } from '#contract/offering/appointment'
import { atom, map } from 'nanostores'
import { type Failure, thrownToFailure } from '../../api/api-failure.ts'
import { windowRegistrationCalls } from '../../api/registration-calls.ts'
import { windowSignIn } from '../../api/sign-in.ts'
import { formFiles, withoutOpenFiles } from './form-files.ts'
import { draftKey, hasHealthInput, loadDraft, saveDraft, withoutSensitive } from './form-draft.ts'
import type { CheckWords } from './registration-checks.ts'
import {
  type ChangedPeople,
  copyAnswerValues,
  copyableFields,
  emptyPerson,
  firstNewKey,
  firstSelectableControl,
  initialPeople,
  initialValues,
  personKeys,
  prefilledValues,
  withAddedPeople,
  withNewPerson,
  withoutPerson,
} from './registration-people.ts'
import type { FormDependencies, OpenForm } from './registration-sending.ts'
import {
  hasPlace,
  type OwnCredit,
  type OwnMembership,
  type Person,
  type Problem,
  type RegistrationSetup,
} from './registration-setup.ts'
import { chosenWeeks, type RefusedWeek, type Week } from './weekly-dates.ts'
import { datePartOf, withDatePart, withFinishedDate, withWholeDate } from './written-date.ts'

type Draft = { values: Values; added: string[] /** True when typed health answers were left out. */; lost?: boolean }
// The modules for checking and sending load after the form, so that it can be filled in sooner.
let sending: typeof import('./registration-sending.ts') | null = null
const loadSending = async () => (sending ??= await import('./registration-sending.ts'))

/** The registration form: its people, values and problems, and a submission that neither loses nor repeats anything. */
export function registrationForm(setup: RegistrationSetup, words: CheckWords, dependencies: FormDependencies) {
  const { storage, now, serverNow } = dependencies
  const { posted } = setup
  const $values = map<Values>(posted?.values ?? initialValues(setup))
  const $people = atom<Person[]>(posted?.people ?? initialPeople(setup))
  const $customer = atom(setup.customer)
  const $credits = atom<readonly OwnCredit[]>(setup.ways?.credits ?? [])
  const $memberships = atom<readonly OwnMembership[]>(setup.ways?.memberships ?? [])
  const $problems = atom<Problem[]>(posted?.problems ?? [])
  const $failure = atom<Failure | null>(posted?.failure ?? null)
  /** The number of failed submissions. Each failure moves the focus to the summary. */
  const $attempt = atom(posted && (posted.problems.length > 0 || posted.failure) ? 1 : 0)
  /** The control that gets the focus next. */
  const $focus = atom<{ name: string } | null>(null)
  const $isSending = atom(false)
  const $isSessionOver = atom(posted?.isSessionOver ?? false)
  const $time = atom(setup.appointment?.starts_at ?? null)
  const $freeTimes = atom<AvailableTime[] | null>(null)
  const $weeks = atom<readonly Week[]>(setup.appointment?.weeks ?? [])
  const $refusedWeeks = atom<readonly RefusedWeek[]>([])
  /** True when an earlier draft was restored. */
  const $isRestored = atom(false)
  /** True when that draft had left out answers about health. */
  const $isHealthLost = atom(false)
  /** Counts the form's own changes of values; the controls are drawn again when it rises. */
  const $round = atom(0)
  /** The controls that the server refused. Their messages disappear when they change. */
  let serverProblems = new Set(posted?.problems.map(({ name }) => name))
  const today = () => new Date(serverNow()).toISOString().slice(0, 10)
  const dateOrder = () => ({ isMonthFirst: setup.dates.order[0] === 'month', today: today() })

  const key = () => draftKey($customer.get()?.id ?? null, `register:${setup.event.id}`)
  const added = () => personKeys($people.get(), ({ attendee_id }) => attendee_id === null)
  // The draft leaves out the number of weeks, because the URL keeps it.
  function saveCurrentDraft() {
    const { weeks: _, ...values } = withoutSensitive(withoutOpenFiles($values.get()), setup.health)
    const lost = $isHealthLost.get() || hasHealthInput($values.get(), setup.health)
    saveDraft<Draft>(storage, key(), { at: now(), draft: { values, added: added(), lost } })
  }
  const deleteDraft = () => storage.removeItem(key())
  const redraw = () => $round.set($round.get() + 1)
  const focusOn = (name: string) => $focus.set({ name })
  const change = (personKey: string, part: Partial<Person>): Person => {
    $people.set($people.get().map((person) => (person.key === personKey ? { ...person, ...part } : person)))
    return $people.get().find((person) => person.key === personKey) as Person
  }
  function onSignedOut() {
    if (!$customer.get()) return
    $isSessionOver.set(true)
    $values.setKey('you.mode', 'known')
    focusOn('you.email')
  }
  const mayUpload = () => $customer.get() !== null && !$isSessionOver.get()
  const files = formFiles({ values: $values, setup, words: words.file, mayUpload, setValue })
  const form: OpenForm = {
    ...dependencies,
    setup,
    words,
    calls: dependencies.calls ?? windowRegistrationCalls(onSignedOut),
    signIn: dependencies.signIn ?? windowSignIn(setup.program.id),
    values: $values,
    people: $people,
    files,
    customer: $customer,
    credits: $credits,
    memberships: $memberships,
    bought: null,
    isSessionOver: $isSessionOver,
    time: $time,
    freeTimes: $freeTimes,
    weeks: $weeks,
    refusedWeeks: $refusedWeeks,
    missWeeks,
    landedAt: new Date(serverNow()).toISOString(),
    submittedAt: null,
    change,
    showProblems,
    saveDraft: saveCurrentDraft,
    deleteDraft,
    draftKey: key,
    redraw,
  }

  function setValue(name: string, value: string | boolean) {
    if ($values.get()[name] === value) return
    const date = datePartOf(name)
    if (date) setDate(date.name, withDatePart($values.get(), { ...date, text: String(value), order: dateOrder() }))
    else {
      $values.setKey(name, value)
      if (name === 'weeks') dependencies.showWeeks(chosenWeeks($weeks.get(), $values.get()))
      const person = value === true && $people.get().find((each) => controlName(each, 'comes') === name)
      if (person) $values.set({ ...prefilledValues($people.get(), $values.get(), person), ...$values.get() })
      afterChange(name)
    }
  }
  function afterChange(name: string) {
    form.submittedAt = null
    if ($problems.get().length > 0) clearSolvedProblems(name)
    saveCurrentDraft()
  }
  /** Sets the parts of a date; false when `values` is null. */
  function setDate(name: string, values: Values | null): boolean {
    if (!values) return false
    const isChanged = (values[name] ?? '') !== ($values.get()[name] ?? '')
    $values.set(values)
    if (isChanged) afterChange(name)
    return true
  }

  /** Removes the problem of a control that changed or is no longer shown. */
  function clearSolvedProblems(changed: string) {
    const open = new Set(sending?.problemsOf(form).map(({ name }) => name))
    const remaining = $problems
      .get()
      .filter(({ name }) => name !== changed && (open.has(name) || serverProblems.has(name)))
    if (remaining.length !== $problems.get().length) $problems.set(remaining)
  }

  /** Restores the last draft and the input typed before the script loaded. */
  function restore(typed: Values) {
    // A posted form is newer than the draft.
    const draft = posted ? null : loadDraft<Draft>(storage, key(), now())
    if (draft) {
      $people.set(withAddedPeople($people.get(), draft.added))
      $isRestored.set(true)
      $isHealthLost.set(draft.lost === true)
    }
    if (draft) $values.set({ ...$values.get(), ...draft.values })
    for (const [name, value] of Object.entries(typed)) setValue(name, value)
    if (draft) redraw()
    loadSending().catch(() => {})
  }

  function showPeople({ people, values, focus }: ChangedPeople) {
    $values.set(values)
    $people.set(people)
    focusOn(focus)
  }
  function addPerson() {
    const changed = withNewPerson($people.get(), $values.get())
    if (changed) showPeople(changed)
  }
  function removePerson(personKey: string) {
    showPeople(withoutPerson($people.get(), $values.get(), personKey))
    $problems.set($problems.get().filter(({ name }) => !name.startsWith(`${personKey}.`)))
    saveCurrentDraft()
  }
  function copyAnswers(from: string, to: string) {
    const copied = copyAnswerValues($values.get(), { from, to, fields: copyableFields(setup) })
    $values.set({ ...$values.get(), ...copied })
    redraw()
    saveCurrentDraft()
    const [first] = visibleFields(setup.fields, { key: to } as Person, $values.get())
    if (first) focusOn(answerName({ key: to }, first.id))
  }
  function reset() {
    deleteDraft()
    files.clear()
    const family = $people.get().filter(({ attendee_id }) => attendee_id !== null)
    $people.set(family.length > 0 ? family : [{ key: firstNewKey, ...emptyPerson }])
    $values.set(initialValues(setup))
    $problems.set([])
    $isRestored.set(false)
    $isHealthLost.set(false)
    redraw()
    focusOn($customer.get() ? firstSelectableControl(setup, $people.get(), $values.get()) : 'you.mode')
  }

  function showProblems(problems: Problem[], failure: Failure | null = null, isFromServer = false): false {
    serverProblems = new Set(isFromServer ? problems.map(({ name }) => name) : [])
    $problems.set(problems)
    $failure.set(failure)
    if (problems.length > 0 || failure) $attempt.set($attempt.get() + 1)
    return false
  }

  /** Replaces a time that someone else took, and keeps everything typed. */
  function chooseTime({ starts_at }: AvailableTime) {
    $time.set(starts_at)
    $weeks.set(setup.appointment?.weeks.length ? (sending?.weeksFrom(starts_at, setup.event.timezone) ?? []) : [])
    $refusedWeeks.set([])
    $freeTimes.set(null)
    form.submittedAt = null
    showProblems([])
    dependencies.showTime(starts_at)
  }
  function missWeeks(missed: RefusedWeek[]) {
    $refusedWeeks.set([...$refusedWeeks.get(), ...missed])
    showProblems([{ name: 'weeks', label: words.weeksMissed, message: words.weeksMissed }], null, true)
  }
  /** Runs one action at a time. A second press is ignored. */
  async function runExclusive(work: () => Promise<unknown>) {
    if ($isSending.get()) return
    $isSending.set(true)
    showProblems([])
    try {
      await work()
    } catch (thrown) {
      showProblems([], thrownToFailure(thrown))
    } finally {
      $isSending.set(false)
    }
  }
  async function enter() {
    const { logInOrSignUp } = await loadSending()
    if (await logInOrSignUp(form)) focusOn(firstSelectableControl(setup, $people.get(), $values.get()))
  }
  async function send() {
    const { problemsOf, sendForm } = await loadSending()
    const problems = problemsOf(form)
    if (problems.length > 0) showProblems(problems)
    else await sendForm(form)
  }

  return {
    values: $values,
    people: $people,
    customer: $customer,
    credits: $credits,
    memberships: $memberships,
    problems: $problems,
    failure: $failure,
    attempt: $attempt,
    focus: $focus,
    isSending: $isSending,
    isSessionOver: $isSessionOver,
    isRestored: $isRestored,
    isHealthLost: $isHealthLost,
    time: $time,
    freeTimes: $freeTimes,
    weeks: $weeks,
    refusedWeeks: $refusedWeeks,
    chooseTime,
    round: $round,
    files,
    canCopyAnswers: copyableFields(setup).length > 0,
    restore,
    setValue,
    pasteDate: (name: string, text: string) =>
      setDate(name, withWholeDate($values.get(), name, { text, order: dateOrder() })),
    finishDate: (name: string) => setDate(name, withFinishedDate($values.get(), name, dateOrder())),
    addPerson,
    removePerson,
    copyAnswers,
    reset,
    enter: () => runExclusive(enter),
    send: () => runExclusive(send),
    isComing: (person: Person) => isComing(person, $values.get()) && !hasPlace(person),
  }
}
export type RegistrationStore = ReturnType<typeof registrationForm>
