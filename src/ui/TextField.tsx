import type { ComponentProps, ReactNode } from 'react'
import { Glyph } from './Glyph.tsx'

type FieldProps = {
  name: string
  label: ReactNode
  optional?: string | null
  hint?: string | null
  error?: string | null
}
type Props = FieldProps & { input?: ComponentProps<'input'> }

export const describedBy = (name: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined

/** Label, hint and error of a control, in this order; the control follows. */
export function FieldHead({ name, label, optional = null, hint = null, error = null }: FieldProps) {
  return (
    <>
      <label htmlFor={name}>
        {label}
        {optional && (
          <>
            {' '}
            <small>{optional}</small>
          </>
        )}
      </label>
      {hint && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError name={name} error={error} />}
    </>
  )
}

export const FieldError = ({ name, error }: { name: string; error: string }) => (
  <span className="error" id={`${name}-error`}>
    <Glyph name="alert" /> {error}
  </span>
)

/** A line of text with its label; what is typed stays in the page, the form hears of it. */
export function TextField({ input = {}, ...field }: Props) {
  const { name, hint, error } = field
  return (
    <p className="field">
      <FieldHead {...field} />
      <input
        autoComplete="off"
        {...input}
        id={name}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { hint: hint ?? null, error: error ?? null })}
      />
    </p>
  )
}
