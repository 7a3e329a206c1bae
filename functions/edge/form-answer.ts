import type { Context, Next } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FormFailure } from '../contract/people/account.ts'
import type { ErrorBody } from '../contract/api-error.ts'
import { type Language, languages } from '../contract/field-rules.ts'
import { readableAddress } from '../contract/site-pages.ts'
import type { Identity } from '../platform/actor.ts'
import type { Worker } from '../platform/context.ts'
import { clearFailureCookie, failureCookie, pageRequestOf, type RefusedForm } from './form-failure.ts'
import { type Fields, wantsJson } from './read-form.ts'
import { withoutRefreshToken } from './session-cookies.ts'

/** Query parameters of a page's URL; empty values are omitted. */
export type Query = Readonly<Record<string, string | readonly string[]>>

/** The URL of a page, by default in the language of the form's URL. */
export function pageAddress(c: Context<Worker>, path: string, query: Query = {}): string {
  const lang = query['lang'] || pageLanguage(c) || ''
  const pairs = Object.entries({ ...query, lang }).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
  const search = new URLSearchParams(pairs.filter(([, value]) => value !== ''))
  const address = `${path}${search.size > 0 ? `?${search}` : ''}`
  if (DEVELOPMENT_TOOLS) refuseUnread(address)
  return address
}

/** The log-in page, which continues to a page afterwards. */
export function logInFirst(c: Context<Worker>, goto: string): string {
  const program_id = c.req.param('program_id') ?? ''
  return pageAddress(c, `/pg/${program_id}/login`, { program_id, goto })
}

/** Throws for a parameter that its page does not read, because its message would be lost. */
function refuseUnread(address: string): void {
  const { href, searchParams } = new URL(address, 'https://site.example')
  if (new URL(readableAddress(href)).searchParams.size < searchParams.size)
    throw new Error(`${address} says more than its page reads.`)
}

/** The language in a page's URL, or null. */
export const pageLanguage = (c: Context<Worker>): Language | null =>
  languages.find((each) => each === c.req.query('lang')) ?? null

/** The response to an accepted form: JavaScript gets the body without the refresh token, a browser is redirected. */
export function accept(
  c: Context<Worker>,
  input: { body: object; status: number; goTo: string; cookies: string[] },
): Response {
  for (const cookie of [...input.cookies, ...(wantsJson(c.req.raw) ? [] : [clearFailureCookie])])
    c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) return c.json(withoutRefreshToken(input.body), input.status as ContentfulStatusCode)
  return c.redirect(input.goTo, 303)
}

/**
 * The response to a rejected form: JavaScript gets the error object, a browser returns to the page, which shows the
 * error.
 */
export async function refuse(
  c: Context<Worker>,
  input: { answer: Response; form: FormFailure['form']; fields: Fields; page: string },
): Promise<Response> {
  const error = (await input.answer.json()) as ErrorBody
  const retryAfter = input.answer.headers.get('Retry-After')
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) {
    if (retryAfter) c.header('Retry-After', retryAfter)
    return c.json(error, input.answer.status as ContentfulStatusCode)
  }
  const { form, fields } = input
  c.header('Set-Cookie', await failureCookie(c.env, { form, error, typed: textsOf(fields) }), { append: true })
  return c.redirect(input.page, 303)
}

/** The session that a form began in addition to its own effect. */
export type BegunSession = { identity: Identity; cookies: readonly string[]; refreshToken: string }

type ShownAgain = {
  error: RefusedForm['error']
  fields: Fields
  form: FormFailure['form']
  isWhole?: boolean
  longField?: string | null
  session?: BegunSession | null
}

/** Answers a form with its page directly, so that no input is lost without JavaScript. */
export async function showAgain(
  c: Context<Worker>,
  next: Next,
  { error, fields, form, isWhole = false, longField = null, session = null }: ShownAgain,
): Promise<void> {
  const posted = c.req.raw
  const typed = textsOf(fields)
  c.req.raw = await pageRequestOf(c.env, posted, {
    form,
    error,
    typed,
    isWhole,
    longField,
    session: session?.refreshToken ?? null,
  })
  await next()
  c.req.raw = posted
  const page = c.res
  c.res = undefined
  c.res = new Response(page.body, { status: page.status === 200 ? error.code : page.status, headers: page.headers })
  for (const cookie of session?.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'private, no-store')
}

const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
