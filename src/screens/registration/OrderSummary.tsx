import { displayMoney } from '#contract/money'
import { useStore } from '@nanostores/react'
import { selectedOption } from '../../stores/option-eligibility.ts'
import { displayName, controlName, type RegistrationSetup } from '../../stores/registration-setup.ts'
import { useForm, useValues } from './form-context.ts'

/** What a line of the sum is made of: who comes, and which options fit. */
const lineFields = ['comes', 'first_name', 'date_of_birth', 'gender', 'option_id']
const priceWords = (sum: number, { language, event }: RegistrationSetup) => displayMoney(sum, event.currency, language)

/** What is chosen and what it costs before fee and tax; the button goes on. */
export function OrderSummary({ isReady }: { isReady: boolean }) {
  const { store, setup, text } = useForm()
  const people = useStore(store.people)
  const isSending = useStore(store.isSending)
  const values = useValues(people.flatMap((person) => lineFields.map((field) => controlName(person, field))))
  const lines = people
    .filter(store.isComing)
    .map((person) => ({ person, option: selectedOption(setup, person, values) }))
  const sum = lines.reduce((total, { option }) => total + (option?.cost ?? 0), 0)
  const isFree = lines.length > 0 && lines.every(({ option }) => option?.cost === 0)

  return (
    <aside className="panel" aria-labelledby="sum">
      <h2 id="sum">{text.soFar}</h2>
      {lines.length === 0 && <p className="muted">{text.nobodyYet}</p>}
      <dl className="lines">
        {lines.flatMap(({ person, option }) => [
          <dt key={`${person.key}-what`}>
            {[displayName(person, values) || text.someoneNew, option?.name].filter(Boolean).join(', ')}
          </dt>,
          <dd key={`${person.key}-price`}>{option?.price ?? '–'}</dd>,
        ])}
        {sum > 0 && (
          <>
            <dt className="sum">{text.before}</dt>
            <dd className="sum">{priceWords(sum, setup)}</dd>
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
