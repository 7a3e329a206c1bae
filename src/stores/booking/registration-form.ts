// Over 250 lines: the state of one open form, and everything that changes it.
import { answerName, isComing, textOf, type Values, visibleFields } from '#contract/booking/form-controls'
import { dateOrder } from '#contract/date-format'
import type { BookingPreview } from '#contract/money/family-booking'
import { atom, map } from 'nanostores'
import { type Failure, thrownToFailure } from '../../api/api-failure.ts'
import { type PostForm, windowPostForm } from '../../api/post-form.ts'
import { type FormFiles, formFiles, withoutOpenFiles } from './form-files.ts'
import { draftKey, hasHealthInput, loadDraft, saveDraft, withoutSensitive } from './form-draft.ts'
import type { CheckWords } from './registration-checks.ts'
import {
  type ChangedPeople,
  copyableFields,
  firstSelectableControl,
  initialPeople,
  initialValues,
  withAddedPeople,
  withCopiedAnswers,
  withNewPerson,
  withoutPerson,
} from './registration-people.ts'
import type { Problem, RegistrationSetup } from './registration-setup.ts'
import { hasPlace, type Person } from './family-people.ts'
import { chosenWeeks } from './weekly-dates.ts'
import { datePartOf, withDatePart, withFinishedDate, withWholeDate } from './written-date.ts'

type Draft = { values: Values; added: string[] /** True when typed health answers were left out. */; lost?: boolean }
// The modules for checking and sending load after the form, so that it can be filled in sooner.
let sending: typeof import('./registration-sending.ts') | null = null

/** The functions that the page passes to the form. */
export type FormDependencies = {
  post?: PostForm
  /** Writes the fields that no one sees into the HTML form, and returns everything that it sends. */
  read: (hidden: Record<string, string>) => FormData
  /** Sends the HTML form as the browser does, so that its page is shown again. */
  resend: () => void
  /** The address to which the form is sent. */
  address: () => string
  storage: Storage
  session: Storage
  /** The server's clock. */
  now: () => number
  /** The time zone of the device. A browser takes long to find it, so it is read when the form is sent. */
  timezone: () => string
  navigate: (address: string) => void
  /** Stores the number of weeks in the URL. */
  showWeeks: (weeks: number) => void
}

/** The state of one open form. */
const openState = (setup: RegistrationSetup, { posted } = setup) => ({
  values: map<Values>(posted?.values ?? initialValues(setup)),
  people: atom<Person[]>(posted?.people ?? initialPeople(setup)),
  problems: atom<Problem[]>(posted?.problems ?? []),
  failure: atom<Failure | null>(posted?.failure ?? null),
  /** The number of failed submissions. Each failure moves the focus to the summary. */
  attempt: atom(posted && (posted.problems.length > 0 || posted.failure) ? 1 : 0),
  /** The control that gets the focus next. */
  focus: atom<{ name: string } | null>(null),
  isSending: atom(false),
  /** The server's price of what is chosen; null until it is known. */
  preview: atom<BookingPreview | null>(null),
  /** The earlier draft that was restored, and whether it had left out answers about health; null without one. */
  restored: atom<{ isHealthLost: boolean } | null>(null),
  /** Counts the form's own changes of values; the controls are drawn again when it rises. */
  round: atom(0),
})

/** What checking and sending read and set. */
export type OpenForm = ReturnType<typeof openState> &
  Required<FormDependencies> & {
    setup: RegistrationSetup
    words: CheckWords
    files: FormFiles
    /** The key and the time of sending. They stay the same while the same answers are sent again. */
    sent: { key: string; submitted_at: string } | null
    showProblems: (problems: Problem[], failure?: Failure | null) => void
    deleteDraft: () => void
  }

