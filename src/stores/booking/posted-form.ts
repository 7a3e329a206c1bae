import type { FormFailure } from '#contract/people/account'
import { controlName, datePartName, dayOf, textOf, type Values } from '#contract/booking/form-controls'
import {
  comingPeople,
  everyone,
  insteadByKey,
  isNewKey,
  postedPeople,
  refusedControls,
} from '#contract/money/booking-request'
import { toFailure } from '../../api/api-failure.ts'
import { mergeFamily, displayName, type Person } from './family-people.ts'
import { checkPeople, type CheckWords, serverProblem } from './registration-checks.ts'
import {
  copyableFields,
  emptyPerson,
  initialPeople,
  initialShared,
  withCopiedAnswers,
  withNewPerson,
  withoutPerson,
} from './registration-people.ts'
import { hiddenFieldNames, type PostedForm, type Problem, type RegistrationSetup } from './registration-setup.ts'

type Posted = Pick<FormFailure, 'type' | 'message' | 'param' | 'errors' | 'refusals' | 'values'>
/** A refused time of an appointment: its start, and the type and sentence of the refusal. */
export type RefusedTime = { starts_at: string; type: string; message: string }
type Shown = {
  words: CheckWords
  today: string
  /** What the page of an appointment says about a refused time. */
  timeProblem?: (refused: RefusedTime) => Problem
}

/** The form that a browser without JavaScript posted, after its button had its effect, with the refusals at their controls. */
export function postedForm(setup: RegistrationSetup, posted: Posted, { words, today, timeProblem }: Shown): PostedForm {
  // Saving for another booking sends the form as the button that continues does.
  const button = posted.values['next'] === 'more' ? '' : (posted.values['next'] ?? '')
  const sent = sentValues(posted.values)
  const rows = postedPeople(sent)
  const isSessionOver = posted.type === 'not_authenticated' && setup.customer === null
  const typed: Person[] = rows
    .filter(({ key }) => isNewKey(key))
    .map(({ key }) => ({ ...emptyPerson, key }))
    // An empty row is not shown with a family.
    .filter((person) => setup.people.length === 0 || displayName(person, sent) !== '')
  const merged = mergeFamily(setup.people, typed, sent)
  const people = merged.people.length > 0 ? merged.people : initialPeople(setup)
  const values: Values = {
    'you.mode': isSessionOver ? 'known' : 'new',
    ...initialShared,
    ...merged.values,
    ...(setup.appointment ? { weeks: String(setup.appointment.chosenWeeks) } : {}),
  }
  const changed = pressed({ setup, people, values, button })
  const keys = new Set(changed.people.map(({ key }) => key))
  const isRefused = posted.message !== ''
  const about = { people: changed.people, values: changed.values, words }
  const refused: Problem[] = isRefused
    ? refusals(posted, sent).map(({ name, message }) =>
        serverProblem({ name: nameNow(name, merged.joined), message }, about),
      )
    : []
  const refusedStarts = refusedTimes(posted)
  const ofSeries = (message: string): Problem => ({ name: 'weeks', label: message, message })
  const isSeries = setup.appointment !== null && setup.appointment.chosenWeeks > 1
  // A form that books is shown without a refusal when its page had not shown the dates of the chosen weeks.
  const isUnseen = isSeries && !isRefused && button === ''
  const times = isUnseen
    ? [ofSeries(words.checkWeeks)]
    : isSeries && refusedStarts.length > 0
      ? [ofSeries(words.weeksMissed)]
      : timeProblem
        ? refusedStarts.map(timeProblem)
        : []
  // The checks of the page name every missing field, also those that the call did not reach.
  const checked =
    isUnseen || (isRefused && button === '' && !isSessionOver && (refused.length > 0 || posted.errors.length > 0))
      ? checkPeople(setup, changed.people, changed.values, words, today)
      : []
  const names = new Set(checked.map(({ name }) => name))
  const isRepeated = ({ message }: Problem) => times.length > 0 && !isUnseen && message === setup.appointment?.tooMany
  const problems = [
    ...refused.filter(({ name }) => isOfAccount(name)),
    ...times,
    ...checked.filter((problem) => !isRepeated(problem)),
    // A shared control is refused once for all people.
    ...refused.filter(
      ({ name }, at) =>
        !isOfAccount(name) &&
        !names.has(name) &&
        !(isOfEveryone(name) && refused.findIndex((each) => each.name === name) < at),
    ),
  ]
  return {
    ...changed,
    problems,
    instead: insteadOf(posted, sent, merged.joined),
    failure:
      isRefused && problems.length === 0 && !isSessionOver ? toFailure(422, { ...posted, values: undefined }) : null,
    isSessionOver,
    kept: Object.entries(posted.values).filter(
      ([name]) => isOfPerson(name) && !keys.has(keyOf(name)) && !isNewKey(keyOf(name)),
    ),
  }
}

