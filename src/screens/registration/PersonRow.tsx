import { memo } from 'react'
import { fillIn } from '../../locales/fill-in.ts'
import { missingFields } from '../../stores/missing-fields.ts'
import { eligibleOptions, hasEligibleOption, personDetails, yearsOn } from '../../stores/option-eligibility.ts'
import {
  itemAddress,
  hasPlace,
  isComing,
  isTicked,
  controlName,
  type Person,
  type RegistrationSetup,
  type Values,
} from '../../stores/registration-setup.ts'
import { FieldError } from '../../ui/TextField.tsx'
import { MissingFieldControl } from './MissingFields.tsx'
import { type RegistrationText, useForm, useProblem, useValues } from './form-context.ts'
import { misfitWords } from './option-words.ts'
import { OptionPick } from './OptionPick.tsx'

function ageWords(setup: RegistrationSetup, person: Person, values: Values, text: RegistrationText): string {
  const { bornOn } = personDetails(person, values)
  if (bornOn === null) return text.ageUnknown
  const years = yearsOn(bornOn, setup.event.firstDay)
  return years === 1 ? text.ageOne : fillIn(text.age, { years })
}

/** A person of the family: may be ticked when something here fits, else the reason and a way on. */
export const PersonRow = memo(function PersonRow({ person }: { person: Person }) {
  const { store, setup, text } = useForm()
  const values = useValues([
    controlName(person, 'comes'),
    controlName(person, 'date_of_birth'),
    controlName(person, 'gender'),
    controlName(person, 'option_id'),
  ])
  const name = controlName(person, 'comes')
  const error = useProblem(name)
  const isPossible = !hasPlace(person) && hasEligibleOption(setup, person, values)
  const comes = isComing(person, values) && isPossible
  const why = isPossible
    ? null
    : hasPlace(person)
      ? fillIn(text.hasPlace, { name: person.first_name })
      : whyNot(setup, person, values, text)
  const asksBirthDay = person.date_of_birth === null && missingFields(setup, person, values).includes('date_of_birth')
  const visible = comes
    ? missingFields(setup, person, values)
    : asksBirthDay && !hasPlace(person)
      ? (['date_of_birth'] as const)
      : []

  return (
    <div className={isPossible ? 'choice' : 'choice no'}>
      <input
        type="checkbox"
        id={name}
        name={name}
        defaultChecked={isTicked(store.values.get(), name) && isPossible}
        disabled={!isPossible}
        aria-describedby={why || error ? `${name}-why` : undefined}
      />
      <label htmlFor={name} className={isPossible ? undefined : 'muted'}>
        <b>{person.first_name}</b>, {ageWords(setup, person, values, text)}
      </label>
      {why && (
        <p className="under fine" id={`${name}-why`}>
          {why} <WayOn person={person} />
        </p>
      )}
      {error && (
        <p className="under" id={`${name}-why`}>
          <FieldError name={name} error={error} />
        </p>
      )}
      {(comes || visible.length > 0) && (
        <div className="under stack">
          {comes && <OptionPick person={person} />}
          {visible.map((field) => (
            <MissingFieldControl key={field} person={person} field={field} name={person.first_name} />
          ))}
        </div>
      )}
    </div>
  )
})

function whyNot(setup: RegistrationSetup, person: Person, values: Values, text: RegistrationText): string {
  const reasons = misfitWords(
    eligibleOptions(setup, person, values),
    { name: person.first_name, event: setup.event },
    text,
  )
  return reasons.length === 0 ? fillIn(text.nothingFits, { name: person.first_name }) : reasons.join(' ')
}

function WayOn({ person }: { person: Person }) {
  const { setup, text } = useForm()
  if (hasPlace(person) && person.place?.order_id)
    return <a href={itemAddress(setup.addresses.order, person.place.order_id)}>{text.seeOrder}</a>
  return setup.program.email ? <a href={`mailto:${setup.program.email}`}>{text.askUs}</a> : null
}
