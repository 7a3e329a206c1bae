import { deleteCookie, generateCookie, getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { readCookie } from '../accounts/cookie-identity.ts'
import { FormFailure } from '../contract/account.ts'
import type { ErrorBody } from '../contract/api-error.ts'
import type { Bindings, Worker } from '../context.ts'
import { openFor, sealFor } from '../middleware/sealed-answer.ts'

/** Carries a refused form's failure and what was typed, never a password, over the redirect back to its page. */
const formCookie = '__Host-form'
const formCookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const maxAgeSeconds = 120
/** Browsers keep cookies up to 4 kB; longer ones would be dropped without a word. */
const longestValue = 200
const neverKept = new Set(['password', 'old_password', 'confirm_password', 'code', 'goto', 'lang'])

/** The Set-Cookie line for a refused form; only its own page can read it, for two minutes. */
export async function failureCookie(
  env: Bindings,
  failed: { form: FormFailure['form']; error: ErrorBody; typed: Record<string, string> },
): Promise<string> {
  const { type, message, param, errors } = failed.error
  const values = Object.fromEntries(
    Object.entries(failed.typed)
      .filter(([name, value]) => !neverKept.has(name) && value.length <= longestValue)
      .slice(0, 12),
  )
  const sealed = await sealFor(
    env,
    'form',
    JSON.stringify({
      form: failed.form,
      type,
      message,
      param,
      errors: errors.slice(0, 8),
      values,
    } satisfies FormFailure),
  )
  return generateCookie(formCookie, sealed, { ...formCookieOptions, maxAge: maxAgeSeconds })
}

/** The line that takes the failure away once its page has shown it. */
export const clearFailureCookie = generateCookie(formCookie, '', { ...formCookieOptions, maxAge: 0 })

/** The failure a page of this form has to show, null when there is none. */
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

/** Stands before the pages of the forms: a failure that was shown is not shown again when the page is opened again. */
export const showFailureOnce = createMiddleware<Worker>(async (c, next) => {
  await next()
  if (getCookie(c, formCookie) !== undefined) deleteCookie(c, formCookie, formCookieOptions)
})
