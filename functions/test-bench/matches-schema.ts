/** The part of JSON Schema that our document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  format?: string
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** The differences between a value and a schema of the document, as sentences with the path; empty when it matches. */
export function mismatches(value: unknown, schema: Schema, document: unknown, index = '$'): string[] {
  if (schema.$ref) return mismatches(value, resolve(schema.$ref, document), document, index)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const attempts = choices.map((each) => mismatches(value, each, document, index))
    return attempts.some((faults) => faults.length === 0)
      ? []
      : ([...attempts].sort((a, b) => a.length - b.length)[0] ?? [])
  }
  const faults = (schema.allOf ?? []).flatMap((each) => mismatches(value, each, document, index))
  if (schema.const !== undefined && value !== schema.const)
    faults.push(`${index} is ${JSON.stringify(value)} and not ${JSON.stringify(schema.const)}`)
  if (schema.enum && !schema.enum.includes(value))
    faults.push(`${index} is ${JSON.stringify(value)}, which is none of ${JSON.stringify(schema.enum)}`)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [...faults, `${index} is ${kindOf(value)} and not ${types.join(' or ')}`]
  const form = typeof value === 'string' ? forms[schema.format ?? ''] : undefined
  if (form && !form.test(value as string)) faults.push(`${index} is ${JSON.stringify(value)} and no ${schema.format}`)
  return [...faults, ...inside(value, schema, document, index)]
}

/** The differences between an input and its schema. Calls accept other forms of a date than the documented format. */
export const inputMismatches = (value: unknown, schema: Schema, document: unknown): string[] =>
  mismatches(value, withoutDateFormats(schema), withoutDateFormats(document as object))

const stripped = new WeakMap<object, object>()
function withoutDateFormats<Value extends object>(part: Value): Value {
  const known = stripped.get(part)
  if (known) return known as Value
  const text = JSON.stringify(part, (name, each: unknown) =>
    name === 'format' && (each === 'date' || each === 'date-time') ? undefined : each,
  )
  const copy = JSON.parse(text) as Value
  stripped.set(part, copy)
  return copy
}

/** The formats that are checked. */
const forms: Record<string, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/,
}

function inside(value: unknown, schema: Schema, document: unknown, at: string): string[] {
  if (Array.isArray(value)) {
    const isOfSize = value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? value.length)
    return [
      ...(isOfSize ? [] : [`${at} has ${value.length} items`]),
      ...(schema.items
        ? value.flatMap((each, index) => mismatches(each, schema.items as Schema, document, `${at}[${index}]`))
        : []),
    ]
  }
  if (typeof value === 'string') {
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
      return [`${at} does not match ${schema.pattern}`]
    // Spaces at both ends do not count for the length.
    return [...value.trim()].length > (schema.maxLength ?? Number.POSITIVE_INFINITY)
      ? [`${at} is longer than ${schema.maxLength}`]
      : []
  }
  if (typeof value === 'number')
    return value < (schema.minimum ?? value) || value > (schema.maximum ?? value) ? [`${at} is out of range`] : []
  if (typeof value !== 'object' || value === null) return []
  const existing = schema.properties ?? {}
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name} is missing`)
  const more = Object.entries(value).flatMap(([name, each]) => {
    if (Object.hasOwn(existing, name) && existing[name])
      return mismatches(each, existing[name], document, `${at}.${name}`)
    if (schema.additionalProperties === false) return [`${at}.${name} is not in the document`]
    return typeof schema.additionalProperties === 'object'
      ? mismatches(each, schema.additionalProperties, document, `${at}.${name}`)
      : []
  })
  return [...missing, ...more]
}

export function resolve(reference: string, document: unknown): Schema {
  const match = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (each, part) => (each as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
  if (!match) throw new Error(`The document has no ${reference}.`)
  return match as Schema
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return kindOf(value) === type
}
