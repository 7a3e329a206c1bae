import type { Json } from './json-schemas.ts'

/** A field's description in one line, an example, and what its schema lacks: a format, a closed list or a limit. */
export type FieldWords = string | readonly [words: string, example: unknown, rules?: Json]
/** The fields of a schema by path: `amount`, `restrictions.minimum_items`, `answers[].value`. */
export type ShapeWords = Record<string, FieldWords>

/** Writes the descriptions into a schema. A test finds fields without a description. */
export function describeFields(
  json: Json,
  wordsOf: (path: string, field: Json) => FieldWords | undefined,
  path = '',
): void {
  for (const choice of json.anyOf ?? []) describeFields(choice, wordsOf, path)
  if (json.items) describeFields(json.items, wordsOf, `${path}[]`)
  if (isSchema(json['additionalProperties'])) describeFields(json['additionalProperties'], wordsOf, `${path}.*`)
  for (const [name, field] of Object.entries(json.properties ?? {})) {
    const fieldPath = path === '' ? name : `${path}.${name}`
    describeField(field, wordsOf(fieldPath, field))
    if (!field.$ref) describeFields(field, wordsOf, fieldPath)
  }
}

export const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

export function describeField(field: Json, words: FieldWords | undefined): void {
  if (words === undefined) return
  const [description, example, rules] = typeof words === 'string' ? [words] : words
  Object.assign(field, { description }, rules, example === undefined ? {} : { examples: [example] })
  addExample(field)
}

const exampleOfFormat: Record<string, string> = {
  'date-time': '2027-07-05T13:00:00.000Z',
  date: '2027-07-05',
  email: 'maya@example.com',
  uri: 'https://lakeside.example/camps',
  'uri-reference': '/pg/lakeside',
}
/** Examples of the patterns that many schemas share. A pattern has the first example that matches it. */
const examplesOfPatterns = [
  'lakeside',
  '09:00',
  'CAD',
  'CA',
  '2027-07',
  'P14D',
  '#0b7a75',
  '2027-07-05T09:00',
  'CA-ON',
  '123456789012345',
  'GTM-ABC1234',
]

/** A field with a format or a pattern, but no example of its own, has the example of its shape. */
function addExample(field: Json): void {
  if (field['examples'] || (field['default'] ?? null) !== null || field.enum || field.const !== undefined) return
  const example = shapeExample(field)
  if (example !== undefined) field['examples'] = [example]
}

/** The example of a schema's format or pattern, where one of the table fits. */
function shapeExample({ format, pattern }: Json): string | undefined {
  const fits = (text: string) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  const ofFormat = exampleOfFormat[String(format)]
  if (ofFormat !== undefined) return fits(ofFormat) ? ofFormat : undefined
  return pattern === undefined ? undefined : examplesOfPatterns.find(fits)
}

const instantName = /_at$|^(?:created|updated|published|timestamp|last_login|redeemed|redeem_after|redeem_before)$/
const addressName = /(?:^|_)url$/

/** The format of a string in a response by the field's name, which means the same in every schema. */
export function formatByName(name: string, field: Json): Json {
  if (![field.type].flat().includes('string') || field.enum || field['format'] || field['pattern']) return {}
  if (instantName.test(name)) return { format: 'date-time' }
  if (addressName.test(name)) return { format: 'uri-reference' }
  return /(?:^|_)email$/.test(name) ? { format: 'email' } : {}
}
