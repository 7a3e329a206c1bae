import type { ComponentProps, ReactNode } from 'react'
import { Glyph } from './icons.tsx'

export type FieldProps = {
  name: string
  label: ReactNode
  optional?: string | null
  hint?: ReactNode
  /** The text about who can see the value of this field. */
  privacy?: ReactNode
  error?: string | null
}
type Props = FieldProps & { input?: ComponentProps<'input'> }

/** A note, and a sentence that is true only with JavaScript. */
export const withScript = (note: string | null, sentence: string): ReactNode => (
  <>
    {note && `${note} `}
    <span className="scripted">{sentence}</span>
  </>
)

export const describedBy = (
  name: string,
  { hint, privacy, error }: Pick<FieldProps, 'hint' | 'privacy' | 'error'>,
): string | undefined =>
  [hint && `${name}-hint`, privacy && `${name}-privacy`, error && `${name}-error`].filter(Boolean).join(' ') ||
  undefined

/** Label, hint and error of a control, in this order. The control follows. */
export function FieldHead({ name, label, optional = null, ...notes }: FieldProps) {
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
      <FieldNotes name={name} {...notes} />
    </>
  )
}

/** Between label and control: a hint, who can see the value, and the error. */
export const FieldNotes = ({ name, hint, privacy, error }: Omit<FieldProps, 'label' | 'optional'>) => (
  <>
    {hint && (
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
    )}
    {privacy && (
      <span className="hint row held" id={`${name}-privacy`}>
        <Glyph name="lock" /> <span>{privacy}</span>
      </span>
    )}
    {error && <FieldError name={name} error={error} />}
  </>
)

export const FieldError = ({ name, error }: { name: string; error: string }) => (
  <span className="error" id={`${name}-error`}>
    <Glyph name="alert" /> {error}
  </span>
)

/** An uncontrolled text input with its label. */
export function TextField({ input = {}, ...field }: Props) {
  const { name, error } = field
  return (
    <p className="field">
      <FieldHead {...field} />
      <input
        autoComplete="off"
        {...input}
        id={name}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, field)}
      />
    </p>
  )
}
