import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { ExploreV1 } from '../../functions/api.ts'
import type { Language } from '../locales/choose-language.ts'
import { callApi } from '../../functions/in-process.ts'
import { languageHeader } from './read-answer.ts'

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

/** What a public page calls the API with. `language` is that of its address; null: each program's own. */
export type PageRequest = { executionCtx: ExecutionContext; language: Language | null }

/** How a client of the public calls is made for a page. It carries no credentials. */
export const clientOptions = ({ executionCtx, language }: PageRequest) => ({
  fetch: apiFetch(executionCtx),
  headers: languageHeader(language),
})

/** Typed client of the public calls. */
export const explore = (request: PageRequest) => hc<ExploreV1>(`${apiOrigin()}/api/v1/explore`, clientOptions(request))
