import type { ErrorBody } from '../../contract/api-error.ts'
import type { Token } from '../../contract/people/account.ts'
import { readAccessToken } from '../../platform/identity/access-token.ts'
import { pageLanguage } from '../form-answer.ts'
import { ownKey } from './form-bodies.ts'
import type { FormPost } from './form.ts'
import { beginSession } from './sign-in-forms.ts'

/** The controls of the account part are `you.email`, `you.password` and so on. */
const accountControl = (field: string): string => `you.${field}`

/** The fields that are not empty. */
export const pickFilled = (post: FormPost, names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (post.text(name) === '' ? [] : [[name, post.text(name)]])))

/** Logs the sender in or signs them up. Returns the refusal; null when the sender has a session. */
export async function enter(post: FormPost): Promise<Response | null> {
  // A form that was shown to a customer has no account part. The call then answers that the session has ended.
  if ((await post.visitor()) || !(accountControl('email') in post.fields)) return null
  const isKnown = post.text(accountControl('mode')) === 'known'
  const answer = await (isKnown ? logIn(post) : signUp(post))
  if (!answer.ok) return refusedAccount(answer)
  const token = (await answer.clone().json()) as Token
  const { env, var: variables } = post.c
  const read = await readAccessToken(env, token.access_token, variables.ctx.now)
  if (!read?.ok) return null
  const counts = isKnown || answer.status !== 201 ? 'login' : 'sign_up'
  const cookies = await beginSession(post, { token, answer, counts })
  post.begin({ identity: read.identity, cookies, refreshToken: token.refresh_token })
  return null
}

const logIn = (post: FormPost): Promise<Response> =>
  post.send(
    'POST /v1/login',
    {
      username: post.text(accountControl('email')),
      password: post.text(accountControl('password')),
      program_id: post.text('program_id'),
    },
    { key: ownKey(post) },
  )

const signUp = (post: FormPost): Promise<Response> =>
  post.send(
    'POST /v1/signup',
    {
      ...Object.fromEntries(
        ['first_name', 'last_name', 'email', 'phone', 'password'].map((name) => [
          name,
          post.text(accountControl(name)),
        ]),
      ),
      verify_email: true,
      ...pickFilled(post, ['timezone']),
      goto: post.page('/pg/:program_id/profile/schedule'),
      program_id: post.text('program_id'),
      language: pageLanguage(post.c) ?? undefined,
    },
    { key: ownKey(post) },
  )

/** The refusal of a log-in or a sign-up with the names of its controls. Wrong credentials are at the password. */
async function refusedAccount(answer: Response): Promise<Response> {
  const error = (await answer.json()) as ErrorBody
  const nameOf = (param: string) => accountControl(param === 'username' ? 'email' : param)
  const param = error.param ?? (error.code === 401 ? 'password' : null)
  const { type, message } = error
  const errors = error.errors.length > 0 ? error.errors : param === null ? [] : [{ type, param, message }]
  const body = {
    ...error,
    param: param === null ? null : nameOf(param),
    errors: errors.map((each) => ({ ...each, param: nameOf(each.param) })),
  }
  const headers = new Headers(answer.headers)
  headers.delete('Content-Length')
  return Response.json(body, { status: answer.status, headers })
}
