import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { personAgain } from '../../../stores/booking/registration-people.ts'
import { type InputEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fillIn } from '../../../locales/fill-in.ts'
import { isBrowser, deviceStorage } from '../../../stores/device.ts'
import { isHeldInCart } from '../../../stores/booking/family-people.ts'
import { watchLine } from '../../../stores/booking/in-line.ts'
import { registrationForm } from '../../../stores/booking/registration-form.ts'
import type { RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import { formFailureText, toasts } from '../../../stores/toast.ts'
import { readEarlyInput, controlValue, readForm } from '../../../stores/booking/early-input.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { HoldBar, StepList } from '../../../ui/HoldBar.tsx'
import { ProblemSummary, SupportLink } from '../../../ui/ProblemSummary.tsx'
import { FailureToast } from '../../../ui/Toaster.tsx'
import type { RuleSentences } from '../../../stores/booking/registration-checks.ts'
import { AddOns } from './AddOns.tsx'
import { checkWords } from './check-words.ts'
import { FormContext, type RegistrationText } from './form-context.ts'
import { NewPerson } from './NewPerson.tsx'
import { PersonRow } from './PersonRow.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { addressWithWeeks } from '../../../stores/booking/weekly-dates.ts'
import { RepeatWeeks } from './RepeatWeeks.tsx'
import { SharedPart } from './SharedPart.tsx'
import { WaiverPart } from './WaiverPart.tsx'
import { HiddenFields } from './HiddenFields.tsx'
import { AccountSection } from './AccountSection.tsx'

export type RegistrationProps = {
  setup: RegistrationSetup
  text: RegistrationText
  sentences: RuleSentences
  when: string
  now: number
  waiver?: ReactNode
}

/** The registration form, hydrated over the server's HTML. */
export function RegistrationForm({ setup, text, sentences, when, now, waiver = null }: RegistrationProps) {
  const form = useRef<HTMLFormElement>(null)
  const [action, setAction] = useState(setup.addresses.form)
  const store = useMemo(() => {
    // The device's clock may be wrong, so holds end by the server's clock.
    const skew = isBrowser ? now - Date.now() : 0
    return registrationForm(setup, checkWords(text, sentences), {
      ...deviceStorage(),
      read: (hidden) => readForm(form.current, hidden),
      resend: () => form.current?.submit(),
      address: () => form.current?.action ?? '',
      now: () => (isBrowser ? Date.now() + skew : now),
      timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      navigate: (address) => window.location.assign(address),
      showWeeks: (weeks) => {
        window.history.replaceState(null, '', addressWithWeeks(window.location.href, weeks))
        setAction((from) => addressWithWeeks(from, weeks))
      },
    })
  }, [])
  const toast = useMemo(() => toasts(), [])
  const people = useStore(store.people)
  const problems = useStore(store.problems)
  const failure = useStore(store.failure)
  const restored = useStore(store.restored)
  const again = useMemo(() => personAgain(setup), [setup])
  const round = useStore(store.round)
  const attempt = useStore(store.attempt)
  const focus = useStore(store.focus)
  const summary = useRef<HTMLDivElement>(null)

  useEffect(() => {
    store.restore(readEarlyInput(form.current))
  }, [])
  useEffect(() => summary.current?.focus(), [attempt])
  useEffect(() => document.getElementById(focus?.name ?? '')?.focus(), [focus])

  const held = people.filter(({ place }) => isHeldInCart(place, now))
  const onInput = (event: InputEvent) => {
    const typed = controlValue(event.target)
    if (typed) store.setValue(...typed)
  }

  const [pay, setPay] = useState<typeof import('./PayChoice.tsx') | null>(null)
  const ways = useRef<Promise<void>>(null)
  useEffect(() => {
    if (setup.ways)
      ways.current = import('./PayChoice.tsx').then(
        (part) => flushSync(() => setPay(part)),
        () => {},
      )
  }, [])
  const line = useMemo(() => watchLine(store.isSending), [store])
  const folds = useMemo(() => new Map<string, boolean>(), [])
  const early = useMemo(() => atom<ReadonlySet<string>>(new Set()), [])
  const parts = useMemo(() => ({ store, setup, text, line, pay, folds, early }), [store, pay])

  return (
    <FormContext value={parts}>
      {held[0]?.place?.hold_expires_at && (
        <HoldBar
          places={held.reduce((count, { repeats }) => count + 1 + repeats.length, 0)}
          until={held[0].place.hold_expires_at}
          written={setup.holdEnd}
          now={now}
          locale={setup.locale}
          timezone={setup.event.timezone}
          words={text}
        />
      )}
      <div className="wrap stack loose">
        <div className="stack">
          <StepList label={text.progress} steps={[text.details, text.payment, text.done]} current={0} />
          <h1>{fillIn(setup.appointment ? text.headingTime : text.heading, { event: setup.event.name })}</h1>
          <p className="muted">
            {when}{' '}
            {setup.appointment && (
              <a className="reach" href={setup.appointment.times}>
                {text.changeTime}
              </a>
            )}
          </p>
        </div>
        <div className="cols stack airy">
          <form
            id="who"
            className="stack airy"
            method="post"
            action={action}
            encType={setup.fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
            noValidate
            ref={form}
            onInput={onInput}
            onSubmit={(event) => {
              const { submitter } = event.nativeEvent
              // A button with its own address opens another form with what is typed.
              if (submitter?.hasAttribute('formaction')) return
              event.preventDefault()
              early.set(new Set())
              const pressed = submitter?.getAttribute('value')
              if (pressed === 'add') store.addPerson()
              // The chosen way to pay is in the form once its part is shown.
              else Promise.resolve(ways.current).then(() => store.send(pressed === 'more'))
            }}
            key={round}
          >
            <HiddenFields />
            <ProblemSummary
              problems={problems}
              failureText={problems.length > 0 ? null : formFailureText(failure, text)}
              supportLink={
                failure && (
                  <SupportLink support={setup.addresses.support} failure={failure}>
                    {text.tellUs}
                  </SupportLink>
                )
              }
              note={problems.length > 0 && held.length > 0 ? text.somePlacesHeld : null}
              words={text}
              containerRef={summary}
            />
            {again && !restored && !setup.posted && (
              <p className="row fine">{fillIn(text.again, { name: again.first_name })}</p>
            )}
            {restored && (
              <p className="row fine" role="status">
                {text.restored} {restored.isHealthLost && text.restoredHealth}{' '}
                <button className="btn plain small" type="button" onClick={store.reset}>
                  {text.startOver}
                </button>
              </p>
            )}
            <RepeatWeeks />
            <FailureToast toasts={toast} failure={failure} words={text} />
            <AccountSection />
            <fieldset className="stack">
              <legend>{text.family}</legend>
              {people.length === 0 && <p className="muted">{text.noOne}</p>}
              {people.map((person) =>
                person.attendee_id === null ? (
                  <NewPerson key={person.key} person={person} mayLeave={people.length > 1} />
                ) : (
                  <PersonRow key={person.key} person={person} />
                ),
              )}
              <p>
                <button className="btn quiet" type="submit" name="next" value="add" id="add">
                  <Glyph name="plus" /> {text.addSomeone}
                </button>
              </p>
            </fieldset>
            <SharedPart />
            <AddOns />
            <WaiverPart whole={waiver} />
          </form>
          <OrderSummary />
        </div>
      </div>
    </FormContext>
  )
}
