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
  return typeof schema['format'] === 'string' ? `${schema['type']} (${schema['format']})` : schema['type']
}

export type FieldLine = { name: string; type: string; isRequired: boolean; description: string | null }

/** The fields of an object, one line each; empty for anything else. */
export function fieldLines(schema: unknown, named: Record<string, Schema> = {}): FieldLine[] {
  if (!isSchema(schema)) return []
  const reference =
    typeof schema['$ref'] === 'string' ? named[schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1)] : undefined
  if (reference) return fieldLines(reference)
  const required = new Set(listOf(schema['required']))
  return Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).map(([name, field]) => ({
    name,
    type: typeWords(field),
    isRequired: required.has(name),
    description: isSchema(field) && typeof field['description'] === 'string' ? field['description'] : null,
  }))
}
