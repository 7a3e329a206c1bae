import { deleteCookie, generateCookie, getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { readCookie, refreshCookie } from '../people/accounts/cookie-identity.ts'
import { FormFailure } from '../contract/people/account.ts'
import { sealedFields } from '../contract/people/attendee-fields.ts'
import { maxFileTextBytes } from '../contract/upload-limits.ts'
import type { ErrorBody } from '../contract/api-error.ts'
import type { Bindings, Worker } from '../platform/context.ts'
import { openFor, sealFor } from '../platform/middleware/sealed-answer.ts'

/** Carries a rejected form's error and input over the redirect back to its page; never a password or health data. */
const formCookie = '__Host-form'
const formCookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const maxAgeSeconds = 120
/** Browsers silently drop cookies longer than 4 kB. */
const longestValue = 200
/** The password of an account that is made within another form is in a field such as `you.password`. */
const passwords = /(?:^|[._])password$/
const neverKept = new Set<string>([
  'password',
  'old_password',
  'confirm_password',
  'code',
  'passkey',
  'goto',
  'lang',
  'key',
  'token',
  ...sealedFields,
  'health_card_removed',
])

/** The Set-Cookie line for a rejected form; only its own page can read it, for two minutes. */
export async function failureCookie(env: Bindings, failed: RefusedForm): Promise<string> {
  const sealed = await sealFailure(env, failed, ofCookie)
  return generateCookie(formCookie, sealed, { ...formCookieOptions, maxAge: maxAgeSeconds })
}

export type RefusedForm = {
  form: FormFailure['form']
  error: ErrorBody & Pick<FormFailure, 'refusals'>
  typed: Record<string, string>
  /** The page gets every field, health data included. Only for a page that is rendered in the same request. */
  isWhole?: boolean
  /** The field with the text of a file, of up to `maxFileTextBytes`. Only for a page that is rendered in the same request. */
  longField?: string | null
}

type Limits = { maxFields: number; longestValue: number; maxErrors: number }
const ofCookie: Limits = { maxFields: 16, longestValue, maxErrors: 8 }
const ofPage: Limits = { maxFields: 40, longestValue: 20_000, maxErrors: 8 }
const ofWholePage: Limits = { maxFields: 2000, longestValue: 20_000, maxErrors: 200 }

function sealFailure(
  env: Bindings,
  { form, error, typed, isWhole = false, longField = null }: RefusedForm,
  limits: Limits,
): Promise<string> {
  const { type, message, param, errors, refusals } = error
  const values = Object.fromEntries(
    Object.entries(typed)
      .filter(
        ([name, value]) =>
          isKept(name, { form, isWhole }) &&
          value.length <= (name === longField ? maxFileTextBytes : limits.longestValue),
      )
      .slice(0, limits.maxFields),
  )
  return sealFor(
    env,
    'form',
    JSON.stringify({
      form,
      type,
      message,
      param,
      errors: errors.slice(0, limits.maxErrors),
      ...(isWhole && refusals ? { refusals } : {}),
      values,
    } satisfies FormFailure),
  )
}

/** In most forms a code is a secret; at the checkout it is the code of a discount. */
const isKept = (name: string, { form, isWhole }: Required<Pick<RefusedForm, 'form' | 'isWhole'>>): boolean =>
  !passwords.test(name) && (isWhole || !neverKept.has(name) || (form === 'checkout' && name === 'code'))

/**
 * A request for the form's page that carries the rejected form. The page then shows the error and all input: text that
 * is too long for a cookie stays in the worker. With `session`, the page belongs to a session that this request began.
 */
export async function pageRequestOf(
  env: Bindings,
  request: Request,
  { session = null, ...failed }: RefusedForm & { session?: string | null },
): Promise<Request> {
  const headers = new Headers(request.headers)
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
  const others = (headers.get('Cookie') ?? '')
    .split(/;\s*/)
    .filter((pair) => pair && !pair.startsWith(`${formCookie}=`))
    .filter((pair) => session === null || !pair.startsWith(`${refreshCookie}=`))
  const sealed = await sealFailure(env, failed, failed.isWhole ? ofWholePage : ofPage)
  const own = [`${formCookie}=${sealed}`, ...(session === null ? [] : [`${refreshCookie}=${session}`])]
  headers.set('Cookie', [...others, ...own].join('; '))
  return new Request(request.url, { headers })
}

/** The Set-Cookie line that deletes the error after its page has shown it. */
export const clearFailureCookie = generateCookie(formCookie, '', { ...formCookieOptions, maxAge: 0 })

/** The error that the page of this form must show, or null. */
export async function readFailure(
  env: Bindings,
  request: Request,
  form: FormFailure['form'],
): Promise<FormFailure | null> {
  const sealed = readCookie(request, formCookie)
  if (!sealed) return null
  try {
    const failure = FormFailure.safeParse(JSON.parse((await openFor(env, 'form', sealed)) ?? 'null'))
    return failure.success && failure.data.form === form ? failure.data : null
  } catch {
    return null
  }
}

/** Wraps the pages with forms: an error is shown once, not on a reload. */
export const showFailureOnce = createMiddleware<Worker>(async (c, next) => {
  await next()
  if (getCookie(c, formCookie) !== undefined) deleteCookie(c, formCookie, formCookieOptions)
})