const keyOf = (name: string): string => name.slice(0, name.indexOf('.'))
const isOfAccount = (name: string): boolean => name.startsWith('you.')
const isOfEveryone = (name: string): boolean => keyOf(name) === everyone.key
const isOfPerson = (name: string): boolean => name.includes('.') && !isOfAccount(name) && !isOfEveryone(name)

/** The values of the controls. A date gets its whole value from its parts. */
function sentValues(posted: Record<string, string>): Values {
  const values: Values = Object.fromEntries(
    Object.entries(posted).filter(([name]) => !(hiddenFieldNames as readonly string[]).includes(name)),
  )
  const dates = Object.keys(values).flatMap((name) => /^(.+)~day$/.exec(name)?.[1] ?? [])
  for (const name of dates) {
    const day = dayOf(values, name)
    values[name] = day
    // Parts of a whole date are shown as the page writes them.
    for (const part of ['day', 'month', 'year'] as const)
      values[datePartName(name, part)] = textOf(values, datePartName(name, part))
  }
  return values
}

type Pressed = { setup: RegistrationSetup; people: Person[]; values: Values; button: string }
/** The form after a button that changes it: another person, one less, another option, one person alone, copied answers, or no file. */
function pressed({ setup, people, values, button }: Pressed): { people: Person[]; values: Values } {
  const [action = '', key = '', from = ''] = button.split(':')
  if (action === 'add') return formOf(withNewPerson(people, values) ?? { people, values })
  if (action === 'copy')
    return { people, values: withCopiedAnswers(values, { from, to: key, fields: copyableFields(setup) }) }
  if (action === 'option') return { people, values: { ...values, [controlName({ key }, 'option_id')]: from } }
  if (action === 'unfile') return { people, values: { ...values, [key]: '', [`${key}~name`]: '' } }
  if (action === 'only') return onlyPerson(people, values, key)
  if (action !== 'remove' || people.length < 2) return { people, values }
  return formOf(withoutPerson(people, values, key))
}

/** The form with one person coming, who has not chosen an option of this event yet. */
function onlyPerson(people: Person[], values: Values, key: string) {
  const stay = people.filter((each) => each.attendee_id !== null || each.key === key)
  const left = people.map((each) => controlName(each, each.key === key ? 'option_id' : 'comes'))
  return { people: stay, values: Object.fromEntries(Object.entries(values).filter(([name]) => !left.includes(name))) }
}
const formOf = ({ people, values }: Pick<Pressed, 'people' | 'values'>) => ({ people, values })

/** The refused controls by the names that were posted. */
function refusals({ errors, param, message }: Posted, sent: Values): { name: string; message: string }[] {
  const all = errors.length > 0 ? errors : param === null ? [] : [{ param, message }]
  return refusedControls(postedPeople(sent), sent, all).flatMap(({ name, message: words }, at) => {
    // The form has no control for the code. Its refusal leads to the sum, which has no discount then.
    const control = name === 'code' ? 'sum' : (name ?? accountControl(all[at]?.param ?? ''))
    return control === null ? [] : [{ name: control, message: words }]
  })
}
/** What each refused person can have instead, by the key of their row now. */
const insteadOf = ({ refusals: refused = [] }: Posted, sent: Values, joined: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(insteadByKey(comingPeople(postedPeople(sent), sent), refused)).map(([key, instead]) => [
      joined.get(key) ?? key,
      instead,
    ]),
  )

/** The refused times of an appointment, each once. */
export function refusedTimes({ errors, values }: Pick<Posted, 'errors' | 'values'>): RefusedTime[] {
  const starts = (values['starts_at'] ?? '').split(' ')
  const refused = errors.flatMap(({ type, param, message }) => {
    const starts_at = starts[Number(/^appointment\.starts_at\[(\d+)\]/.exec(param)?.[1] ?? -1)]
    return starts_at ? [{ starts_at, type, message }] : []
  })
  return [...new Map(refused.map((each) => [each.starts_at, each])).values()]
}
const accountControl = (param: string): string | null => (isOfAccount(param) ? param : null)

/** The control of a person who has joined the family since the form was shown. */
function nameNow(name: string, joined: ReadonlyMap<string, string>): string {
  const member = joined.get(keyOf(name))
  return member === undefined ? name : controlName({ key: member }, name.slice(name.indexOf('.') + 1))
}
