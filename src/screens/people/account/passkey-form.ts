/** What the API refused a step with. */
export class RefusedStep extends Error {
  readonly status: number
  readonly param: string | null
  constructor(status: number, body: { message?: string; param?: string | null }) {
    super(body.message ?? '')
    this.status = status
    this.param = body.param ?? null
  }
}

/** Asks the site what a browser has to sign or make. */
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

/** Sends the page's own form with what the browser signed or made: the session comes as a cookie, and no script sees a token. */
export function sendCredential(form: HTMLFormElement, credential: object): void {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'passkey'
  field.value = JSON.stringify(credential)
  form.appendChild(field)
  // Without the checks of the other fields, which are empty.
  form.submit()
}
