import type { ChangeEvent, ReactNode } from 'react'
import { describedBy, FieldError, FieldHead } from './TextField.tsx'

type Option = { value: string; label: string; isDisabled?: boolean }
type FieldProps = {
  name: string
  label: ReactNode
  optional?: string | null
  hint?: string | null
  error?: string | null
}

/** A list to choose from. With `value` the page decides what it shows. */
export function SelectField({
  options,
  value,
  defaultValue,
  onPick,
  ...field
}: FieldProps & { options: Option[]; value?: string; defaultValue?: string; onPick?: (value: string) => void }) {
  const { name, hint = null, error = null } = field
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
        aria-describedby={describedBy(name, { hint, error })}
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

/** A few answers side by side: one of them, or several. The first carries the name that an error summary links to. */
export function PickField({
  options,
  chosen,
  isMany = false,
  nameOfOption = () => '',
  ...field
}: FieldProps & { options: Option[]; chosen: string[]; isMany?: boolean; nameOfOption?: (value: string) => string }) {
  const { name, label, optional = null, hint = null, error = null } = field
  return (
    <fieldset className="field" aria-describedby={describedBy(name, { hint, error })}>
      <legend className="label">
        {label}
        {optional && (
          <>
            {' '}
            <small>{optional}</small>
          </>
        )}
      </legend>
      {hint && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError name={name} error={error} />}
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
    </fieldset>
  )
}