/** The registration form: its people, values and problems, and a submission that neither loses nor repeats anything. */
export function registrationForm(setup: RegistrationSetup, words: CheckWords, dependencies: FormDependencies) {
  const { storage, now } = dependencies
  const state = openState(setup)
  const { values, people, problems, restored } = state
  const today = () => new Date(now()).toISOString().slice(0, 10)
  const writtenOrder = () => ({ isMonthFirst: dateOrder(setup.locale)[0] === 'month', today: today() })

  const draftOf = draftKey(setup.customer?.id ?? null, `register:${setup.event.id}`)
  // The draft leaves out the number of weeks, because the URL keeps it.
  function saveCurrentDraft() {
    const { weeks: _, ...typed } = withoutSensitive(withoutOpenFiles(values.get()), setup.health)
    const added = people
      .get()
      .filter(({ attendee_id }) => attendee_id === null)
      .map(({ key }) => key)
    const lost = restored.get()?.isHealthLost === true || hasHealthInput(values.get(), setup.health)
    saveDraft<Draft>(storage, draftOf, { at: now(), draft: { values: typed, added, lost } })
  }
  const deleteDraft = () => storage.removeItem(draftOf)
  const redraw = () => state.round.set(state.round.get() + 1)
  const focusOn = (name: string) => state.focus.set({ name })
  const files = formFiles({ values, setup, words: words.file, mayUpload: () => setup.customer !== null, setValue })
  const form: OpenForm = {
    post: windowPostForm,
    ...state,
    ...dependencies,
    setup,
    words,
    files,
    sent: null,
    showProblems,
    deleteDraft,
  }
  for (const store of [values, people])
    store.listen(() => {
      form.sent = null
    })

  function setValue(name: string, value: string | boolean) {
    if (values.get()[name] === value) return
    const date = datePartOf(name)
    if (date) setDate(date.name, withDatePart(values.get(), { ...date, text: String(value), order: writtenOrder() }))
    else {
      values.setKey(name, value)
      if (name === 'weeks') dependencies.showWeeks(chosenWeeks(setup.appointment?.weeks ?? [], values.get()))
      afterChange(name)
    }
  }
  function afterChange(name: string) {
    if (problems.get().length > 0) clearSolvedProblems(name)
    saveCurrentDraft()
  }
  /** Sets the parts of a date; false when `changed` is null. */
  function setDate(name: string, changed: Values | null): boolean {
    if (!changed) return false
    const isChanged = (changed[name] ?? '') !== (values.get()[name] ?? '')
    values.set(changed)
    if (isChanged) afterChange(name)
    return true
  }

  /** Removes the problem of a control that changed or is no longer shown. */
  function clearSolvedProblems(changed: string) {
    const open = sending && new Set(sending.problemsOf(form).map(({ name }) => name))
    const remaining = problems
      .get()
      .filter(({ name, isRefused }) => name !== changed && (isRefused || !open || open.has(name)))
    if (remaining.length !== problems.get().length) problems.set(remaining)
  }

  /** Restores the last draft and the input typed before the script loaded. */
  function restore(typed: Values) {
    // A posted form is newer than the draft.
    const draft = setup.posted ? null : loadDraft<Draft>(storage, draftOf, now())
    if (draft) {
      people.set(withAddedPeople(people.get(), draft.added))
      values.set({ ...values.get(), ...draft.values })
      restored.set({ isHealthLost: draft.lost === true })
      redraw()
    }
    for (const [name, value] of Object.entries(typed)) setValue(name, value)
    // A draft survives a way to another day's times.
    if (setup.posted) saveCurrentDraft()
    // The page of a customer who has just logged in.
    if (setup.posted && state.attempt.get() === 0) focusOn(hasJoinedFamily(setup) ? signedIn : firstControl())
    // In a task of its own: together with the first render it would block the page for too long.
    setTimeout(() =>
      Promise.all([import('./registration-total.ts'), open()]).then(
        ([{ watchTotal }]) => watchTotal(form),
        () => {},
      ),
    )
  }

  function showPeople(changed: ChangedPeople) {
    values.set(changed.values)
    people.set(changed.people)
    focusOn(changed.focus)
  }
  function addPerson() {
    const changed = withNewPerson(people.get(), values.get())
    if (changed) showPeople(changed)
  }
  function removePerson(personKey: string) {
    showPeople(withoutPerson(people.get(), values.get(), personKey))
    problems.set(problems.get().filter(({ name }) => !name.startsWith(`${personKey}.`)))
    saveCurrentDraft()
  }
  function copyAnswers(from: string, to: string) {
    values.set(withCopiedAnswers(values.get(), { from, to, fields: copyableFields(setup) }))
    redraw()
    afterChange('')
    const [first] = visibleFields(setup.fields, { key: to } as Person, values.get())
    if (first) focusOn(answerName({ key: to }, first.id))
  }
  /** Opens the page again without the draft. */
  function reset() {
    deleteDraft()
    dependencies.navigate(form.address())
  }
  const firstControl = () =>
    setup.customer === null ? 'you.mode' : firstSelectableControl(setup, people.get(), values.get())

  function showProblems(found: Problem[], failure: Failure | null = null): void {
    problems.set(found)
    state.failure.set(failure)
    if (found.length > 0 || failure) state.attempt.set(state.attempt.get() + 1)
  }

  /** Loads what checks and sends the form. */
  const open = async () => (sending ??= await import('./registration-sending.ts'))
  /** Runs one action at a time. A second press is ignored. */
  async function runExclusive(work: () => Promise<unknown>) {
    if (state.isSending.get()) return
    state.isSending.set(true)
    showProblems([])
    try {
      await work()
    } catch (thrown) {
      showProblems([], thrownToFailure(thrown))
    } finally {
      state.isSending.set(false)
    }
  }
  async function send(isMore: boolean) {
    const { problemsOf, sendForm } = await open()
    const found = problemsOf(form)
    if (found.length > 0) showProblems(found)
    else await sendForm(form, isMore)
  }

  return {
    ...state,
    files,
    canCopyAnswers: copyableFields(setup).length > 0,
    restore,
    setValue,
    pasteDate: (name: string, text: string) =>
      setDate(name, withWholeDate(values.get(), name, { text, order: writtenOrder() })),
    finishDate: (name: string) => setDate(name, withFinishedDate(values.get(), name, writtenOrder())),
    addPerson,
    removePerson,
    copyAnswers,
    reset,
    enter: () => runExclusive(async () => (await open()).enter(form)),
    /** Books the form. With `isMore` the customer continues with the events, not with payment. */
    send: (isMore = false) => runExclusive(() => send(isMore)),
    isComing: (person: Person) => isComing(person, values.get()) && !hasPlace(person),
  }
}
/** Id of the sentence that names the customer. */
export const signedIn = 'signed-in'
/** True after a log-in with an existing account, which shows the form again with the family. */
export const hasJoinedFamily = ({ customer, posted }: RegistrationSetup): boolean =>
  customer !== null && posted !== null && textOf(posted.values, 'you.mode') === 'known'

export type RegistrationStore = ReturnType<typeof registrationForm>
