import type { Schema } from '../../functions/test-bench/matches-schema.ts'
import type { HttpClient } from '../../functions/test-bench/http-client.ts'

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
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
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>
}

/** Every call of a running site as its own document describes it: a new route is in it without a line here. */
export async function readOperations(request: HttpClient): Promise<ApiDocument> {
  const document = (await request('/api/openapi.json')).body as { paths: Record<string, Record<string, Described>> }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
  )
  if (operations.length < 40) throw new Error(`The document has ${operations.length} calls only.`)
  return { document, operations }
}

function operationOf(
  method: string,
  path: string,
  { parameters = [], requestBody, security = [], responses }: Described,
): Operation {
  const caller = security.some((each) => 'basic' in each)
    ? 'organiser'
    : security.some((each) => 'bearer' in each)
      ? 'customer'
      : 'anyone'
  const answers = Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => [status, content?.['application/json']?.schema ?? null]),
  )
  return { method, path, parameters, body: requestBody?.content['application/json'].schema ?? null, caller, answers }
}

export const routeOf = ({ method, path }: Operation): string => `${method} ${path}`
