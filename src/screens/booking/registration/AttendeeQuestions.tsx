import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { answerName, answerValue, controlName, type Values, visibleFields } from '#contract/booking/form-controls'
import { useStore } from '@nanostores/react'
import { memo, useDeferredValue } from 'react'
import type { Field } from '#contract/offering/event'
import { type RegistrationText, useComing, useForm, useValues } from './form-context.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { selectedOption } from '../../../stores/booking/option-eligibility.ts'
import { Fold, HowFar } from './Fold.tsx'
import { QuestionField } from './QuestionField.tsx'

/**
 * The questions about one person. They fold away, and are open while something is missing or refused. The second person
 * may copy the first one's answers.
 */
export const AttendeeQuestions = memo(function AboutPerson({
  person,
  before,
}: {
  person: Person
  before: Person | null
}) {
  const { store, setup, text } = useForm()
  const conditions = setup.fields.flatMap(({ show_if }) => (show_if ? [show_if.field] : []))
  const choices = setup.fields
    .filter(({ id }) => conditions.includes(id))
    .flatMap(({ choices: each, id }) => each.map(({ value }) => answerName(person, id, value)))
  const own = ['first_name', 'option_id', 'date_of_birth', 'gender'].map((field) => controlName(person, field))
  const values = useValues([...conditions.map((id) => answerName(person, id)), ...choices, ...own])
  const name = displayName(person, values)
  const heading = name ? fillIn(text.about, { name }) : text.aboutNew
  const option = selectedOption(setup, person, values)
  const visible = visibleFields(setup.fields, person, values)
  const isRefused = useStore(store.problems).some((problem) => problem.name.startsWith(answerName(person, '')))

  return (
    <Fold
      part={person.key}
      heading={heading}
      digest={option ? fillIn(text.optionWithPrice, { option: option.name, price: option.price }) : null}
      badge={<AnswersMissing person={person} />}
      isOpenAtFirst={() => !isComplete(visible, person, store.values.get())}
      isRefused={isRefused}
    >
      {before && store.canCopyAnswers && (
        <p className="row fine">
          <button
            className="btn quiet small"
            type="submit"
            name="next"
            value={`copy:${person.key}:${before.key}`}
            onClick={(event) => {
              event.preventDefault()
              store.copyAnswers(before.key, person.key)
            }}
          >
            {fillIn(text.copyAnswers, { from: displayName(before, store.values.get()) || text.someoneNew })}
          </button>{' '}
          <span className="muted">{text.copyNote}</span>
        </p>
      )}
      {setup.readers.answers && setup.fields.some(({ id }) => !setup.health.includes(id)) && (
        <p className="fine muted">{setup.readers.answers}</p>
      )}
      {setup.fields.map((field) =>
        visible.includes(field) ? (
          <QuestionField key={field.id} person={person} field={field} />
        ) : (
          <WithoutScript key={field.id}>
            <p className="fine muted">{conditionWords(field, setup.fields, text)}</p>
            <QuestionField person={person} field={field} />
          </WithoutScript>
        ),
      )}
    </Fold>
  )
})

const missingOf = (visible: Field[], person: Person, values: Values): number =>
  visible.filter((field) => field.validations.required && answerValue(field, person, values) === null).length

/** True when no answer is missing and at least one is given. */
const isComplete = (visible: Field[], person: Person, values: Values): boolean =>
  missingOf(visible, person, values) === 0 && visible.some((field) => answerValue(field, person, values) !== null)

function AnswersMissing({ person }: { person: Person }) {
  const { setup } = useForm()
  const values = useValues()
  return <HowFar missing={missingOf(visibleFields(setup.fields, person, values), person, values)} />
}

/** When a question must be answered, for readers without JavaScript, who see it in any case. */
function conditionWords({ show_if }: Field, fields: readonly Field[], text: RegistrationText): string {
  const field = fields.find(({ id }) => id === show_if?.field)
  const equals = show_if?.equals
  const answer =
    typeof equals === 'boolean'
      ? equals
        ? text.yes
        : text.no
      : (field?.choices.find(({ value }) => value === equals)?.label ?? String(equals ?? ''))
  return fillIn(text.onlyIf, { question: field?.title ?? '', answer })
}

/** The questions about a person who comes. A checked box is shown at once; its questions follow when the browser is idle. */
export function Questions({ person }: { person: Person }) {
  const { setup } = useForm()
  const coming = useComing()
  const at = coming.findIndex(({ key }) => key === person.key)
  const isShown = useDeferredValue(at >= 0)
  if (!isShown || at < 0 || setup.fields.length === 0) return null
  return <AttendeeQuestions person={person} before={coming[at - 1] ?? null} />
}
