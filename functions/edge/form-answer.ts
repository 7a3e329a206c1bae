import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FormFailure, Token } from '../contract/account.ts'
import type { ErrorBody } from '../contract/api-error.ts'
import { languages } from '../contract/field-rules.ts'
import type { Worker } from '../context.ts'
import { clearFailureCookie, failureCookie } from './form-failure.ts'
import { type Fields, wantsJson } from './read-form.ts'
import { withoutRefreshToken } from './session-cookies.ts'

/** A page of a program, in the language of the form's address. */
export function pageOf(c: Context<Worker>, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  const lang = pageLanguage(c)
  if (lang) search.set('lang', lang)
  return `/pg/${c.req.param('program_id') ?? ''}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The language a page's address carries, null when it carries none. */
export const pageLanguage = (c: Context<Worker>): string | null =>
  languages.find((each) => each === c.req.query('lang')) ?? null

/** A form that was taken: script gets the body without the refresh token, a browser goes on. */
export function accept(
  c: Context<Worker>,
  asked: { body: Partial<Token>; status: number; goTo: string; cookies: string[] },
): Response {
  for (const cookie of [...asked.cookies, ...(wantsJson(c.req.raw) ? [] : [clearFailureCookie])])
    c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) return c.json(withoutRefreshToken(asked.body), asked.status as ContentfulStatusCode)
  return c.redirect(asked.goTo, 303)
}

/** A form that was refused: script gets the error object, a browser goes back to the page, which shows it. */
export async function refuse(
  c: Context<Worker>,
  asked: { answer: Response; form: FormFailure['form']; fields: Fields; page: string; cookies?: string[] },
): Promise<Response> {
  const error = (await asked.answer.json()) as ErrorBody
  const retryAfter = asked.answer.headers.get('Retry-After')
  for (const cookie of asked.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) {
    if (retryAfter) c.header('Retry-After', retryAfter)
    return c.json(error, asked.answer.status as ContentfulStatusCode)
  }
  const typed = Object.fromEntries(
    Object.entries(asked.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  c.header('Set-Cookie', await failureCookie(c.env, { form: asked.form, error, typed }), { append: true })
  return c.redirect(asked.page, 303)
}
