import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { requestOptions, sendCredential } from './passkey-form.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'] & { expires_at: string }

/** The button's action: the browser asks for a passkey, and the form is sent with its signature. */
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
    // Pressing the button has aborted the suggestions, so they start again.
    if (await browserSupportsWebAuthnAutofill()) void suggestPasskeys(form)
  }
  button.disabled = false
}

/** Suggests this device's passkeys in the email field, with a new challenge before the old one expires. */
export async function suggestPasskeys(form: HTMLFormElement): Promise<void> {
  form.querySelector<HTMLInputElement>('[name=username]')?.setAttribute('autocomplete', 'username webauthn')
  try {
    sendCredential(form, await sign(form, true))
  } catch {
    // No passkey was chosen, or the reader pressed the button, so the form stays as it is.
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

/** Renews the challenge. A hidden page renews it once the page is visible again. */
function renew(form: HTMLFormElement): void {
  WebAuthnAbortService.cancelCeremony()
  if (document.visibilityState === 'visible') void suggestPasskeys(form)
  else document.addEventListener('visibilitychange', () => void suggestPasskeys(form), { once: true })
}
