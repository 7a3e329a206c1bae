import { Hono } from 'hono'
import type { PageIdentity } from './platform/actor.ts'
import type { Worker } from './platform/context.ts'
import { errorResponse } from './platform/middleware/error-response.ts'
import { ownBindings } from './own-bindings.ts'

let door: Promise<Hono<Worker>> | undefined
// The API is loaded with the first call, because most pages call the use cases directly.
const createInternalApi = async () =>
  new Hono<Worker>().onError(errorResponse).route('/api', (await import('./api.ts')).calls)

/**
 * The API for pages, without a network request. The identity is passed in the bindings, which a client's header cannot
 * reach.
 */
export async function callApi(
  request: Request,
  env: Env,
  executionCtx: ExecutionContext,
  identity?: PageIdentity,
): Promise<Response> {
  door ??= createInternalApi()
  return (await door).fetch(request, { ...ownBindings(env), ...(identity ? { identity } : {}) }, executionCtx)
}
