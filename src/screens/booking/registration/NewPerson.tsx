import { controlName, textOf } from '#contract/booking/form-controls'
import { fillIn } from '../../../locales/fill-in.ts'
import { missingFields } from '../../../stores/booking/missing-fields.ts'
import type { Person } from '../../../stores/booking/family-people.ts'
import { FieldError, TextField } from '../../../ui/TextField.tsx'
import { MissingFieldControl } from './MissingFields.tsx'
import { useForm, useProblem, useValues } from './form-context.ts'
import { whyNot } from './option-words.ts'
import { PayPart } from './PayPart.tsx'
import { Instead } from './Instead.tsx'
import { WhyNot } from './WhyNot.tsx'
import { OptionPick } from './OptionPick.tsx'
import { Questions } from './AttendeeQuestions.tsx'

/** A new person: names, required fields, and an option. */
export function NewPerson({ person, mayLeave }: { person: Person; mayLeave: boolean }) {
  const { store, setup, text } = useForm()
  const of = (field: string) => controlName(person, field)
  const values = useValues([of('first_name'), of('date_of_birth'), of('gender'), of('option_id')])
  const errors = {
    first: useProblem(of('first_name')),
    last: useProblem(of('last_name')),
    comes: useProblem(of('comes')),
  }
  const typed = (field: string) => textOf(store.values.get(), of(field))
  const called = textOf(values, of('first_name')).trim()
  const from = typed('prefilled_from')
  const why = whyNot(setup, person, values, text)

  return (
    <div className="panel" role="group" aria-labelledby={of('head')} id={of('comes')} tabIndex={-1}>
      <input type="hidden" name={of('comes')} defaultValue="on" />
      <p className="row apart">
        <b id={of('head')}>{called || text.someoneNew}</b>
        {mayLeave && (
          <button
            className="btn plain small"
            type="submit"
            name="next"
            value={`remove:${person.key}`}
            onClick={(event) => {
              event.preventDefault()
              store.removePerson(person.key)
            }}
          >
            {text.removePerson}
            <span className="vh"> {called}</span>
          </button>
        )}
      </p>
      {errors.comes && !why && <FieldError name={of('comes')} error={errors.comes} />}
      <div className="pair">
        <TextField
          name={of('first_name')}
          label={text.firstName}
          error={errors.first}
          input={{ defaultValue: typed('first_name') }}
        />
        <TextField
          name={of('last_name')}
          label={text.lastName}
          error={errors.last}
          input={{ defaultValue: typed('last_name') }}
        />
      </div>
      {from && <p className="hint">{fillIn(text.prefilledName, { from })}</p>}
      {missingFields(setup, person, values).map((field) => (
        <MissingFieldControl key={field} person={person} field={field} name={called} />
      ))}
      <div role="status">{why && <WhyNot person={person} values={values} id={`${of('comes')}-why`} why={why} />}</div>
      {!why && <OptionPick person={person} />}
      <Instead person={person} />
      {!why && <PayPart person={person} />}
      <Questions person={person} />
    </div>
  )
}
