import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { answerName, visibleFields } from '#contract/booking/form-controls'
import { memo, useDeferredValue } from 'react'
import type { Field } from '#contract/offering/event'
import { type RegistrationText, useComing, useForm, useValues } from './form-context.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { QuestionField } from './QuestionField.tsx'

/** The questions about one person. The second person may copy the first one's answers. */
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
  const values = useValues([...conditions.map((id) => answerName(person, id)), ...choices, `${person.key}.first_name`])
  const name = displayName(person, values)
  const visible = visibleFields(setup.fields, person, values)

  return (
    <fieldset className="stack loose">
      <legend>{name ? fillIn(text.about, { name }) : text.aboutNew}</legend>
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
    </fieldset>
  )
})

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

/**
 * The questions about each person in the form. A checked box is shown at once. Its questions follow when the browser
 * is idle, because there may be many.
 */
export function Answers() {
  const { setup } = useForm()
  const coming = useComing()
  const input = useDeferredValue(coming.map(({ key }) => key).join(' ')).split(' ')
  const answering = coming.filter(({ key }) => input.includes(key))
  if (setup.fields.length === 0) return null
  return answering.map((person, index) => (
    <AttendeeQuestions key={person.key} person={person} before={answering[index - 1] ?? null} />
  ))
}
