import { healthReasonHeader } from '../contract/organisation/rights.ts'
import * as z from 'zod/mini'
import { ErrorBody, OAuthErrorBody } from '../contract/api-error.ts'
import { describeField, describeFields } from './field-words.ts'
import type { Json, ToJson } from './json-schemas.ts'
import { SlotTakenBody } from '../contract/booking/appointment-registration.ts'
import { answerHeaders, refusalResponse, refusalsOf } from './refusals.ts'
import { scopeFor } from '../platform/identity/delegated-calls.ts'
import type { RouteFacts } from './routes.ts'
import { listWords } from './words/everywhere.ts'
import { deprecatedRoutes, wordsOfOperation } from './words/operations.ts'
import { parameterWords } from './words/parameters.ts'
import { wordsOfShape } from './words/all-shapes.ts'
import { StaleQuoteBody } from '../contract/money/refund.ts'

/** Shared parts of one document. */
export type DocumentParts = { toJson: ToJson; responses: Record<string, object> }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Json }

const routeName = ({ method, path }: RouteFacts) => `${method} ${path}`

/** The document's entry for one call. */
export function operationOf(facts: RouteFacts, parts: DocumentParts) {
  const { toJson } = parts
  const { description } = facts
  const isDeprecated = deprecatedRoutes.includes(routeName(facts))
  return {
    operationId: operationId(facts),
    tags: [description.tag],
    summary: description.summary,
    description: callWords(facts),
    ...(isDeprecated ? { deprecated: true } : {}),
    security: securityOf(facts),
    parameters: [
      ...parametersOf(facts, toJson),
      ...(description.takesKey ? [idempotencyKey] : []),
      ...(description.takesHealthReason ? [healthReason] : []),
      ...(description.takesCsrfToken ? [csrfToken] : []),
    ],
    ...bodyOf(facts, toJson),
    responses: { ...refusals(facts, parts), ...answers(facts, toJson, isDeprecated) },
  }
}

