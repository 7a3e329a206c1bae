import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { describeApi } from '../api-description.ts'
import { mismatches, type Schema } from '../test-bench/matches-schema.ts'
import { isSchema } from './field-words.ts'
import type { Json } from './json-schemas.ts'
import { deprecatedRoutes, operationWords } from './words/operations.ts'

type Operation = {
  summary?: string
  description?: string
  parameters: { name: string; in: string; description?: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: object; content?: Record<string, { schema: Json }> }
  >
}
const document = JSON.parse(JSON.stringify(describeApi(api))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Operation['responses'][string]> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
)
const responseOf = (operation: Operation, status: number) => {
  const response = operation.responses[status]
  return response?.$ref ? document.components.responses[response.$ref.replace(/^.*\//, '')] : response
}

/** Every field of a schema with its path. */
function fieldsOf(json: Json, path: string): [string, Json][] {
  return [
    ...(json.anyOf ?? []).flatMap((choice) => fieldsOf(choice, path)),
    ...(json.items ? fieldsOf(json.items, `${path}[]`) : []),
    ...(isSchema(json['additionalProperties']) ? fieldsOf(json['additionalProperties'], `${path}.*`) : []),
    ...Object.entries(json.properties ?? {}).flatMap(([name, field]): [string, Json][] => [
      [`${path}.${name}`, field],
      ...fieldsOf(field, `${path}.${name}`),
    ]),
  ]
}
const contents = operations.flatMap(({ route, operation }) =>
  [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
    Object.values(part?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, route)),
  ),
)
const fields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name)),
  ...contents,
]
const parameters = operations.flatMap(({ route, operation }) =>
  operation.parameters.map((parameter): [string, (typeof operation.parameters)[number]] => [
    `${route} ${parameter.name}`,
    parameter,
  ]),
)

describe('T2: the descriptions of the API', () => {
  it('every field has a one-line description', () => {
    expect(fields.length).toBeGreaterThan(900)
    expect(
      fields.filter(([, { description }]) => !/^[^\n]{5,400}$/.test(description ?? '')).map(([path]) => path),
    ).toEqual([])
  })

  it('every call has a heading that no other call of its version has', () => {
    const headings = operations.map(({ route, operation }) => `${/ \/(v\d+)\//.exec(route)?.[1]} ${operation.summary}`)
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([])
    expect(operations.filter(({ operation }) => !operation.summary || !operation.description)).toEqual([])
  })

  it('every parameter has a one-line description', () => {
    expect(parameters.length).toBeGreaterThan(250)
    expect(
      parameters.filter(([, { description }]) => !/^[^\n]{5,400}$/.test(description ?? '')).map(([path]) => path),
    ).toEqual([])
  })

  it('every example satisfies its own rules', () => {
    const input = [...fields, ...parameters.map(([path, { schema }]): [string, Json] => [path, schema])].filter(
      ([, field]) => field['examples'],
    )
    expect(input.length).toBeGreaterThan(700)
    const faults = input.flatMap(([path, field]) =>
      (field['examples'] as unknown[]).flatMap((example) => mismatches(example, field as Schema, document, path)),
    )
    expect(faults).toEqual([])
  })

  it('every field and parameter with a format or a pattern has an example', () => {
    const shaped = [...fields, ...parameters.map(([path, { schema }]): [string, Json] => [path, schema])].filter(
      ([, field]) => (field['format'] ?? field['pattern']) && field['format'] !== 'binary' && !field.enum,
    )
    expect(shaped.length).toBeGreaterThan(300)
    expect(shaped.filter(([, field]) => !field['examples'] && !field['default']).map(([path]) => path)).toEqual([])
  })

  it('no schema has a limit that was not written', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('every enum lists its values', () => {
    const listed = (path: string) => {
      const json = fields.find(([each]) => each === path)?.[1]
      return json?.enum ?? json?.items?.enum
    }
    expect(listed('Error.type')).toEqual(expect.arrayContaining(['sold_out', 'quote_stale', 'insufficient_funds']))
    expect(listed('PayOrderRequest.checkout_method')).toEqual(['card', 'offline', 'free'])
    const ofParameter = (path: string) => parameters.find(([each]) => each === path)?.[1].schema
    expect(ofParameter('GET /v1/explore/events status')).toMatchObject({
      type: 'array',
      items: { enum: ['upcoming', 'ongoing', 'ended', 'cancelled'] },
    })
    expect(ofParameter('GET /v1/explore/events limit')).toMatchObject({
      type: 'integer',
      minimum: 0,
      maximum: 100,
      default: 20,
    })
    expect(ofParameter('GET /v1/explore/events online_event')).toMatchObject({ type: 'boolean' })
  })

  it('the description of every input names its limits', () => {
    const rules = (path: string) => fields.find(([each]) => each === path)?.[1]
    expect(rules('SignupRequest.first_name')).toMatchObject({ minLength: 1, maxLength: 40 })
    expect(rules('SignupRequest.password')).toMatchObject({ minLength: 8, maxLength: 128 })
    expect(rules('SignupRequest.email')).toMatchObject({ format: 'email', maxLength: 254 })
    expect(rules('AddAttendeeRequest.date_of_birth')).toMatchObject({ format: 'date' })
    expect(rules('OrderItemInput.quantity')).toMatchObject({ minimum: 1, maximum: 50 })
  })

  it('every call lists its error responses: 405, 413, 415 and 429 with Retry-After', () => {
    for (const { route, operation } of operations) {
      expect(responseOf(operation, 405)?.headers, route).toHaveProperty('Allow')
      expect(responseOf(operation, 429)?.headers, route).toHaveProperty('Retry-After')
      if (route !== 'GET /health') expect(responseOf(operation, 503)?.headers, route).toHaveProperty('Retry-After')
      const isWrite = !route.startsWith('GET ')
      expect(
        [413, 415].map((status) => responseOf(operation, status) !== undefined),
        route,
      ).toEqual([isWrite, isWrite])
    }
    const signup = operations.find(({ route }) => route === 'POST /v1/signup')?.operation
    expect(signup && responseOf(signup, 429)?.description).toContain('At most 100 calls a minute')
    expect(signup && responseOf(signup, 400)?.description).toContain('`password_too_common`')
  })

  it('the error 409 quote_stale contains the current quote', () => {
    expect(fields.map(([path]) => path)).toEqual(
      expect.arrayContaining(['StaleQuoteError.quote', 'StaleQuoteError.cancellation']),
    )
  })

  it('every description belongs to an existing call', () => {
    const routes = operations.map(({ route }) => route)
    expect([...Object.keys(operationWords), ...deprecatedRoutes].filter((route) => !routes.includes(route))).toEqual([])
  })

  it('T4: the OAuth 2 calls describe the bodies that they take, with the fields of RFC 6749', () => {
    const form = 'application/x-www-form-urlencoded'
    for (const [path, types] of [
      ['/v1/oauth/token', ['application/json', form]],
      ['/v1/oauth/revoke', ['application/json', form]],
      ['/v1/token/refresh', ['application/json']],
    ] as const) {
      const operation = document.paths[path]?.['post']
      expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(types)
      expect(operation?.responses['400']?.content?.['application/json']?.schema.$ref).toMatch(/OAuthError$/)
    }
    expect(document.components.schemas['OAuthError']?.properties).toMatchObject({
      error: { enum: expect.arrayContaining(['invalid_grant', 'invalid_request']) },
      error_description: { type: 'string' },
    })
  })
})
