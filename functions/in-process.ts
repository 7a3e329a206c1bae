import { type AuthorizationStart, startAuthorization } from './people/accounts/authorize.ts'
import { identityFromCookie, recordVisit, type Visitor } from './people/accounts/cookie-identity.ts'
import { type FamilyPerson, familyPeople } from './booking/registrations/family-people.ts'
import { listAppointmentTypes } from './offering/appointments/list-types.ts'
import { type OpenSchedule, openSchedule } from './offering/appointments/open-schedule.ts'
import { findAnyProgramPage, embedOrigins } from './offering/catalogue/find-program.ts'
import { listEventAttachments, listTypeAttachments } from './offering/catalogue/list-attachments.ts'
import { countCards, type ListCardsInput, type ListFacts, listCards } from './offering/catalogue/list-cards.ts'
import { listStoreProducts } from './offering/catalogue/list-products.ts'
import { type ProgramChoices, programChoices } from './offering/catalogue/program-choices.ts'
import type { AppointmentType } from './contract/offering/appointment.ts'
import type { FormFailure } from './contract/people/account.ts'
import { nullWhereNotFound } from './contract/api-error.ts'
import type { Attachment } from './contract/attachment.ts'
import { largestPageSize } from './contract/limits.ts'
import type { Language } from './contract/field-rules.ts'
import type { Order } from './contract/money/order.ts'
import type { StoreProduct } from './contract/offering/product.ts'
import type { Program, ProgramFeatures } from './contract/offering/program.ts'
import { makeContext, clockNow } from './platform/make-context.ts'
import { cartCookies, cartGone } from './edge/cart-cookies.ts'
import { readFailure } from './edge/form-failure.ts'
import { detailOf, logLine, requestId } from './platform/log-line.ts'
import { database } from './platform/database/database.ts'
import { publicDatabase } from './platform/database/public-reads.ts'
import { htmlOf } from './platform/rendered-text.ts'
import { everyTeam } from './people/staff/show-staff.ts'
import { preferredLanguage } from './platform/middleware/preferred-language.ts'
import { ownBindings } from './own-bindings.ts'
import { memoizeByTag } from './page-cache.ts'

/**
 * The visitor's identity from the refresh cookie, or null. The cookie is not rotated; with `executionCtx`, the visit is
 * recorded after the response.
 */
export async function findIdentity(
  request: Request,
  env: Env,
  executionCtx?: ExecutionContext,
): Promise<Visitor | null> {
  const bindings = ownBindings(env)
  const ctx = makeContext({ env: bindings, now: await clockNow(bindings) })
  const visitor = await identityFromCookie(ctx, request)
  if (visitor) executionCtx?.waitUntil(recordVisit(ctx, visitor))
  return visitor
}

/** The error that a rejected log-in, sign-up or verification left for its page, with the input but never a password. */
export async function findFormFailure(
  request: Request,
  env: Env,
  form: FormFailure['form'],
): Promise<FormFailure | null> {
  return readFailure(ownBindings(env), request, form)
}

/** The outcome of a client's authorization request, from the page's URL. */
export function pageAuthorization(env: Env, query: URLSearchParams): AuthorizationStart {
  const bindings = ownBindings(env)
  const all = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))
  return startAuthorization({ env: bindings, siteOrigin: bindings.SITE_ORIGIN }, all)
}

/** An organisation's Markdown as HTML, as rendered when it was saved. */
export async function pageHtml(env: Env, text: string): Promise<string> {
  const bindings = ownBindings(env)
  return htmlOf(
    { read: publicDatabase(bindings.DB), write: database(bindings.DB), now: await clockNow(bindings) },
    text,
  )
}

/** The language in a page's URL; null means the program's own. */
export type PageLanguage = Language | null
async function pageContext(env: Env, language: PageLanguage, isPublicRead = true) {
  const bindings = ownBindings(env)
  return makeContext({ env: bindings, now: await clockNow(bindings), language, isPublicRead })
}

type ProgramPage = { program: Program; features: ProgramFeatures; isClosed: boolean }

/**
 * A program and its offers for its pages, without an API request, even after its contract has ended; null for an
 * unknown program. Cached pages share it for half a minute under the program's tag; private pages read it again.
 */
export async function pageProgram(
  env: Env,
  programId: string,
  { isForKept, language }: { isForKept: boolean; language: PageLanguage },
): Promise<ProgramPage | null> {
  const fact = memoizeByTag<ProgramPage>(`program:${programId}`, `program ${language ?? ''}`)
  if (isForKept && fact.known) return fact.known
  const answer = await findAnyProgramPage(await pageContext(env, language, isForKept), { program_id: programId }).catch(
    nullWhereNotFound,
  )
  if (answer) fact.keep(answer)
  return answer
}

/**
 * The cards of the explore page, without an API request. Venues and the filter's counts over all events are cached for
 * half a minute.
 */
