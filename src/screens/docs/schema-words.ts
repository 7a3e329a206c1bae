type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The type of a schema in one short line: `string`, `Money`, `list of Order`, `"card" | "offline"`, `integer or null`. */
export function typeWords(schema: unknown): string {
  if (!isSchema(schema)) return 'anything'
  if (typeof schema['$ref'] === 'string') return schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' | ')
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
  if (choices.length > 0) return [...new Set(choices.map(typeWords))].join(' or ')
  const rows = isSchema(schema['properties']) ? schema['properties']['data'] : undefined
  if (isSchema(rows) && rows['type'] === 'array') return `page of ${typeWords(rows['items'])}`
  if (schema['type'] === 'array') return `list of ${typeWords(schema['items'])}`
  if (Array.isArray(schema['type'])) return schema['type'].join(' or ')
  if (typeof schema['type'] !== 'string') return 'anything'
  const rules = [schema['format'], boundsOf(schema)].filter((each) => typeof each === 'string' && each !== '')
  return rules.length > 0 ? `${schema['type']} (${rules.join(', ')})` : schema['type']
}

/** The bounds in words: `0 to 100`, `at most 40 characters`. Empty without bounds. */
function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  if (typeof maxLength === 'number')
    return typeof minLength === 'number' && minLength > 1
      ? `${minLength}–${maxLength} characters`
      : `≤ ${maxLength} characters`
  if (typeof minimum === 'number' && typeof maximum === 'number') return `${minimum}–${maximum}`
  if (typeof maximum === 'number') return `≤ ${maximum}`
  return typeof minimum === 'number' ? `≥ ${minimum}` : ''
}

export type FieldLine = {
  name: string
  type: string
  isRequired: boolean
  description: string | null
  example: string | null
}

/**
 * The fields of an object or of a list's objects, one line each, by path (`[]` for a list). `named` holds the schemas for `$ref`.
 * A schema without fields has no line.
 */
export function fieldLines(schema: unknown, named: Record<string, Schema> = {}): FieldLine[] {
  if (!isSchema(schema)) return []
  const reference =
    typeof schema['$ref'] === 'string' ? named[schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1)] : undefined
  return linesInside(reference ?? schema, '')
}

function linesInside(schema: Schema, path: string): FieldLine[] {
  const required = new Set(listOf(schema['required']))
  const fields = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})
  return [
    ...fields.flatMap(([name, field]) => {
      const fieldPath = path === '' ? name : `${path}.${name}`
      const line = fieldLine(field, { name: fieldPath, isRequired: required.has(name) })
      return isSchema(field) && !('$ref' in field) ? [line, ...linesInside(field, fieldPath)] : [line]
    }),
    ...(isSchema(schema['items']) ? linesInside(schema['items'], `${path}[]`) : []),
    ...listOf(schema['anyOf']).flatMap((choice) => (isSchema(choice) ? linesInside(choice, path) : [])),
  ]
}

export function fieldLine(field: unknown, line: { name: string; isRequired: boolean }): FieldLine {
  const [example] = isSchema(field) ? listOf(field['examples']) : []
  return {
    ...line,
    type: typeWords(field),
    description: isSchema(field) && typeof field['description'] === 'string' ? field['description'] : null,
    example: example === undefined ? null : JSON.stringify(example),
  }
}
