import type * as z from 'zod/mini'
import { type ErrorType, errorNumbers } from '../contract/api-error.ts'
import { errorSentence } from '../contract/sentences/sentence.ts'
import type { RouteFacts } from './routes.ts'

/** Response headers, as components of the document. */
export const headers = {
  RequestId: {
    description: 'Number of this request in our log: name it when you write to us.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 0 } },
  Allow: { description: 'The methods that this address takes.', schema: { type: 'string' } },
  WwwAuthenticate: { description: 'How to say who calls: `Bearer` or `Basic`.', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: '`true` where this is the stored answer of the first request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: { description: '`true`: this call will go away.', schema: { type: 'string', enum: ['true'] } },
}
type HeaderName = keyof typeof headers
const refer = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` })
export const requestId = { 'X-Request-Id': refer('RequestId') }

const always: ErrorType[] = [
  'invalid_parameter',
  'unknown_parameter',
  'method_not_allowed',
  'wrong_host',
  'too_many_requests',
  'internal_error',
  'unavailable',
]
const ofBodies: ErrorType[] = ['required', 'required_parameter_missing']
const ofWrites: ErrorType[] = ['invalid_json', 'cross_origin', 'body_too_large', 'content_type']
const ofKeys: ErrorType[] = ['request_in_progress', 'idempotency_key_reused']
const ofTokens: ErrorType[] = ['not_authenticated', 'token_expired', 'insufficient_scope']
const ofOrganisers: ErrorType[] = ['not_authenticated', 'not_allowed', 'second_factor_required', 'not_found']
const ofCustomers: ErrorType[] = [...ofTokens, 'account_inactive', 'not_found']

/** Every error response of a call by status. */
export function refusalsOf(facts: RouteFacts): Map<number, ErrorType[]> {
  const { description, schemas, method, path, readsToken } = facts
  const types = new Set<ErrorType>([
    ...always,
    ...(method === 'GET' ? [] : ofWrites),
    ...(schemas.json ? ofBodies : []),
    ...(description.takesKey ? ofKeys : []),
    ...(description.caller === 'customer' ? ofCustomers : []),
    ...(readsToken ? ofTokens : []),
    ...(description.caller === 'organiser' ? ofOrganisers : []),
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...Object.values(schemas).flatMap((schema) => [...codesOf(schema)]),
    ...(description.errors ?? []),
  ])
  const inOrder = (Object.keys(errorNumbers) as ErrorType[]).filter((type) => types.has(type))
  return Map.groupBy(inOrder, (type) => errorNumbers[type])
}

/** The response for an error status, with its types and messages. */
export function refusalResponse(status: number, types: ErrorType[], facts: RouteFacts, schema: object) {
  const sentences = types.map((type) => `- \`${type}\`: ${errorSentence(type, 'en')}`)
  return {
    description: [...introOf(status, facts), ...sentences].join('\n'),
    headers: { ...requestId, ...headersOf(status, types) },
    content: { 'application/json': { schema } },
  }
}

function introOf(status: number, { perMinute }: RouteFacts): string[] {
  if (status === 402) return ['The card was declined: `type` is the key of the decline, one of the list in Error.']
  if (status === 429 && perMinute !== null)
    return [`At most ${perMinute} calls a minute from one network address; wait for \`Retry-After\`.`]
  return []
}

function headersOf(status: number, types: ErrorType[]) {
  return {
    ...(status === 429 || status === 503 || types.includes('request_in_progress')
      ? { 'Retry-After': refer('RetryAfter') }
      : {}),
    ...(status === 405 ? { Allow: refer('Allow') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': refer('WwwAuthenticate') } : {}),
  }
}

export function answerHeaders({ description }: RouteFacts, isDeprecated: boolean) {
  return {
    ...requestId,
    ...(description.takesKey ? { 'Idempotency-Replayed': refer('IdempotencyReplayed') } : {}),
    ...(isDeprecated ? { Deprecation: refer('Deprecation') } : {}),
  }
}

type Definition = Record<string, unknown> & {
  checks?: { _zod: { def: Definition } }[]
  error?: (issue: object) => unknown
}

/** The rule codes of a schema, at any depth. */
function codesOf(schema: z.core.$ZodType, seen = new Set<unknown>()): Set<ErrorType> {
  if (seen.has(schema)) return new Set()
  seen.add(schema)
  const definition = schema._zod.def as unknown as Definition
  const own = [definition, ...(definition.checks ?? []).map(({ _zod }) => _zod.def)].map(({ error }) => error?.({}))
  const parts = [definition, definition['shape'] ?? {}, definition['options'] ?? []].flatMap((part) =>
    Object.values(part as object),
  )
  return new Set([
    ...own.filter((code): code is ErrorType => typeof code === 'string' && code in errorNumbers),
    ...parts.filter(isSchema).flatMap((part) => [...codesOf(part, seen)]),
  ])
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
