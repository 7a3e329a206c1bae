import { AsyncLocalStorage } from 'node:async_hooks'

const requestIdStorage = new AsyncLocalStorage<string>()

/** Runs the work of one request under one number: everything it logs carries it, including what a page requests from the API and what runs after the response. */
export const withRequestId = <Result>(work: () => Result): Result => requestIdStorage.run(newRequestId(), work)

/** The number of the current request, short enough to be read out on the telephone; outside a request a new one. */
export const requestId = (): string => requestIdStorage.getStore() ?? newRequestId()

function newRequestId(): string {
  const digits = crypto.randomUUID()
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(9, 13)}`
}
