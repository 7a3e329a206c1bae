import { isTicked } from '#contract/booking/form-controls'
import { nameList } from '#contract/name-list'
import type { ReactNode } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, hasSigned, type Person } from '../../../stores/booking/family-people.ts'
import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { FieldError } from '../../../ui/TextField.tsx'
import { useComing, useForm, useProblem, useValues } from './form-context.ts'

/**
 * The event's waiver, which the reader accepts once for all people in the form, and again only for those added later. `whole` is the waiver's text from the
 * server.
 */
export function WaiverPart({ whole }: { whole: ReactNode }) {
  const { store, setup, text } = useForm()
  const coming = useComing()
  const error = useProblem('waiver')
  const values = useValues(coming.map(({ key }) => `${key}.first_name`))
  const { waiver } = setup
  if (!waiver) return null
  const namesOf = (people: Person[]) =>
    nameList(people.map((person) => displayName(person, values)).filter(Boolean), setup.language)
  const open = coming.filter((person) => !hasSigned(waiver, person))
  const isSigned = coming.length > 0 && open.length === 0
  const names = namesOf(open)
  const box = (
    <label className="choice">
      <input
        type="checkbox"
        id="waiver"
        name="waiver"
        defaultChecked={isTicked(store.values.get(), 'waiver')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'waiver-error' : undefined}
      />
      <span>{names ? fillIn(text.acceptWaiver, { names }) : text.acceptWaiverAlone}</span>
    </label>
  )
  return (
    <fieldset className="stack">
      <legend>{waiver.title}</legend>
      {isSigned && <p>{fillIn(text.waiverAccepted, { names: namesOf(coming) })}</p>}
      {names && <p>{fillIn(text.waiverText, { names })}</p>}
      <details>
        <summary className="tap">{text.readWaiver}</summary>
        <div className="stack fine">{whole}</div>
      </details>
      {error && <FieldError name="waiver" error={error} />}
      {isSigned ? <WithoutScript>{box}</WithoutScript> : box}
    </fieldset>
  )
}