/** `getV1ProfileOrdersByOrderId` */
function operationId({ method, path }: RouteFacts): string {
  const parts = path.split('/').filter(Boolean)
  const words = parts.map((part) => (part.startsWith('{') ? `By${pascal(part.slice(1, -1))}` : pascal(part)))
  return method.toLowerCase() + words.join('')
}
const pascal = (text: string) =>
  text
    .split(/[\W_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const callerWords = {
  anyone: 'Open to anyone.',
  customer: 'Needs the access token of a signed-in customer.',
  organiser:
    'Needs the Basic credentials of an organisation’s client, which sees only its own programs, or the access token of a member of its team whose role has the right.',
}

function callWords(facts: RouteFacts): string {
  const { description, perMinute } = facts
  return [
    wordsOfOperation(routeName(facts)),
    callerWords[description.caller ?? 'anyone'],
    scopeWords(facts),
    perMinute === null ? undefined : `At most ${perMinute} calls a minute from one network address.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function securityOf(facts: RouteFacts) {
  const { description, readsToken } = facts
  if (readsToken) return [{}, { bearer: [] }]
  if (description.caller === 'customer') {
    const scope = scopeOf(facts)
    return [{ bearer: [] }, ...(scope === 'never' ? [] : [{ oauth: scope === 'any' ? [] : [scope] }])]
  }
  if (description.caller === 'organiser') return [{ basic: [] }, { bearer: [] }]
  return []
}

/** What a client needs for a call of a customer. */
const scopeOf = (facts: RouteFacts) => scopeFor(routeName(facts).replaceAll(/\{(\w+)\}/g, ':$1')) ?? 'never'

function scopeWords(facts: RouteFacts): string | undefined {
  if (facts.description.caller !== 'customer') return undefined
  const scope = scopeOf(facts)
  if (scope === 'never') return 'A client may not call it for a customer.'
  return scope === 'any' ? 'A client needs no scope.' : `A client needs the scope \`${scope}\`.`
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any 1 to 64 visible characters of yours. For 7 days a repeat with the same key and body answers what the first request answered, and nothing happens twice.',
  schema: { type: 'string', pattern: '^[!-~]{1,64}$', examples: ['6f1c2a9e-order-1'] },
}

const healthReason: Parameter = {
  name: healthReasonHeader,
  in: 'header',
  required: false,
  description:
    'Why you read health information, up to 250 characters, percent-encoded: the family sees it. Required where your role has the right `health` “with a reason”.',
  schema: { type: 'string', examples: ['They%20called%20about%20an%20allergy.'] },
}

const csrfToken: Parameter = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description:
    'The value that `preload` answered in the header of this name, in the same session. With another value the call is refused (403 `cross_origin`); without it the bearer token decides.',
  schema: { type: 'string', examples: ['4ZqC1y0m7cW8sVtq0Jd2X3n5b6e9f1a2h4k7p0r3u6w'] },
}

function parametersOf(facts: RouteFacts, toJson: ToJson): Parameter[] {
  return [
    ...parametersIn('path', facts, facts.schemas.param, toJson),
    ...parametersIn('query', facts, facts.schemas.query, toJson),
  ]
}

function parametersIn(
  place: 'path' | 'query',
  facts: RouteFacts,
  schema: z.core.$ZodType | undefined,
  toJson: ToJson,
): Parameter[] {
  if (!schema) return []
  const sent = toJson(schema, 'input')
  const read = toJson(schema, 'output')
  return Object.entries(sent.properties ?? {}).map(([name, input]) => {
    const json = asParameter(input, read.properties?.[name] ?? {})
    describeField(json, parameterWords(routeName(facts), name))
    if (json.type === 'array')
      json['examples'] = (json['examples'] as unknown[] | undefined)?.map((each) => [each].flat())
    const { description, ...rest } = json
    return {
      name,
      in: place,
      required: place === 'path' || (sent.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      ...styleOf(json, input),
      schema: rest,
    }
  })
}

// A parameter has the type of its parsed text: a number, a list, true or false.
function asParameter(input: Json, read: Json): Json {
  if (JSON.stringify(input.enum) === '["true","false"]') return { ...without(read, 'enum'), type: 'boolean' }
  const { type } = read
  return type === undefined && !read.enum ? { ...input } : { ...read }
}
const without = (json: Json, name: string): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name && key !== 'type')) as Json

const styleOf = (json: Json, input: Json) =>
  json.type === 'array' ? { style: 'form', explode: input.anyOf !== undefined } : {}

function bodyOf({ description, method, schemas }: RouteFacts, toJson: ToJson) {
  if (!schemas.json) return {}
  const schema = toJson(schemas.json, 'input')
  if (description.takesFile) return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  const mayBeAbsent = method === 'POST' && z.safeParse(schemas.json, {}).success
  return {
    requestBody: {
      required: !mayBeAbsent,
      content: {
        'application/json': { schema },
        ...(description.takesForm ? { 'application/x-www-form-urlencoded': { schema } } : {}),
      },
    },
  }
}

function answers(facts: RouteFacts, toJson: ToJson, isDeprecated: boolean) {
  return Object.fromEntries(
    Object.entries(facts.description.answers).map(([status, schema]) => [
      status,
      {
        description: facts.description.summary,
        headers: answerHeaders(facts, isDeprecated),
        ...contentOf(schema, facts, toJson),
      },
    ]),
  )
}

function contentOf(schema: z.core.$ZodType | null, { description: { file } }: RouteFacts, toJson: ToJson) {
  if (!schema && !file) return {}
  return {
    content: {
      ...(schema ? { 'application/json': { schema: answerJson(schema, toJson) } } : {}),
      ...(file ? { [file]: { schema: { type: 'string' } } } : {}),
    },
  }
}

function answerJson(schema: z.core.$ZodType, toJson: ToJson): Json {
  const json = toJson(schema, 'output')
  const words = 'access_limited' in (json.properties ?? {}) ? (path: string) => listWords[path] : wordsOfShape('')
  describeFields(json, words)
  return json
}

function refusals(facts: RouteFacts, { toJson, responses }: DocumentParts) {
  const { isOauth } = facts.description
  const schema = toJson(isOauth ? OAuthErrorBody : ErrorBody, 'output')
  return Object.fromEntries(
    [...refusalsOf(facts)].map(([status, types]) => {
      const isStale = types.includes('quote_stale')
      const isTaken = types.includes('slot_taken')
      const ownBody = status < 429 && status !== 401 ? facts.description.errorBody : undefined
      const extended = ownBody ?? (isStale ? StaleQuoteBody : isTaken ? SlotTakenBody : null)
      const response = refusalResponse(status, types, facts, extended ? toJson(extended, 'output') : schema)
      const name =
        isOauth || facts.perMinute !== null || types.length > 2 || extended ? null : types.map(pascal).join('Or')
      if (name === null || status === 402) return [status, response]
      responses[name] = response
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}
