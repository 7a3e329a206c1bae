import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { requestOptions, sendCredential } from './passkey-form.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'] & { expires_at: string }

/** The button: the browser asks which passkey, and the form goes off with its signature. */
export async function logInWithPasskey(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  status: HTMLElement,
): Promise<void> {
  button.disabled = true
  status.textContent = ''
  try {
    sendCredential(form, await sign(form, false))
  } catch {
    status.textContent = status.dataset['notUsed'] ?? ''
    // What was suggested before gave way to the button.
    if (await browserSupportsWebAuthnAutofill()) void suggestPasskeys(form)
  }
  button.disabled = false
}

/** Offers the passkeys of this device among what the browser suggests for the email; before a challenge runs out it is replaced. */
export async function suggestPasskeys(form: HTMLFormElement): Promise<void> {
  form.querySelector<HTMLInputElement>('[name=username]')?.setAttribute('autocomplete', 'username webauthn')
  try {
    sendCredential(form, await sign(form, true))
  } catch {
    // Nobody chose one, or the button was pressed.
  }
}

async function sign(form: HTMLFormElement, isSuggested: boolean): Promise<object> {
  const optionsJSON = await requestOptions<RequestOptions>(form.dataset['passkeyOptions'] ?? '', {})
  const { timeout = 300_000 } = optionsJSON
  const renewal = isSuggested ? setTimeout(() => renew(form), timeout - 20_000) : undefined
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggested })
  } finally {
    clearTimeout(renewal)
  }
}

/** A page nobody looks at waits until somebody does. */
function renew(form: HTMLFormElement): void {
  WebAuthnAbortService.cancelCeremony()
  if (document.visibilityState === 'visible') void suggestPasskeys(form)
  else document.addEventListener('visibilitychange', () => void suggestPasskeys(form), { once: true })
}
