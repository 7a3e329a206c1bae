import { BeforeScript } from '../../../ui/WithoutScript.tsx'
import { isTicked, controlName, type Values } from '#contract/booking/form-controls'
import { memo, useRef } from 'react'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { missingFields } from '../../../stores/booking/missing-fields.ts'
import { fullYears } from '#contract/people/birth-date'
import { personDetails } from '../../../stores/booking/option-eligibility.ts'
import { itemAddress, type RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import { hasPlace, type Person } from '../../../stores/booking/family-people.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import { MissingFieldControl } from './MissingFields.tsx'
import { type RegistrationText, useForm, useProblem, useValues } from './form-context.ts'
import { whyNot } from './option-words.ts'
import { AddOnsOf } from './AddOns.tsx'
import { AttendeeQuestions, Questions } from './AttendeeQuestions.tsx'
import { PayPart } from './PayPart.tsx'
import { Instead } from './Instead.tsx'
import { WhyNot } from './WhyNot.tsx'
import { OptionPick } from './OptionPick.tsx'

function ageWords(setup: RegistrationSetup, person: Person, values: Values, text: RegistrationText): string {
  const { date_of_birth } = personDetails(person, values)
  if (date_of_birth === null) return text.ageUnknown
  const years = fullYears(date_of_birth, setup.event.firstDay)
  return fillIn(text.ageOn, { years: fillCount(text.years, years), day: setup.event.firstDayWords })
}

/** A family member has a checkbox when an option suits them. Otherwise the row shows the reason and an alternative. */
export const PersonRow = memo(function PersonRow({ person }: { person: Person }) {
  const { setup, text } = useForm()
  const values = useValues([
    controlName(person, 'comes'),
    controlName(person, 'date_of_birth'),
    controlName(person, 'gender'),
    controlName(person, 'option_id'),
  ])
  const name = controlName(person, 'comes')
  const error = useProblem(name)
  const isPlaced = hasPlace(person)
  const why = isPlaced ? null : whyNot(setup, person, values, text)
  const isPossible = !isPlaced && why === null
  const isChosen = isTicked(values, name) && !isPlaced
  // An unchecked person stays enabled, because a focused control must not be disabled.
  const wasChosen = useRef(false)
  wasChosen.current ||= isChosen
  const comes = isChosen && isPossible
  const asksBirthDay = person.date_of_birth === null && missingFields(setup, person, values).includes('date_of_birth')
  const visible = comes
    ? missingFields(setup, person, values)
    : asksBirthDay && !isPlaced
      ? (['date_of_birth'] as const)
      : []

  return (
    <div className="kid">
      <div className={isPossible ? 'choice' : 'choice no'}>
        <input
          type="checkbox"
          id={name}
          name={name}
          defaultChecked={isChosen}
          disabled={isPlaced || !(isPossible || wasChosen.current)}
          aria-invalid={(why && isChosen) || error ? true : undefined}
          aria-describedby={isPossible && !error ? undefined : `${name}-why`}
        />
        <label htmlFor={name} className={isPossible ? undefined : 'muted'}>
          <b>{person.first_name}</b>, {ageWords(setup, person, values, text)}
        </label>
        {isPlaced && (
          <p className="under fine" id={`${name}-why`}>
            {fillIn(text.hasPlace, { name: person.first_name })}{' '}
            {person.place?.order_id && (
              <a href={itemAddress(setup.addresses.order, person.place.order_id)}>{text.seeOrder}</a>
            )}
          </p>
        )}
        {why && <WhyNot person={person} values={values} id={`${name}-why`} why={why} />}
        {error && !why && (
          <p className="under" id={`${name}-why`}>
            <FieldError name={name} error={error} />
          </p>
        )}
        {!isPlaced && <Instead person={person} />}
        {(comes || visible.length > 0) && (
          <div className="under stack">
            {comes && <OptionPick person={person} />}
            {comes && <PayPart person={person} />}
            {visible.map((field) => (
              <MissingFieldControl key={field} person={person} field={field} name={person.first_name} />
            ))}
          </div>
        )}
        {isPossible && !comes && (
          <BeforeScript>
            <div className="under stack if-ticked">
              <OptionPick person={person} />
              <PayPart person={person} isComing={false} />
              {missingFields(setup, person, values)
                .filter((field) => !visible.includes(field as never))
                .map((field) => (
                  <MissingFieldControl key={field} person={person} field={field} name={person.first_name} />
                ))}
              {setup.fields.length > 0 && <AttendeeQuestions person={person} before={null} />}
              {setup.addOns.length > 0 && <AddOnsOf person={person} name={person.first_name} />}
            </div>
          </BeforeScript>
        )}
      </div>
      <Questions person={person} />
    </div>
  )
})
