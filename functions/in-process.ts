import { type AuthorizationStart, startAuthorization } from './people/accounts/authorize.ts'
import { identityFromCookie, noteVisit, type Visitor } from './people/accounts/cookie-identity.ts'
import { listAppointmentTypes } from './offering/appointments/list-types.ts'
import { type OpenSchedule, openSchedule } from './offering/appointments/open-schedule.ts'
import { findAnyProgramPage, embedOrigins } from './offering/catalogue/find-program.ts'
import { listEventAttachments, listTypeAttachments } from './offering/catalogue/list-attachments.ts'
import { type CardsAsk, type ListFacts, listCards } from './offering/catalogue/list-cards.ts'
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
import { publicDatabase } from './platform/database/public-reads.ts'
import { htmlOf } from './platform/rendered-text.ts'
import { preferredLanguage } from './platform/middleware/preferred-language.ts'
import { ownBindings } from './own-bindings.ts'
import { memoizeByTag } from './page-cache.ts'

/** Who reads this page, by the refresh cookie; null for a visitor who is not signed in. Nothing is rotated; the visit is noted after the answer where `executionCtx` is given. */
export async function findIdentity(
  request: Request,
  env: Env,
  executionCtx?: ExecutionContext,
): Promise<Visitor | null> {
  const bindings = ownBindings(env)
  const ctx = makeContext({ env: bindings, now: await clockNow(bindings) })
  const visitor = await identityFromCookie(ctx, request)
  if (visitor) executionCtx?.waitUntil(noteVisit(ctx, visitor))
  return visitor
}

/** What a refused log-in, sign-up or verification left for its page to show: the failure and what was typed, never a password. */
export async function findFormFailure(
  request: Request,
  env: Env,
  form: FormFailure['form'],
): Promise<FormFailure | null> {
  return readFailure(ownBindings(env), request, form)
}

/** What becomes of a client's request for access, as its page finds it in its address. */
export function pageAuthorization(env: Env, query: URLSearchParams): AuthorizationStart {
  const bindings = ownBindings(env)
  const all = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))
  return startAuthorization({ env: bindings, siteOrigin: bindings.SITE_ORIGIN }, all)
}

/** An organisation's Markdown as HTML, as it was rendered when it was saved. */
export async function pageHtml(env: Env, text: string): Promise<string> {
  return htmlOf({ db: publicDatabase(ownBindings(env).DB) }, text)
}

/** The language that a page's address asks for; null: that of its program. */
export type PageLanguage = Language | null
async function pageContext(env: Env, language: PageLanguage, isPublicRead = true) {
  const bindings = ownBindings(env)
  return makeContext({ env: bindings, now: await clockNow(bindings), language, isPublicRead })
}

type ProgramPage = { program: Program; features: ProgramFeatures; isClosed: boolean }

/** A program and what it offers, as its pages show it, straight from its verb, one whose contract has ended too; null where there is none of that name. For pages that are kept it is kept as they are, half a minute under the program's tag; private ones read it again. */
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

/** What the explore page shows, straight from its verb; its venues, and what its filter offers, which is counted over all events, are kept for half a minute. */
export async function pageCards(env: Env, input: CardsAsk, language: PageLanguage): ReturnType<typeof listCards> {
  const cached = memoizeByTag<ListFacts>(`program:${input.program_id}`, 'list')
  const answer = await listCards(await pageContext(env, language), input, cached.known)
  if (answer && !cached.known) cached.keep(answer.facts)
  return answer
}

/** What programs may be searched by, straight from its verb; it looks at every program, so it is kept for half a minute. */
export async function pageProgramChoices(env: Env): Promise<ProgramChoices> {
  const { known: cached, keep } = memoizeByTag<ProgramChoices>('programs', 'choices')
  const answer = cached ?? (await programChoices(await pageContext(env, null)))
  if (!cached) keep(answer)
  return answer
}

const allFiles = { limit: largestPageSize, skip: 0, sort: 'position', order: 'asc' } as const

/** The files of an event or an appointment type, straight from their verb; none where there is no such thing. */
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

/** What can be booked by the hour at a program, the first few, straight from its verb. */
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

/** What the page of an appointment type shows, straight from its verb; null where there is no such type. */
export async function pageSchedule(
  env: Env,
  input: { appointment_type_id: string; first: string; last: string },
  language: PageLanguage,
): Promise<OpenSchedule | null> {
  return openSchedule(await pageContext(env, language), input).catch(nullWhereNotFound)
}

/** The first products on sale of a program, for the foot of its explore page; where none is, the first of the others, some of which may come on sale. Kept for half a minute. */
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

/** Which origins may frame a program's list. */
export async function pageFramers(env: Env, programId: string): Promise<string[]> {
  return embedOrigins(await pageContext(env, null), { program_id: programId })
}

/** Writes down that a page could not be made, under the number that the page then shows. */
export const recordPageFailure = (route: string, thrown: unknown): void =>
  logLine('page_failed', { route, ...detailOf(thrown) })

/** The number of the request in hand, for whoever writes to us about it. */
export const requestNumber = (): string => requestId()

/** The clock a page is rendered by, in ms; the same that the API reads. */
export const pageNow = (env: Env): Promise<number> => clockNow(ownBindings(env))

/** The Set-Cookie lines of a page that shows this order: the header of public pages knows a cart by them. */
export const pageCart = (env: Env, request: Request, order: Order, now: number): string[] =>
  cartCookies(ownBindings(env), request, order, now)
/** The same for an order that is not there. */
export { cartGone as goneCart }

/** The language a browser asks for, for pages that are never kept. */
export { preferredLanguage }

export type { Visitor }
