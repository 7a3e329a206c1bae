import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { authorizationParameters } from '../site-pages.ts'

/** What a customer may allow a client to do, in one program; the consent page names each in words. */
export const scopes = ['profile', 'bookings', 'pay', 'messages'] as const
export type Scope = (typeof scopes)[number]

/** Words of OpenID Connect that a client may send as well. They open no call: an `id_token` is in every Token. */
export const identityScopes: readonly string[] = ['openid', 'email', 'offline_access']

/** The scopes in a text of words, in the order of `scopes`. */
export const scopesIn = (text: string): Scope[] => {
  const words = text.split(' ')
  return scopes.filter((scope) => words.includes(scope))
}

/** Whether a text has known scopes only. */
export const hasOnlyScopes = (text: string): boolean =>
  text
    .split(' ')
    .every((word) => word === '' || identityScopes.includes(word) || scopes.some((scope) => scope === word))

/**
 * Maximum length of a client's redirect URI and of `state`: with both, the URL of the consent page still fits into the
 * parameter of a log-in.
 */
export const longestParameter = 500
const parameter = z.nullish(z.string().check(z.maxLength(longestParameter, code('too_long'))))
const authorization = {
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  state: parameter,
  scope: parameter,
  program_id: parameter,
}

const inAddress = z.optional(z.string().check(z.maxLength(longestParameter, code('too_long'))))
/**
 * Query of GET oauth/authorize (RFC 6749, RFC 7636). `program_id` (our addition) is the program on whose pages consent
 * is requested.
 */
export const AuthorizationQuery = z.strictObject(
  Object.fromEntries(authorizationParameters.map((name) => [name, inAddress])) as Record<
    keyof typeof authorization,
    typeof inAddress
  >,
)
export type AuthorizationParameters = Partial<Record<keyof typeof authorization, string | null | undefined>>

/** Body of POST oauth/authorize: the same parameters with the customer's decision. */
export const AuthorizeRequest = z.strictObject({ ...authorization, is_allowed: z.boolean({ error: code('required') }) })
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>

/** The URL to which the customer returns: the client's redirect URI with a code or an error. */
export const Authorization = z.strictObject({ object: z.literal('authorization'), redirect_to: z.string() })
export type Authorization = z.infer<typeof Authorization>
