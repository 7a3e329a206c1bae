import { Hono } from 'hono'
import { api } from './api.ts'
import type { Identity, Worker } from './context.ts'
import { ownBindings } from './own-bindings.ts'

const door = new Hono<Worker>().route('/api', api)

/** The door for pages: the API without a network hop. The identity rides in the bindings, where no header of a client can put it. */
export async function callApi(request: Request, env: Env, executionCtx: ExecutionContext, identity?: Identity): Promise<Response> {
  return door.fetch(request, { ...ownBindings(env), ...(identity ? { identity } : {}) }, executionCtx)
}
