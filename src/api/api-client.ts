import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { ExploreV1 } from '../../functions/api.ts'
import type { Language } from '../locales/choose-language.ts'
import { callApi } from '../../functions/call-api.ts'
import { languageHeader } from './read-answer.ts'

type Identity = NonNullable<Parameters<typeof callApi>[3]>

/** The API called in this process, with paths such as `/api/v1/explore`. */
export const apiFetch = (executionCtx: ExecutionContext, identity?: Identity) =>
  ((address: string, init?: RequestInit) =>
    callApi(new Request(new URL(address, env.SITE_ORIGIN), init), env, executionCtx, identity)) as typeof fetch

/**
 * Request data that a public page passes to the API. `language` is the language of its URL; null means each program's
 * own language.
 */
export type PageRequest = { executionCtx: ExecutionContext; language: Language | null }

/** Options of the public clients, which carry no credentials. */
export const clientOptions = ({ executionCtx, language }: PageRequest) => ({
  fetch: apiFetch(executionCtx),
  headers: languageHeader(language),
})

export const explore = (request: PageRequest) => hc<ExploreV1>('/api/v1/explore', clientOptions(request))
