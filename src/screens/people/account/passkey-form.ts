/** The API refused a step of using or creating a passkey. */
export class RefusedStep extends Error {
  readonly status: number
  readonly param: string | null
  constructor(status: number, body: { message?: string; param?: string | null }) {
    super(body.message ?? '')
    this.status = status
    this.param = body.param ?? null
  }
}

/** Asks the site for the options that a passkey needs to sign or to be created. */
export async function requestOptions<Options>(address: string, fields: Record<string, string>): Promise<Options> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  if (!answer.ok)
    throw new RefusedStep(answer.status, (await answer.json()) as { message?: string; param?: string | null })
  return (await answer.json()) as Options
}

/**
 * Submits the page's own form with the credential. The response sets the session cookie, and no script sees a token.
 */
export function sendCredential(form: HTMLFormElement, credential: object): void {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'passkey'
  field.value = JSON.stringify(credential)
  form.appendChild(field)
  // Submits without validating the other fields, which are empty.
  form.submit()
}
