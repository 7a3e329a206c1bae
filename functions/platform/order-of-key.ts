import { createHash } from 'node:crypto'
import type { CustomerContext, OrganiserContext } from './context.ts'

// An order by staff is opened in one batch and completed in a second one, which writes the key of the request.

/**
 * The id of the new order: the same for every request with one key, so that a repeat completes what a request that ended
 * in between has opened.
 */
export function orderIdOf({ request: { idempotency }, newId }: OrganiserContext): string {
  if (!idempotency) return newId('ord')
  const { scope, key } = idempotency
  return `ord_${createHash('sha256').update(`${scope}\n${key}`).digest('hex').slice(0, 32)}`
}

/** The same context, whose batches do not write the key of the request. */
export const withoutKey = (ctx: CustomerContext): CustomerContext =>
  Object.create(ctx, { request: { value: { ...ctx.request, idempotency: null } } }) as CustomerContext

/** Answers null to a failed opening of an order if a request with the same key opened it at the same moment. */
export const nullIfOpened =
  (isOpened: () => Promise<boolean>) =>
  async (error: unknown): Promise<null> => {
    if (!(await isOpened())) throw error
    return null
  }
