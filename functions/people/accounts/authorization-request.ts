import {
  type AuthorizationParameters,
  hasOnlyScopes,
  longestParameter,
  type Scope,
  scopes,
  scopesIn,
} from '../../contract/people/oauth.ts'
import { authorizationParameters } from '../../contract/site-pages.ts'
import type { OAuthClient } from '../../platform/identity/oauth-clients.ts'

/** Errors that are returned to the client (RFC 6749, 4.1.2.1). */
export type AuthorizationError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'
type RequestAnswer =
  | { kind: 'ask'; client: OAuthClient; program_id: string; scopes: Scope[] }
  /** The redirect URI or the client is not trusted, so there is no redirect. */
  | { kind: 'refuse'; param: 'client_id' | 'redirect_uri' }
  | { kind: 'send_back'; error: AuthorizationError }

/** The query parameters without empty ones; `isTwice` when a known one occurs twice. */
export function readAuthorization(all: Record<string, string[]>): { query: AuthorizationParameters; isTwice: boolean } {
  const values = authorizationParameters.map((name) => [name, (all[name] ?? []).filter(Boolean)] as const)
  return {
    query: Object.fromEntries(values.flatMap(([name, [value, second]]) => (value && !second ? [[name, value]] : []))),
    isTwice: values.some(([, values]) => values.length > 1),
  }
}

/**
 * Decides about an authorization request: only `code` with an S256 challenge, and only to a redirect URI that is
 * configured exactly.
 */
export function checkAuthorization(
  client: OAuthClient | null,
  query: AuthorizationParameters,
  isTwice = false,
): RequestAnswer {
  if (!client) return { kind: 'refuse', param: 'client_id' }
  if (!client.redirect_uris.includes(query.redirect_uri ?? '')) return { kind: 'refuse', param: 'redirect_uri' }
  const error = isTwice ? 'invalid_request' : errorOf(query)
  if (error) return { kind: 'send_back', error }
  const program_id = query.program_id ?? (client.program_ids === 'all' ? undefined : client.program_ids[0])
  const isOwn = client.program_ids === 'all' || (program_id !== undefined && client.program_ids.includes(program_id))
  return program_id !== undefined && isOwn && /^[a-z0-9][a-z0-9-]{1,62}$/.test(program_id)
    ? { kind: 'ask', client, program_id, scopes: query.scope ? scopesIn(query.scope) : [...scopes] }
    : { kind: 'send_back', error: 'invalid_request' }
}

function errorOf(query: AuthorizationParameters): AuthorizationError | null {
  if (Object.values(query).some((value) => (value ?? '').length > longestParameter)) return 'invalid_request'
  if (!query.response_type) return 'invalid_request'
  if (query.response_type !== 'code') return 'unsupported_response_type'
  if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? ''))
    return 'invalid_request'
  return hasOnlyScopes(query.scope ?? '') ? null : 'invalid_scope'
}

/** The client's redirect URI with the response, its `state` and the issuer (RFC 9207). */
export function sendBack(
  query: AuthorizationParameters,
  answer: { code: string } | { error: AuthorizationError },
  issuer: string,
): string {
  const url = new URL(query.redirect_uri ?? '')
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (query.state && query.state.length <= longestParameter) url.searchParams.set('state', query.state)
  url.searchParams.set('iss', issuer)
  return url.toString()
}
