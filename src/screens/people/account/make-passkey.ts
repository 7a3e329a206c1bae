import { startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { RefusedStep, requestOptions, sendCredential } from './passkey-form.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/**
 * The button of the account page: the browser creates a passkey, and the form is sent with it. A failure is reported
 * next to the button.
 */
export async function makePasskey(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector<HTMLElement>('[aria-live]')
  const button = form.querySelector('button')
  const password = form.querySelector<HTMLInputElement>('[name=password]')
  if (!status || !button || !password) return
  button.disabled = true
  status.textContent = ''
  password.removeAttribute('aria-invalid')
  try {
    const fields = { options: '1', ...(password.value ? { password: password.value } : {}) }
    sendCredential(
      form,
      await startRegistration({ optionsJSON: await requestOptions<CreationOptions>(form.action, fields) }),
    )
  } catch (error) {
    button.disabled = false
    if (error instanceof RefusedStep && error.status === 401) return location.reload()
    status.textContent = whyNot(error, status.dataset)
    if (error instanceof RefusedStep && error.param === 'password') {
      password.setAttribute('aria-invalid', 'true')
      password.setAttribute('aria-describedby', `${password.id}-hint ${status.id}`)
      password.focus()
    }
  }
}

function whyNot(error: unknown, words: DOMStringMap): string {
  if (error instanceof RefusedStep && error.message) return error.message
  const isThere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  return (isThere ? words['there'] : words['notMade']) ?? ''
}
