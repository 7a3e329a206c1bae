import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { ExploreV1 } from '../../functions/api.ts'
import { callApi } from '../../functions/in-process.ts'

type Identity = NonNullable<Parameters<typeof callApi>[3]>

/** Host of the API where it is not this worker; unset by default. */
export const remoteOrigin = (env as { API_ORIGIN?: string }).API_ORIGIN

/** A page's way to the API: in this process, or over the network where API_ORIGIN names another host. */
export function apiFetch(executionCtx: ExecutionContext, identity?: Identity): typeof fetch {
  if (remoteOrigin) return fetch
  return ((input: RequestInfo, init?: RequestInit) =>
    callApi(new Request(input, init), env, executionCtx, identity)) as typeof fetch
}

/** Origin the client writes into its addresses; in process it is never looked up. */
export const apiOrigin = (): string => remoteOrigin || env.SITE_ORIGIN

/** Typed client of the public calls. It carries no credentials. */
export const explore = (executionCtx: ExecutionContext) =>
  hc<ExploreV1>(`${apiOrigin()}/api/v1/explore`, { fetch: apiFetch(executionCtx) })
