import type { AstroGlobal } from 'astro'
import { env } from 'cloudflare:workers'
import { languages } from '#contract/field-rules'
import type * as z from 'zod/mini'
import type { RefusedBookingBody } from '#contract/money/family-booking'
import { healthReasonHeader } from '#contract/organisation/rights'
import {
  findFormFailure,
  findIdentity,
  pageAuthorization,
  recordPageFailure,
  pageNow,
  preferredLanguage,
  requestNumber,
  type Visitor,
} from '../../functions/in-process.ts'
import { chooseLanguage, type Language } from '../locales/choose-language.ts'
import { apiFetch, type PageRequest } from './api-client.ts'

export type CurrentUser = Visitor
export type FormFailure = NonNullable<Awaited<ReturnType<typeof findFormFailure>>>

/** Logs why a page failed, under the id that the page shows. */
export const logPageFailure = recordPageFailure
/** Id of the current request, which the customer can quote to support. */
export const currentRequestId = requestNumber

/** The logged-in user; null without a session. Reading a page never rotates the session's token. */
export const findCurrentUser = (request: Request, executionCtx?: ExecutionContext): Promise<CurrentUser | null> =>
  findIdentity(request, env, executionCtx)

/** The server's current time, in ms. */
export const serverNow = (): Promise<number> => pageNow(env)

/** The failure of a refused form, for its page to show. */
export const readFormFailure = (request: Request, form: FormFailure['form']): Promise<FormFailure | null> =>
  findFormFailure(request, env, form)

/** Resolves the authorization request of an OAuth client from the query of its page. */
export const findAuthorization = (query: URLSearchParams) => pageAuthorization(env, query)

/** Reads a payment of the current user at the provider, as the customer's return does. A failure changes nothing. */
export async function refreshPayment(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  { order_id, payment_id }: { order_id: string; payment_id: string },
): Promise<void> {
  const address = `/api/v1/profile/orders/${order_id}/payments/${payment_id}/confirm`
  await apiFetch(executionCtx, user.identity)(address, { method: 'POST' })
}

/**
 * The language of an uncached page without a program: the language of the URL, otherwise the browser's preferred one.
 * Uses no database.
 */
export const requestLanguage = (request: Request, url: URL): Language =>
  chooseLanguage(url.searchParams.get('lang'), preferredLanguage(request.headers.get('Accept-Language') ?? undefined))

/** The language in the page's URL. Null means the program's own language. */
export const addressLanguage = (url: URL): Language | null =>
  languages.find((language) => language === url.searchParams.get('lang')) ?? null

export const pageRequest = ({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): PageRequest => ({
  executionCtx: locals.cfContext,
  language: addressLanguage(url),
})

/** Reads `/v1/profile…` as the current user; null when the resource does not exist or is not theirs. */
export type ReadProfile = <Data>(path: string) => Promise<Data | null>

/**
 * Reads `/v1/organiser/programs/{program_id}…` as a member of the team: null when the resource does not exist,
 * `not_allowed` when it is outside what the member looks after. `reason` is sent with a read of health information.
 */
export type ReadDesk = <Data>(path: string, reason?: string) => Promise<Data | 'not_allowed' | null>

/** An error of a call; that of a booking has a refusal for each person. */
export type RefusedAtDesk = z.infer<typeof RefusedBookingBody>
/** The answer of a call that only previews: what would happen, or the error. */
export type Preview<Data, Refused = RefusedAtDesk> = { ok: true; body: Data } | { ok: false; body: Refused }
/** Posts to `/v1/organiser/programs/{program_id}…` for a preview, which changes nothing. */
export type PreviewDesk = <Data, Refused = RefusedAtDesk>(path: string, body: object) => Promise<Preview<Data, Refused>>

type AtDesk = { programId: string; language: string }

/** Previews as the current user, for a page of the desk. */
export function deskPreviewer(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  { programId, language }: AtDesk,
): PreviewDesk {
  const fetch = apiFetch(executionCtx, user.identity)
  return async <Data, Refused>(path: string, body: object): Promise<Preview<Data, Refused>> => {
    const isForm = body instanceof FormData
    if (isForm) body.set('dry_run', 'true')
    const answer = await fetch(`/api/v1/organiser/programs/${encodeURIComponent(programId)}${path}`, {
      method: 'POST',
      headers: { 'accept-language': language, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify({ ...body, dry_run: true }),
    })
    if (answer.status >= 500) throw new Error(`The API answered ${answer.status} for a preview of the desk`)
    return { ok: answer.ok, body: await answer.json() } as Preview<Data, Refused>
  }
}

/** The organiser's calls as the current user, for a page of the desk. */
export function deskReader(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  { programId, language }: AtDesk,
): ReadDesk {
  const fetch = apiFetch(executionCtx, user.identity)
  return async <Data>(path: string, reason?: string): Promise<Data | 'not_allowed' | null> => {
    const answer = await fetch(`/api/v1/organiser/programs/${encodeURIComponent(programId)}${path}`, {
      headers: {
        'accept-language': language,
        ...(reason === undefined ? {} : { [healthReasonHeader]: encodeURIComponent(reason) }),
      },
    })
    if (answer.status === 404 || answer.status === 400) return null
    if (answer.status === 403) return 'not_allowed'
    if (!answer.ok) throw new Error(`The API answered ${answer.status} for a page of the desk`)
    return answer.json()
  }
}

/** The API as the current user. */
export function profileReader(executionCtx: ExecutionContext, user: CurrentUser, language: string): ReadProfile {
  const fetch = apiFetch(executionCtx, user.identity)
  return async <Data>(path: string): Promise<Data | null> => {
    const response = await fetch(`/api${path}`, { headers: { 'accept-language': language } })
    if (response.status === 404 || response.status === 400) return null
    if (!response.ok) throw new Error(`The API answered ${response.status} for a customer's page`)
    return response.json()
  }
}
