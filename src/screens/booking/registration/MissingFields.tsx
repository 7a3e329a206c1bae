import type { SharedField } from '#contract/money/booking-request'
import { controlName, textOf } from '#contract/booking/form-controls'
import { fillIn } from '../../../locales/fill-in.ts'
import type { MissingField } from '../../../stores/booking/missing-fields.ts'
import type { Person } from '../../../stores/booking/family-people.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import { TextField, withScript } from '../../../ui/TextField.tsx'
import { DateField } from './DateField.tsx'
import { useForm, useProblem, type RegistrationText } from './form-context.ts'

type Props = {
  person: Pick<Person, 'key' | 'isSelf'>
  field: MissingField | SharedField
  name: string
  /** The words for a relation that is not chosen. */
  noRelation?: string
}

const hintOf = (field: Props['field'], called: string, text: RegistrationText, day: string): string | null =>
  ({
    relation: null,
    date_of_birth: called ? fillIn(text.bornOnWhy, { name: called, day }) : null,
    emergency_contact_phone: called ? fillIn(text.emergencyPhoneHint, { name: called }) : text.phoneHint,
    health_card_number: null,
    emergency_contact_email: null,
    parent_name: null,
    gender: null,
  })[field]
const inputOf: Record<
  Exclude<Props['field'], 'gender' | 'relation' | 'date_of_birth'>,
  React.ComponentProps<'input'>
> = {
  emergency_contact_phone: { type: 'tel', autoComplete: 'tel' },
  emergency_contact_email: { type: 'email', autoCapitalize: 'none' },
  health_card_number: { autoCapitalize: 'characters', spellCheck: false },
  parent_name: { autoComplete: 'name' },
}

/** One field of a person, or of everyone in the form, that the program requires and does not have. */
export function MissingFieldControl({ person, field, name: called, noRelation }: Props) {
  const { store, setup, text } = useForm()
  const name = controlName(person, field)
  const error = useProblem(name)
  const labels = {
    date_of_birth: text.bornOn,
    health_card_number: text.healthCard,
    parent_name: text.parentName,
    emergency_contact_phone: text.emergencyPhone,
    emergency_contact_email: text.emergencyEmail,
    gender: text.gender,
  }
  const typed = textOf(store.values.get(), name)
  if (field === 'gender') {
    const options = [
      { value: '', label: text.chooseGender },
      ...setup.genders.map((gender) => ({ value: gender, label: text.genders[gender] })),
    ]
    return <SelectField name={name} label={labels.gender} options={options} defaultValue={typed} error={error} />
  }
  if (field === 'relation') {
    const options = [
      { value: '', label: noRelation ?? text.choose },
      ...Object.entries(text.relations).map(([value, label]) => ({ value, label })),
    ]
    const label = called ? fillIn(text.relation, { name: called }) : text.relationAll
    return <SelectField name={name} label={label} options={options} defaultValue={typed} error={error} />
  }
  const hint = hintOf(field, called, text, setup.event.firstDayWords)
  if (field === 'date_of_birth')
    return (
      <DateField
        name={name}
        label={labels[field]}
        hint={withScript(hint, text.bornOnHint)}
        error={error}
        isOwnBirthday={person.isSelf}
      />
    )
  return (
    <TextField
      name={name}
      label={labels[field]}
      hint={hint}
      privacy={
        field === 'health_card_number'
          ? withScript(
              fillIn(called ? text.whoSeesCard : text.whoSeesCardNew, { name: called, program: setup.program.name }),
              text.cardNotSaved,
            )
          : null
      }
      error={error}
      input={{ ...inputOf[field], defaultValue: typed }}
    />
  )
}
