import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

type Operation = {
  requestBody?: { content: Record<string, { schema: object }> }
  'x-query'?: object
}
type Description = {
  info: Record<string, string>
  paths: Record<string, Record<string, Operation>>
  /** Every kind of `next_action` that an intent may have. */
  'x-next-actions': Record<'payment_intent' | 'setup_intent', string[]>
}

/** Stripe's published API description of the requests that the adapter sends, from the official library. */
export const apiDescription = JSON.parse(
  readFileSync(new URL('api-description.json', import.meta.url), 'utf8'),
) as Description

/** A refusal in the format of Stripe's errors. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['message'] ?? body['code']))
    this.status = status
    this.body = body
  }
}

const ajv = new Ajv({ coerceTypes: true, allErrors: true, strict: false })
const validators = new Map<object, ValidateFunction>()

/**
 * The faults of a request by Stripe's API description, one line each; empty for a valid request. `sent` is replaced by
 * its parsed values.
 */
export function requestFaults(method: string, path: string, sent: Record<string, unknown>): string[] {
  const operation = operationOf(method, path)
  if (!operation) return [`${method} ${path} is not described`]
  const schema = operation['x-query'] ?? operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  if (!schema) return [`${method} ${path} has no parameters described`]
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  if (validate(sent)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${method} ${path}: ${instancePath || 'the parameters'} ${message} ${JSON.stringify(params)}`,
  )
}

/** The described operation for a path; a literal path takes precedence over one with a parameter. */
function operationOf(method: string, path: string): Operation | undefined {
  const own = apiDescription.paths[path]?.[method.toLowerCase()]
  if (own) return own
  const form = Object.keys(apiDescription.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return form === undefined ? undefined : apiDescription.paths[form]?.[method.toLowerCase()]
}

/** Form fields as Stripe parses them: `a[b]` is a part of a, `a[0]` the first element of a list. */
export function decodeForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let at = root
    for (const part of path) {
      at[part] ??= {}
      at = at[part] as Record<string, unknown>
    }
    at[last] = value
  }
  return listsOf(root) as Record<string, unknown>
}

function listsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, listsOf(part)] as const)
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}
