import type { Context, Next } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FormFailure, Token } from '../contract/people/account.ts'
import type { ErrorBody } from '../contract/api-error.ts'
import { languages } from '../contract/field-rules.ts'
import { readableAddress } from '../contract/site-pages.ts'
import type { Worker } from '../platform/context.ts'
import { clearFailureCookie, failureCookie, pageRequestOf } from './form-failure.ts'
import { type Fields, wantsJson } from './read-form.ts'
import { withoutRefreshToken } from './session-cookies.ts'

/** A page of a program, in the language of the form's address where none is named. */
export function pageOf(c: Context<Worker>, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  const lang = query['lang'] || pageLanguage(c)
  if (lang) search.set('lang', lang)
  const address = `/pg/${c.req.param('program_id') ?? ''}${path}${search.size > 0 ? `?${search}` : ''}`
  if (DEVELOPMENT_TOOLS) refuseUnread(address)
  return address
}

/** A parameter that its page does not read would be dropped without a word, and what the form has to say with it. */
function refuseUnread(address: string): void {
  const { href, searchParams } = new URL(address, 'https://site.example')
  if (new URL(readableAddress(href)).searchParams.size < searchParams.size)
    throw new Error(`${address} says more than its page reads.`)
}

/** The language a page's address carries, null when it carries none. */
export const pageLanguage = (c: Context<Worker>): string | null =>
  languages.find((each) => each === c.req.query('lang')) ?? null

/** A form that was taken: script gets the body without the refresh token, a browser goes on. */
export function accept(
  c: Context<Worker>,
  input: { body: Partial<Token>; status: number; goTo: string; cookies: string[] },
): Response {
  for (const cookie of [...input.cookies, ...(wantsJson(c.req.raw) ? [] : [clearFailureCookie])])
    c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) return c.json(withoutRefreshToken(input.body), input.status as ContentfulStatusCode)
  return c.redirect(input.goTo, 303)
}

/** A form that was refused: script gets the error object, a browser goes back to the page, which shows it. */
export async function refuse(
  c: Context<Worker>,
  input: { answer: Response; form: FormFailure['form']; fields: Fields; page: string; cookies?: string[] },
): Promise<Response> {
  const error = (await input.answer.json()) as ErrorBody
  const retryAfter = input.answer.headers.get('Retry-After')
  for (const cookie of input.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
  c.header('Cache-Control', 'no-store')
  if (wantsJson(c.req.raw)) {
    if (retryAfter) c.header('Retry-After', retryAfter)
    return c.json(error, input.answer.status as ContentfulStatusCode)
  }
  const typed = Object.fromEntries(
    Object.entries(input.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  c.header('Set-Cookie', await failureCookie(c.env, { form: input.form, error, typed }), { append: true })
  return c.redirect(input.page, 303)
}

/** Answers a refused form with its page itself, so that a long text is not lost with script off. */
export async function showAgain(
  c: Context<Worker>,
  next: Next,
  { answer, fields, form }: { answer: Response; fields: Fields; form: FormFailure['form'] },
): Promise<void> {
  const error = (await answer.json()) as ErrorBody
  const typed = Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const posted = c.req.raw
  c.req.raw = await pageRequestOf(c.env, posted, { form, error, typed })
  await next()
  c.req.raw = posted
  const page = c.res
  c.res = undefined
  c.res = new Response(page.body, { status: error.code, headers: page.headers })
  c.header('Cache-Control', 'private, no-store')
}
