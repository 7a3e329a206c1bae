import { useStore } from '@nanostores/react'
import { optionOf } from '../../stores/fits-option.ts'
import { calledName } from '../../stores/registration-setup.ts'
import { useForm, useValues } from './form-context.ts'

/** What is chosen and what it costs before fee and tax; the button goes on. */
export function SoFar({ isReady }: { isReady: boolean }) {
  const { store, setup, text } = useForm()
  const people = useStore(store.people)
  const isSending = useStore(store.isSending)
  const values = useValues()
  const lines = people.filter(store.isComing).map((person) => ({ person, option: optionOf(setup, person, values) }))
  const sum = lines.reduce((total, { option }) => total + (option?.cost ?? 0), 0)
  const { currency, currencyDigits } = setup.event
  const shown = new Intl.NumberFormat(`${setup.language}-CA`, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    sum / 10 ** currencyDigits,
  )
  const isFree = lines.length > 0 && lines.every(({ option }) => option?.cost === 0)

  return (
    <aside className="panel" aria-labelledby="sum">
      <h2 id="sum">{text.soFar}</h2>
      {lines.length === 0 && <p className="muted">{text.nobodyYet}</p>}
      <dl className="lines">
        {lines.flatMap(({ person, option }) => [
          <dt key={`${person.key}-what`}>{[calledName(person, values) || text.someoneNew, option?.name].filter(Boolean).join(', ')}</dt>,
          <dd key={`${person.key}-price`}>{option?.price ?? '–'}</dd>,
        ])}
        {sum > 0 && (
          <>
            <dt className="sum">{text.before}</dt>
            <dd className="sum">{shown}</dd>
          </>
        )}
      </dl>
      <button type="submit" className="btn wide" form="who" disabled={!isReady || isSending}>
        {isSending ? text.sending : isFree ? text.goOnFree : text.goOn}
      </button>
      <p className="fine muted">
        {setup.refundNote} {text.keptHere}
      </p>
    </aside>
  )
}
