import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { ExploreV1 } from '../../functions/api.ts'
import type { Language } from '../locales/choose-language.ts'
import { callApi } from '../../functions/call-api.ts'
import { languageHeader } from './read-answer.ts'

type Identity = NonNullable<Parameters<typeof callApi>[3]>

/** How a page calls the API: in this process, by addresses such as `/api/v1/explore`. */
export const apiFetch = (executionCtx: ExecutionContext, identity?: Identity) =>
  ((address: string, init?: RequestInit) =>
    callApi(new Request(new URL(address, env.SITE_ORIGIN), init), env, executionCtx, identity)) as typeof fetch

/** What a public page calls the API with. `language` is that of its address; null: each program's own. */
export type PageRequest = { executionCtx: ExecutionContext; language: Language | null }

/** How a client of the public calls is made for a page. It carries no credentials. */
export const clientOptions = ({ executionCtx, language }: PageRequest) => ({
  fetch: apiFetch(executionCtx),
  headers: languageHeader(language),
})

/** Typed client of the public calls. */
export const explore = (request: PageRequest) => hc<ExploreV1>('/api/v1/explore', clientOptions(request))
