import { addressParts } from '#contract/booking/answer-fields'
import { answerName, isTicked, textOf } from '#contract/booking/form-controls'
import { memo } from 'react'
import type { Field } from '#contract/offering/event'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { maxTextLength } from '../../../stores/booking/form-answers.ts'
import { itemAddress } from '../../../stores/booking/registration-setup.ts'
import type { Person } from '../../../stores/booking/family-people.ts'
import { PickField, SelectField } from '../../../ui/ChoiceField.tsx'
import { describedBy, FieldError, FieldHead, TextField, withScript, type FieldProps } from '../../../ui/TextField.tsx'
import { DateField } from './DateField.tsx'
import { useForm, useProblem, useValues } from './form-context.ts'
import { FileField } from '../../../ui/FileField.tsx'
import { WithItsScript } from '../../../ui/WithoutScript.tsx'

type Props = { person: Person; field: Field }
/** The share of characters that is left when the counter appears. */
const shownPart = 0.25
const inputOf: Partial<Record<Field['type'], React.ComponentProps<'input'>>> = {
  number: { inputMode: 'decimal' },
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoCapitalize: 'none' },
  signature: { autoComplete: 'name' },
}

/** One question about one person, by its type. */
export const QuestionField = memo(function QuestionField({ person, field }: Props) {
  const { store, setup, text } = useForm()
  const name = answerName(person, field.id)
  const error = useProblem(name)
  const typed = textOf(store.values.get(), name)
  const props = {
    name,
    label: field.title,
    optional: field.validations.required ? null : text.optional,
    hint: field.help ?? (field.type === 'date' ? withScript(null, text.bornOnHint) : null),
    privacy: setup.health.includes(field.id)
      ? withScript(
          setup.readers.health ?? fillIn(text.whoSeesAnswer, { program: setup.program.name }),
          text.answerNotSaved,
        )
      : null,
    error,
  }

  switch (field.type) {
    case 'yes_no':
      return (
        <PickField
          {...props}
          chosen={[typed]}
          options={[
            { value: 'yes', label: text.yes },
            { value: 'no', label: text.no },
          ]}
        />
      )
    case 'single_choice':
      return <PickField {...props} chosen={[typed]} options={field.choices} />
    case 'multi_choice':
      return (
        <PickField
          {...props}
          isMany
          nameOfOption={(value) => answerName(person, field.id, value)}
          chosen={field.choices
            .filter(({ value }) => isTicked(store.values.get(), answerName(person, field.id, value)))
            .map(({ value }) => value)}
          options={field.choices}
        />
      )
    case 'dropdown':
      return (
        <SelectField {...props} defaultValue={typed} options={[{ value: '', label: text.choose }, ...field.choices]} />
      )
    case 'date':
      return <DateField {...props} />
    case 'consent':
      return <ConsentField person={person} field={field} error={error} />
    case 'address':
      return <AddressField person={person} field={field} error={error} />
    case 'file':
      return (
        <WithItsScript>
          <FileQuestion {...props} />
        </WithItsScript>
      )
    case 'long_text':
      return (
        <p className="field">
          <FieldHead {...props} />
          <textarea
            id={name}
            name={name}
            defaultValue={typed}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(name, props)}
          />
          <CharactersLeft name={name} maxLength={maxTextLength(field)} />
        </p>
      )
    case 'short_text':
      return (
        <div className="stack tight">
          <TextField {...props} input={{ defaultValue: typed }} />
          <CharactersLeft name={name} maxLength={maxTextLength(field)} />
        </div>
      )
    default:
      return <TextField {...props} input={{ ...inputOf[field.type], defaultValue: typed }} />
  }
})

function CharactersLeft({ name, maxLength }: { name: string; maxLength: number }) {
  const { text } = useForm()
  const left = maxLength - [...textOf(useValues([name]), name)].length
  return (
    <span className="hint" aria-live="polite">
      {left <= maxLength * shownPart ? fillCount(text.charactersLeft, left) : ''}
    </span>
  )
}

function ConsentField({ person, field, error }: Props & { error: string | null }) {
  const { store, text } = useForm()
  const name = answerName(person, field.id)
  return (
    <div className="field">
      {error && <FieldError name={name} error={error} />}
      <label className="choice">
        <input
          type="checkbox"
          id={name}
          name={name}
          defaultChecked={isTicked(store.values.get(), name)}
          aria-invalid={error ? true : undefined}
        />{' '}
        <span>
          <b>{field.title}</b>
          {field.help && <span className="fine muted">{field.help}</span>}
          <span className="fine">{text.agree}</span>
        </span>
      </label>
    </div>
  )
}

function AddressField({ person, field, error }: Props & { error: string | null }) {
  const { store, text } = useForm()
  const labels = {
    address_line_1: text.street,
    city: text.city,
    region: text.region,
    postcode: text.postcode,
    country_short_code: text.country,
  }
  const complete = {
    address_line_1: 'address-line1',
    city: 'address-level2',
    region: 'address-level1',
    postcode: 'postal-code',
    country_short_code: 'country',
  }
  return (
    <fieldset className="field" id={answerName(person, field.id)} tabIndex={-1}>
      <legend className="label">
        {field.title}
        {!field.validations.required && (
          <>
            {' '}
            <small>{text.optional}</small>
          </>
        )}
      </legend>
      {error && <FieldError name={answerName(person, field.id)} error={error} />}
      <div className="pair">
        {addressParts.map((part) => {
          const name = answerName(person, field.id, part)
          return (
            <TextField
              key={part}
              name={name}
              label={labels[part]}
              hint={part === 'country_short_code' ? text.countryHint : null}
              input={{ autoComplete: complete[part], defaultValue: textOf(store.values.get(), name) }}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

/** A question whose answer is a file. The question's own hint is above the accepted types. */
export function FileQuestion({ hint, ...field }: FieldProps) {
  const { store, setup, text } = useForm()
  const { values: posted } = setup.posted ?? { values: {} }
  // A file that was sent before its customer had an account was not stored.
  const lost = textOf(posted, field.name) === '' ? textOf(posted, `${field.name}~name`) : ''
  return (
    <FileField
      {...field}
      hint={
        <>
          {hint} {text.file.types} {lost !== '' && <b>{fillIn(text.file.chooseAgain, { name: lost })}</b>}
        </>
      }
      store={store.files.of(field.name)}
      text={text.file}
      takes="documents"
      addressOf={(id) => itemAddress(setup.addresses.file, id)}
    />
  )
}
