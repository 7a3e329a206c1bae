import { resolve, type Schema } from '../../functions/test-bench/matches-schema.ts'
import type { HttpClient } from '../../functions/test-bench/http-client.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  explode?: boolean
  schema: Schema
}
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  caller: 'anyone' | 'customer' | 'organiser'
  answers: Record<string, Schema | null>
}
export type ApiDocument = { document: unknown; operations: Operation[] }

type Described = {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  security?: Record<string, unknown>[]
  responses: Record<string, { $ref?: string; content?: { 'application/json'?: { schema: Schema } } }>
}

/** Every call in a running site's own OpenAPI document, so that a new route is included automatically. */
export async function readOperations(request: HttpClient): Promise<ApiDocument> {
  const document = (await request('/api/openapi.json')).body as { paths: Record<string, Record<string, Described>> }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(document, `${method.toUpperCase()} ${path}`, described),
    ),
  )
  if (operations.length < 40) throw new Error(`The document has ${operations.length} calls only.`)
  return { document, operations }
}

function operationOf(
  document: unknown,
  route: string,
  { parameters = [], requestBody, security = [], responses }: Described,
): Operation {
  const [method = '', path = ''] = route.split(' ')
  const caller = security.some((each) => 'basic' in each)
    ? 'organiser'
    : security.some((each) => 'bearer' in each) && !security.some((each) => Object.keys(each).length === 0)
      ? 'customer'
      : 'anyone'
  const whole = <Part extends { $ref?: string }>(part: Part): Part =>
    part.$ref ? (resolve(part.$ref, document) as unknown as Part) : part
  const answers = Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      whole(response).content?.['application/json']?.schema ?? null,
    ]),
  )
  const body = requestBody?.content['application/json']?.schema
  return { method, path, parameters, body: body ? whole(body) : null, caller, answers }
}

export const routeOf = ({ method, path }: Operation): string => `${method} ${path}`

/** A parameter's text parsed by its schema as a number, a boolean or a list; the text itself when it is invalid. */
export function readParameter(values: string[], { schema, explode = true }: Parameter): unknown {
  const texts = explode ? values : values.flatMap((value) => (value === '' ? [] : value.split(',')))
  if (schema.type === 'array') return texts.map((text) => readText(text, schema.items ?? {}))
  return values.length === 1 ? readText(values[0] ?? '', schema) : values
}

function readText(text: string, { type }: Schema): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
}
