import * as z from 'zod/mini'
import * as rules from '../contract/field-rules.ts'
import { shapeNameOf, inputNames, outputNames } from './shapes.ts'

/** The part of JSON Schema that the document uses. */
export type Json = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  enum?: unknown[]
  const?: unknown
  [key: string]: unknown
}

/** The JSON Schema of custom rules by the rule object. */
const bySchema = new Map<unknown, Json>([
  [rules.Email, { format: 'email' }],
  [rules.Day, { format: 'date' }],
  [rules.WebUrl, { format: 'uri', maxLength: 2048 }],
  [rules.WebsiteUrl, { format: 'uri', maxLength: 2048 }],
  [rules.PictureUrl, { format: 'uri-reference', maxLength: 2048 }],
  [rules.OptionalPictureUrl, { format: 'uri-reference', maxLength: 2048 }],
  [rules.Id, { pattern: '^[A-Za-z0-9_-]{1,80}$' }],
  [rules.ProgramId, { pattern: '^[a-z0-9][a-z0-9-]{1,62}$' }],
  [rules.Key, { pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' }],
  [rules.Timezone, { maxLength: 64 }],
  [rules.Phone, { maxLength: 40 }],
])

type Check = { _zod: { def: { check: string; params?: { maximum?: number }; error?: (issue: object) => unknown } } }

/** Adds the limits of custom checks, and removes defaults that no schema sets. */
function addRules({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  const json = jsonSchema as Json
  const { checks = [] } = (zodSchema as { _zod: { def: { checks?: Check[] } } })._zod.def
  for (const { _zod } of json['type'] === 'string' ? checks : []) {
    const { check, params, error } = _zod.def
    if (check !== 'custom') continue
    if (params?.maximum !== undefined) json['maxLength'] = params.maximum
    const code = error?.({})
    if (code === 'required') json['minLength'] ??= 1
    if (code === 'too_short') json['minLength'] = 8
  }
  Object.assign(json, bySchema.get(zodSchema))
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
}

export type ToJson = ReturnType<typeof jsonSchemas>['toJson']

/** Turns the contract's schemas into JSON Schema. Named schemas are collected separately. */
export function jsonSchemas() {
  const components: Record<string, Json> = {}

  function collect(name: string, json: Json): void {
    const before = components[name]
    if (before && JSON.stringify(before) !== JSON.stringify(json))
      throw new Error(`${name} is one thing in requests and another in answers: give each a name in shapes.ts.`)
    components[name] = json
  }

  function toJson(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
      io,
      metadata: io === 'input' ? inputNames : outputNames,
      unrepresentable: 'any',
      override: addRules,
    }) as Json & { $defs?: Record<string, Json> }
    for (const [name, part] of Object.entries($defs ?? {})) collect(name, tidy(part))
    const name = shapeNameOf(schema, io)
    if (name === null || json.$ref) return tidy(json)
    collect(name, tidy(json))
    return { $ref: `#/components/schemas/${name}` }
  }

  return { components, toJson }
}

// Simplifies "one schema or null" to a nullable type where possible, and "any value" to an empty schema.
function tidy(json: Json): Json {
  const whole = Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => key !== 'id' && key !== 'propertyNames')
      .map(([key, value]) => [key, tidyPart(key, value)]),
  ) as Json
  if (whole.$ref) return { ...whole, $ref: whole.$ref.replace('#/$defs/', '#/components/schemas/') }
  const [first, second, ...more] = whole.anyOf ?? []
  if (first === undefined || more.length > 0) return whole
  const { anyOf, ...rest } = whole
  if (Object.keys(first).length === 0) return rest
  const isOrNull = second?.type === 'null' && typeof first.type === 'string' && !('const' in first)
  if (!isOrNull) return whole
  return {
    ...first,
    ...rest,
    type: [first.type as string, 'null'],
    ...(first.enum ? { enum: [...first.enum, null] } : {}),
  }
}

function tidyPart(key: string, value: unknown): unknown {
  if (key === 'properties' || key === '$defs')
    return Object.fromEntries(Object.entries(value as Record<string, Json>).map(([name, part]) => [name, tidy(part)]))
  if (key === 'anyOf' || key === 'allOf') return (value as Json[]).map(tidy)
  return (key === 'items' || key === 'additionalProperties') && typeof value === 'object' ? tidy(value as Json) : value
}
