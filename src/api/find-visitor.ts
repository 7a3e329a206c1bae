import { env } from 'cloudflare:workers'
import { findFormFailure, findIdentity, orderCalendar, pageNow, type Visitor } from '../../functions/in-process.ts'
import { apiFetch, apiOrigin } from './in-process.ts'

export type { Visitor }
export type FormFailure = NonNullable<Awaited<ReturnType<typeof findFormFailure>>>

/** Who reads this page; null for a visitor who is not signed in. Reading a page never rotates his token. */
export const findVisitor = (request: Request): Promise<Visitor | null> => findIdentity(request, env)

/** The server's clock, in ms. */
export const serverNow = (): Promise<number> => pageNow(env)

/** Address of an order's calendar file, for its owner's page alone. */
export const calendarOf = (orderId: string): Promise<string> => orderCalendar(env, orderId)

/** What a refused form left for its page to show. */
export const findFailure = (request: Request, form: FormFailure['form']): Promise<FormFailure | null> =>
  findFormFailure(request, env, form)

/** Reads of a signed-in customer, `/v1/profile…`; null for what is not there or not his. */
export type Read = <Data>(path: string) => Promise<Data | null>

/** The API in this process, as the customer who reads the page. */
export function readsOf(executionCtx: ExecutionContext, visitor: Visitor, language: string): Read {
  const ask = apiFetch(executionCtx, visitor.identity)
  return async <Data>(path: string): Promise<Data | null> => {
    const answer = await ask(`${apiOrigin()}/api${path}`, {
      headers: {
        'accept-language': language,
        ...(visitor.bearer ? { authorization: `Bearer ${visitor.bearer}` } : {}),
      },
    })
    if (answer.status === 404 || answer.status === 400) return null
    if (!answer.ok) throw new Error(`The API answered ${answer.status} for a customer's page`)
    return answer.json()
  }
}
