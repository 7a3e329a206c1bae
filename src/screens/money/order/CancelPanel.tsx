import type { RefundDestination } from '#contract/booking/registration'
import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import {
  type CancelPlace,
  type CancelPlaceInput,
  type cancelPlaces,
  type CancelSetup,
  mayCancel,
  needsAcknowledgement,
  needsReasonText,
} from '../../../stores/changes/cancel-place.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import { FieldError, TextField } from '../../../ui/TextField.tsx'
import { CancelFacts } from './CancelFacts.tsx'
import { CancelFailure } from './CancelFailure.tsx'
import type { CancelText } from './CancelPlaces.island.tsx'

type Props = { store: ReturnType<typeof cancelPlaces>; setup: CancelSetup; place: CancelPlace; text: CancelText }

/** The refund for one place, and the form that cancels it. */
export function CancelPanel({ store, setup, place, text }: Props) {
  const isChanged = useStore(store.isChanged)
  const heading = useRef<HTMLHeadingElement>(null)
  const changed = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => changed.current?.focus(), [isChanged, place.preview])
  const { preview, name } = place
  const [destination, setDestination] = useState<RefundDestination>('original_method')
  const isPossible = mayCancel(place)

  return (
    <div className="panel">
      <h3 ref={heading} tabIndex={-1}>
        {place.whole ? text.wholeTitle : fillIn(text.title, { name })}
      </h3>
      {isChanged && (
        <p role="alert" tabIndex={-1} ref={changed}>
          <b>{fillIn(text.changed, { amount: preview.amount.display })}</b>
        </p>
      )}
      <CancelFacts place={place} text={text} destination={destination} />
      {isPossible ? (
        <CancelForm
          {...{ store, place, text, destination, program: setup.program.name, support: setup.support }}
          onDestination={setDestination}
        />
      ) : (
        <NotPossible setup={setup} store={store} text={text} />
      )}
    </div>
  )
}

function NotPossible({ setup, store, text }: Pick<Props, 'setup' | 'store' | 'text'>) {
  return (
    <p className="row">
      {setup.program.email && (
        <a className="btn quiet" href={`mailto:${setup.program.email}`}>
          {text.contact}
        </a>
      )}
      <button type="button" className="btn plain" onClick={() => store.open(null)}>
        {text.keep}
      </button>
    </p>
  )
}

function readInput(form: HTMLFormElement, destination: RefundDestination): CancelPlaceInput {
  const data = new FormData(form)
  return {
    reason: String(data.get('reason') ?? ''),
    reason_other: String(data.get('reason_other') ?? ''),
    isUnderstood: data.has('understood'),
    destination,
  }
}

type FormProps = Omit<Props, 'setup'> & {
  destination: RefundDestination
  program: string
  support: string
  onDestination: (destination: RefundDestination) => void
}

function CancelForm({ store, place, text, destination, program, support, onDestination }: FormProps) {
  const wrong = useStore(store.wrong)
  const failure = useStore(store.failure)
  const isSending = useStore(store.isSending)
  const attempt = useStore(store.attempt)
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    store.send(place, readInput(event.currentTarget, destination))
  }
  const reasons = Object.entries(text.reasons).map(([value, label]) => ({ value, label }))
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={send}
      onChange={(event) => store.recheck(place, readInput(event.currentTarget, destination))}
      ref={form}
    >
      <CancelFailure failure={failure} support={support} text={text} />
      {place.isPaid && (
        <SelectField
          name="reason"
          label={text.why}
          error={wrong.reason ? text.reasonRequired : null}
          options={[{ value: '', label: text.chooseReason }, ...reasons]}
          value={reason}
          onPick={setReason}
        />
      )}
      {place.isPaid && needsReasonText(reason) && (
        <TextField
          name="reason_other"
          label={text.tellUs}
          error={wrong.reason_other === 'missing' ? text.required : wrong.reason_other ? text.tooLong : null}
          input={{ maxLength: 255 }}
        />
      )}
      {place.isPaid && place.toBalance && <WhereTo {...{ text, program, destination, onDestination }} />}
      {needsAcknowledgement(place) && (
        <div className="field">
          {wrong.understood && <FieldError name="understood" error={text.tickNeeded} />}
          <label className="choice">
            <input
              type="checkbox"
              id="understood"
              name="understood"
              aria-invalid={wrong.understood ? true : undefined}
              aria-describedby={wrong.understood ? 'understood-error' : undefined}
            />{' '}
            <span>
              {place.visit ? text.understandVisit : place.preview.is_in_policy ? text.understand : text.understandAsk}
            </span>
          </label>
        </div>
      )}
      <p className="row">
        <button type="submit" className="btn risk" disabled={isSending}>
          {isSending ? text.sending : place.preview.sentence}
        </button>
        <button type="button" className="btn plain" onClick={() => store.open(null)}>
          {place.whole ? text.keepOrder : text.keep}
        </button>
      </p>
    </form>
  )
}

/** The choice of the refund's destination: the original payment method or the balance. */
function WhereTo({
  text,
  program,
  destination,
  onDestination,
}: Pick<FormProps, 'text' | 'program' | 'destination' | 'onDestination'>) {
  const choices = [
    { value: 'original_method', label: text.wayPaid, under: null },
    { value: 'account_balance', label: fillIn(text.onBalance, { program }), under: text.onBalanceText },
  ] as const
  return (
    <fieldset className="stack tight">
      <legend>{text.where}</legend>
      {choices.map(({ value, label, under }) => (
        <label className="choice" key={value}>
          <input
            type="radio"
            name="destination"
            value={value}
            checked={destination === value}
            onChange={() => onDestination(value)}
          />{' '}
          <span>
            <b>{label}</b>
            {under && <span className="fine muted">{under}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
