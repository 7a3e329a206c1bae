import type { ChangeEvent, ReactNode } from 'react'
import { describedBy, FieldHead, FieldNotes, type FieldProps } from './TextField.tsx'

type Option = { value: string; label: string; isDisabled?: boolean }
/** A select field. With `value` it is controlled. */
export function SelectField({
  options,
  value,
  defaultValue,
  onPick,
  ...field
}: FieldProps & {
  options: Option[]
  value?: string
  defaultValue?: string
  onPick?: (value: string) => void
}) {
  const { name, error } = field
  const state =
    value === undefined
      ? { defaultValue }
      : { value, onChange: (event: ChangeEvent<HTMLSelectElement>) => onPick?.(event.target.value) }
  return (
    <p className="field">
      <FieldHead {...field} />
      <select
        {...state}
        id={name}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, field)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
    </p>
  )
}

/** Several controls as one field: label, hint and error, then the controls. */
export function FieldGroup({ children, ...field }: FieldProps & { children: ReactNode }) {
  const { label, optional = null, ...notes } = field
  return (
    <fieldset className="field" aria-describedby={describedBy(notes.name, notes)}>
      <legend className="label">
        {label}
        {optional && (
          <>
            {' '}
            <small>{optional}</small>
          </>
        )}
      </legend>
      <FieldNotes {...notes} />
      {children}
    </fieldset>
  )
}

/**
 * A few answers in a row. The reader can select one or several. The error summary links to the name of the first
 * answer.
 */
export function PickField({
  options,
  chosen,
  isMany = false,
  nameOfOption = () => '',
  ...field
}: FieldProps & { options: Option[]; chosen: string[]; isMany?: boolean; nameOfOption?: (value: string) => string }) {
  const { name } = field
  return (
    <FieldGroup {...field}>
      <div className="pick">
        {options.map(({ value, label: words }, index) => (
          <label key={value}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              id={index === 0 ? name : undefined}
              name={isMany ? nameOfOption(value) : name}
              value={isMany ? 'on' : value}
              defaultChecked={chosen.includes(value)}
            />{' '}
            {words}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
