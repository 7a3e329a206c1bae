import { isTicked } from '#contract/booking/form-controls'
import { nameList } from '#contract/name-list'
import type { ReactNode } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName } from '../../../stores/booking/family-people.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import { useComing, useForm, useProblem, useValues } from './form-context.ts'

/**
 * The event's waiver, which the reader accepts once for all people in the form. `whole` is the waiver's text from the
 * server.
 */
export function WaiverPart({ whole }: { whole: ReactNode }) {
  const { store, setup, text } = useForm()
  const coming = useComing()
  const error = useProblem('waiver')
  const values = useValues(coming.map(({ key }) => `${key}.first_name`))
  const names = coming.map((person) => displayName(person, values)).filter(Boolean)
  if (!setup.waiver) return null
  const list = nameList(names, setup.language)
  return (
    <fieldset className="stack">
      <legend>{setup.waiver.title}</legend>
      {names.length > 0 && <p>{fillIn(text.waiverText, { names: list })}</p>}
      <details>
        <summary className="tap">{text.readWaiver}</summary>
        <div className="stack fine">{whole}</div>
      </details>
      {error && <FieldError name="waiver" error={error} />}
      <label className="choice">
        <input
          type="checkbox"
          id="waiver"
          name="waiver"
          defaultChecked={isTicked(store.values.get(), 'waiver')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'waiver-error' : undefined}
        />
        <span>{names.length > 0 ? fillIn(text.acceptWaiver, { names: list }) : text.acceptWaiverAlone}</span>
      </label>
    </fieldset>
  )
}
