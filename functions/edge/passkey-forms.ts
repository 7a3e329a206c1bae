import { type Context, Hono } from 'hono'
import type { Identity } from '../platform/actor.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, credentialOf, logInFirst } from './sign-in-forms.ts'

type PasskeyCall = { path: string; method?: 'PUT' | 'DELETE'; body: unknown; saved: string }

/**
 * What script asks for before a passkey is used or made, and the forms of the passkeys on the account page: removing and
 * renaming work with script off. The log-in itself is the form of the log-in page.
 */
export const passkeyForms = new Hono<Worker>()
  .onError(errorResponse)
  .post('/pg/:program_id/login/passkey', requestContext, requireOwnOrigin, async (c) => {
    const answer = await postToApi(c, '/v1/login/passkey/options', { body: null, language: pageLanguage(c) })
    return passOn(answer)
  })
  .post('/pg/:program_id/profile/account/passkeys', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const identity = await callerOf(c)
    if (isPressed(fields, 'options')) return passOn(await askOptions(c, fields, identity))
    const page = pageOf(c, '/profile/account')
    const { path, saved, ...call } = passkeyCall(fields)
    const answer = await postToApi(c, path, { ...call, identity, language: pageLanguage(c) })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'passkey', fields: pick(fields, ['passkey_id', 'name']), page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: answer.status, goTo: pageOf(c, '/profile/account', { saved }), cookies: [] })
  })

const askOptions = (c: Context<Worker>, fields: Fields, identity: Identity | null): Promise<Response> =>
  postToApi(c, '/v1/profile/passkeys/options', { body: withPassword(fields), identity, language: pageLanguage(c) })

// What the API says is for the page's script as it is; it holds no token.
const passOn = (answer: Response): Response =>
  new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })

const withPassword = (fields: Fields): Fields => (isPressed(fields, 'password') ? pick(fields, ['password']) : {})

/** Which button was pressed: remove or rename one, or none where script brings a new one. */
function passkeyCall(fields: Fields): PasskeyCall {
  const path = `/v1/profile/passkeys/${encodeURIComponent(textOf(fields, 'passkey_id'))}`
  if (isPressed(fields, 'remove'))
    return { path, method: 'DELETE', body: withPassword(fields), saved: 'passkey_removed' }
  if (isPressed(fields, 'passkey_id'))
    return { path, method: 'PUT', body: pick(fields, ['name']), saved: 'passkey_renamed' }
  return { path: '/v1/profile/passkeys', body: { credential: credentialOf(fields) }, saved: 'passkey_added' }
}
