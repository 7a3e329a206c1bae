import { textOf } from '#contract/booking/form-controls'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { PickField } from '../../../ui/ChoiceField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { hasJoinedFamily, signedIn } from '../../../stores/booking/registration-form.ts'
import { useForm, useProblem, useValues } from './form-context.ts'

/** The customer signs up or logs in without leaving the form. */
export function AccountSection() {
  const { store, setup, text } = useForm()
  const { customer } = setup
  const isOver = setup.posted?.isSessionOver === true
  const isSending = useStore(store.isSending)
  const mode = textOf(useValues(['you.mode']), 'you.mode')
  const hasJoined = hasJoinedFamily(setup)
  if (customer)
    return (
      <p id={signedIn} className={hasJoined ? undefined : 'fine muted'} role="status" tabIndex={-1}>
        {fillIn(text.signedInAs, { name: customer.name })} {hasJoined && `${text.checkFamily} `}
        <a href={setup.addresses.logout}>{text.notYou}</a>
      </p>
    )

  return (
    <fieldset className="stack" onKeyDown={(event) => enterOnKey(event, store.enter)}>
      <legend>{text.you}</legend>
      {isOver && (
        <p role="alert" tabIndex={-1}>
          {text.sessionOver}
        </p>
      )}
      {isOver && <input type="hidden" name="you.mode" defaultValue="known" />}
      {!isOver && (
        <PickField
          name="you.mode"
          label={<span className="vh">{text.you}</span>}
          chosen={[mode]}
          options={[
            { value: 'new', label: text.newHere },
            { value: 'known', label: text.known },
          ]}
        />
      )}
      {mode === 'known' ? <KnownFields /> : <NewFields />}
      <p>
        <button
          className="btn quiet"
          type="submit"
          name="next"
          value="enter"
          disabled={isSending}
          onClick={(event) => {
            event.preventDefault()
            store.enter()
          }}
        >
          {isSending ? (
            text.sending
          ) : mode === 'known' ? (
            text.logIn
          ) : (
            <>
              <span className="if-new">{text.makeAccount}</span>
              <span className="if-known">{text.logIn}</span>
            </>
          )}
        </button>
      </p>
      <InLine />
    </fieldset>
  )
}

/** Pressing Enter in this part logs in or signs up. It does not send the whole form. */
function enterOnKey(event: React.KeyboardEvent, enter: () => void) {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'radio') return
  event.preventDefault()
  enter()
}

function KnownFields() {
  const { store, text } = useForm()
  return (
    <>
      <TextField
        name="you.email"
        label={text.email}
        error={useProblem('you.email')}
        input={{
          type: 'email',
          autoComplete: 'username',
          autoCapitalize: 'none',
          defaultValue: textOf(store.values.get(), 'you.email'),
        }}
      />
      <TextField
        name="you.password"
        label={text.password}
        error={useProblem('you.password')}
        input={{ type: 'password', autoComplete: 'current-password' }}
      />
    </>
  )
}

function NewFields() {
  const { store, text } = useForm()
  const typed = (field: string) => textOf(store.values.get(), `you.${field}`)
  const [meant, setMeant] = useState<string | null>(null)
  const suggest = async (typed: string) => setMeant((await import('#contract/people/email-typo')).likelyEmail(typed))
  return (
    <>
      <div className="pair if-new">
        <TextField
          name="you.first_name"
          label={text.firstName}
          error={useProblem('you.first_name')}
          input={{ autoComplete: 'given-name', defaultValue: typed('first_name') }}
        />
        <TextField
          name="you.last_name"
          label={text.lastName}
          error={useProblem('you.last_name')}
          input={{ autoComplete: 'family-name', defaultValue: typed('last_name') }}
        />
      </div>
      <TextField
        name="you.email"
        label={text.email}
        hint={meant && fillIn(text.didYouMean, { email: meant })}
        error={useProblem('you.email')}
        input={{
          type: 'email',
          autoComplete: 'username',
          autoCapitalize: 'none',
          defaultValue: typed('email'),
          onBlur: ({ target }) => void suggest(target.value),
        }}
      />
      <div className="if-new">
        <TextField
          name="you.phone"
          label={text.phone}
          hint={text.phoneHint}
          error={useProblem('you.phone')}
          input={{ type: 'tel', autoComplete: 'tel', defaultValue: typed('phone') }}
        />
      </div>
      <TextField
        name="you.password"
        label={text.newPassword}
        hint={text.passwordHint}
        error={useProblem('you.password')}
        input={{ type: 'password', autoComplete: 'new-password' }}
      />
    </>
  )
}

/** The remaining wait while many customers send forms. A screen reader announces each change. Empty without a wait. */
export function InLine() {
  const { line, text } = useForm()
  const seconds = useStore(line)
  const words = seconds === null ? null : seconds > 1 ? fillIn(text.inLine, { seconds }) : text.takesLonger
  return (
    <p role="status" className="fine">
      {words && `${words} ${text.inLineKept}`}
    </p>
  )
}
