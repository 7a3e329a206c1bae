import { controlName } from '#contract/booking/form-controls'
import { mayFit } from '#contract/booking/person-fit'
import { eligibleOptions, selectedOption } from '../../../stores/booking/option-eligibility.ts'
import type { Person } from '../../../stores/booking/family-people.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import { useForm, useProblem, useValues } from './form-context.ts'
import { optionLine } from './option-words.ts'

/** The options of a person. It also shows unavailable options, with the reason. */
export function OptionPick({ person }: { person: Person }) {
  const { store, setup, text } = useForm()
  const name = controlName(person, 'option_id')
  const values = useValues([name, controlName(person, 'date_of_birth'), controlName(person, 'gender')])
  const error = useProblem(name)
  const held = person.place?.status === 'pending' ? person.place.option_id : null
  const options = eligibleOptions(setup, person, values).map(({ option, fit }) => ({
    value: option.id,
    label: optionLine(option, fit, text),
    isDisabled: (!option.isOpen && option.id !== held) || !mayFit(fit),
  }))
  return (
    <SelectField
      name={name}
      label={text.option}
      error={error}
      options={[{ value: '', label: text.chooseOption }, ...options]}
      value={selectedOption(setup, person, values)?.id ?? ''}
      onPick={(value) => store.setValue(name, value)}
    />
  )
}
