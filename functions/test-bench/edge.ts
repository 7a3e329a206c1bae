import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { addressForms } from '../edge/address-forms.ts'
import { familyForms } from '../edge/family-forms.ts'
import { orderForms } from '../edge/order-forms.ts'
import { checkoutForm } from '../edge/checkout-form.ts'
import { accountForms } from '../edge/account-forms.ts'
import { authorizeForm } from '../edge/authorize-form.ts'
import { cartForm } from '../edge/cart-form.ts'
import { membershipForms } from '../edge/membership-forms.ts'
import { paymentMethodForms } from '../edge/payment-method-forms.ts'
import { invitationForms } from '../edge/invitation-forms.ts'
import { mergeForms } from '../edge/merge-forms.ts'
import { pictureForms } from '../edge/picture-forms.ts'
import { passkeyForms } from '../edge/passkey-forms.ts'
import { passwordForms } from '../edge/password-forms.ts'
import { signInForms } from '../edge/sign-in-forms.ts'
import { tokenCookie } from '../edge/token-cookie.ts'
import { type Bench, collectInto } from './bench.ts'
import { goodPassword, post, signupBody } from './sign-ups.ts'

const edge = new Hono<Worker>()
  .route('/', signInForms)
  .route('/', passwordForms)
  .route('/', passkeyForms)
  .route('/', mergeForms)
  .route('/', invitationForms)
  .route('/', authorizeForm)
  .route('/', orderForms)
  .route('/', checkoutForm)
  .route('/', accountForms)
  .route('/', membershipForms)
  .route('/', cartForm)
  .route('/', paymentMethodForms)
  .route('/', familyForms)
  .route('/', addressForms)
  .route('/', pictureForms)
  .route('/', tokenCookie)

/** A browser without script: keeps cookies, posts forms, does not follow redirects. */
export function browser(bench: Bench) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const waiting: Promise<unknown>[] = []
    const executionCtx = collectInto((work) => void waiting.push(work))
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    // Bindings are kept by the object they came in; a test may change what a later request finds set.
    const env = { ...bench.env }
    const answer = await edge.request(`${env.SITE_ORIGIN}${path}`, { ...init, headers }, env, executionCtx)
    await Promise.allSettled(waiting)
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  const origin = { Origin: bench.env.SITE_ORIGIN, 'Sec-Fetch-Site': 'same-origin' }
  return {
    cookies,
    get: (path: string) => send(path),
    /** A request as it is given, with nothing that a page's form would add. */
    raw: send,
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers: { ...origin, ...headers }, body: new URLSearchParams(fields) }),
    script: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        headers: { ...origin, Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** The request of a page that this browser opens. */
    pageRequest: (path = '/pg/x') =>
      new Request(`${bench.env.SITE_ORIGIN}${path}`, {
        headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      }),
  }
}

/** A customer who has signed up and logged in: the browser with the cookies, and the headers for calls in the same name. */
export async function signedUpBrowser(
  bench: Bench,
  programId: string,
): Promise<{ visitor: ReturnType<typeof browser>; headers: Record<string, string> }> {
  const body = signupBody()
  const { access_token } = (await (await bench.call('/v1/signup', post(body))).json()) as { access_token: string }
  const visitor = browser(bench)
  await visitor.form(`/pg/${programId}/login`, { username: body.email, password: goodPassword })
  return { visitor, headers: { Authorization: `Bearer ${access_token}` } }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const name = pair.slice(0, pair.indexOf('='))
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(name.length + 1))
}