export async function pageCards(env: Env, input: ListCardsInput, language: PageLanguage): ReturnType<typeof listCards> {
  const cached = memoizeByTag<ListFacts>(`program:${input.program_id}`, 'list')
  const answer = await listCards(await pageContext(env, language), input, cached.known)
  if (answer && !cached.known) cached.keep(answer.facts)
  return answer
}

/** The number of events of such a list, without an API request. */
export const pageCardCount = async (env: Env, input: ListCardsInput): ReturnType<typeof countCards> =>
  countCards(await pageContext(env, null), input)

/** The people whom a customer may register, with the facts that decide what suits them, for a page of theirs. */
export const pageFamily = async (env: Env, visitor: Visitor): Promise<FamilyPerson[]> =>
  familyPeople(await pageContext(env, null, false), visitor.identity)

/** True if an account was in the team of a program and no longer is. Read only where the desk has no place for it. */
export const pageLeftTeam = async (env: Env, user_id: string, programId: string): Promise<boolean> =>
  (await everyTeam(await pageContext(env, null, false), user_id)).some(
    ({ program_id, status }) => program_id === programId && status === 'ended',
  )

/** The programs' search filters, without an API request. Cached for half a minute, because they read every program. */
export async function pageProgramChoices(env: Env): Promise<ProgramChoices> {
  const { known: cached, keep } = memoizeByTag<ProgramChoices>('programs', 'choices')
  const answer = cached ?? (await programChoices(await pageContext(env, null)))
  if (!cached) keep(answer)
  return answer
}

const allFiles = { limit: largestPageSize, skip: 0, sort: 'position', order: 'asc' } as const

/** The files of an event or an appointment type, without an API request; empty for an unknown one. */
export async function pageAttachments(
  env: Env,
  owner: { event_id: string } | { appointment_type_id: string },
  language: PageLanguage,
): Promise<Attachment[]> {
  const ctx = await pageContext(env, language)
  const input =
    'event_id' in owner
      ? listEventAttachments(ctx, { ...allFiles, ...owner })
      : listTypeAttachments(ctx, { ...allFiles, ...owner })
  return (await input.catch(nullWhereNotFound))?.data ?? []
}

/** A program's first few appointment types, without an API request. */
export async function pageAppointments(
  env: Env,
  programId: string,
  { limit, language }: { limit: number; language: PageLanguage },
): Promise<AppointmentType[]> {
  return (
    await listAppointmentTypes(await pageContext(env, language), {
      program_id: [programId],
      limit,
      skip: 0,
      order: 'asc',
      sort: 'position',
    })
  ).data
}

/** The data of an appointment type's page, without an API request; null for an unknown type. */
export async function pageSchedule(
  env: Env,
  input: { appointment_type_id: string; first: string; last: string },
  language: PageLanguage,
): Promise<OpenSchedule | null> {
  return openSchedule(await pageContext(env, language), input).catch(nullWhereNotFound)
}

/**
 * A program's first products on sale, for the end of its explore page. If none is on sale, the first others, which may
 * come on sale. Cached for half a minute.
 */
export async function pageProducts(
  env: Env,
  programId: string,
  { language, ...most }: { onSale: number; others: number; language: PageLanguage },
): Promise<StoreProduct[]> {
  const products = memoizeByTag<StoreProduct[]>(`program:${programId}`, `products ${language ?? ''}`)
  if (products.known) return products.known
  const ctx = await pageContext(env, language)
  const read = async (on_sale: boolean, limit: number) =>
    (
      await listStoreProducts(ctx, {
        program_id: programId,
        on_sale,
        limit,
        skip: 0,
        order: 'asc',
        sort: 'position',
      }).catch(nullWhereNotFound)
    )?.data ?? []
  const [onSale, others] = await Promise.all([read(true, most.onSale), read(false, most.others)])
  const answer = onSale.length > 0 ? onSale : others
  products.keep(answer)
  return answer
}

/** The origins that may embed a program's list. */
export async function pageFramers(env: Env, programId: string): Promise<string[]> {
  return embedOrigins(await pageContext(env, null), { program_id: programId })
}

/** Logs a page's error under the number that the page shows. */
export const recordPageFailure = (route: string, thrown: unknown): void =>
  logLine('page_failed', { route, ...detailOf(thrown) })

/** The number of the current request, which visitors quote to support. */
export const requestNumber = (): string => requestId()

/** The current time of a page, in ms; the same as the API's. */
export const pageNow = (env: Env): Promise<number> => clockNow(ownBindings(env))

/** The Set-Cookie lines of a page with this order, which tell the header of public pages about the cart. */
export const pageCart = (env: Env, request: Request, order: Order, now: number): string[] =>
  cartCookies(ownBindings(env), request, order, now)
/** The Set-Cookie lines for a missing order. */
export { cartGone as goneCart }

/** The language that a browser prefers, for uncached pages. */
export { preferredLanguage }

export type { Visitor }
