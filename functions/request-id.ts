import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Does the work of one request under one number: all it logs carries it, also what a page asks of the API and what is done after the answer. */
export const underRequestId = <Result>(work: () => Result): Result => current.run(newRequestId(), work)

/** The number of the request in hand, short enough to be read out on the telephone; outside a request a new one. */
export const requestId = (): string => current.getStore() ?? newRequestId()

function newRequestId(): string {
  const digits = crypto.randomUUID()
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(9, 13)}`
}
