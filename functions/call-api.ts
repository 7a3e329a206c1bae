import { Hono } from 'hono'
import type { Identity } from './platform/actor.ts'
import type { Worker } from './platform/context.ts'
import { errorResponse } from './platform/middleware/error-response.ts'
import { ownBindings } from './own-bindings.ts'

let door: Promise<Hono<Worker>> | undefined
// Read in with the first call: most pages ask the verbs themselves.
const openDoor = async () => new Hono<Worker>().onError(errorResponse).route('/api', (await import('./api.ts')).calls)

/** The door for pages: the API without a network hop. The identity rides in the bindings, where no header of a client can put it. */
export async function callApi(
  request: Request,
  env: Env,
  executionCtx: ExecutionContext,
  identity?: Identity,
): Promise<Response> {
  door ??= openDoor()
  return (await door).fetch(request, { ...ownBindings(env), ...(identity ? { identity } : {}) }, executionCtx)
}
