import { resolve, type Schema } from '../../functions/test-bench/matches-schema.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

/** Ids and codes of the requesting family by the name of a field or parameter. */
export type KnownIds = ReadonlyMap<string, readonly string[]>

/** Valid values for fields with these names. Other fields use their schema alone. */
const examples: Record<string, readonly string[]> = {
  first_name: ['Ada', 'Léa', 'Zoë', "Sinéad O'Neil", '李', 'x'.repeat(40)],
  last_name: ['Roy', 'Smith-Jones', "D'Arcy", 'Ångström'],
  parent_name: ['Nadia Roy'],
  phone: ['416 555 0142', '+14165550142'],
  phones: ['416 555 0142', '+14165550199'],
  emergency_contact_phone: ['416 555 0199'],
  password: ['walrus kettle 7 violins', 'a quiet lake at dawn'],
  timezone: ['America/Toronto', 'UTC', 'Europe/Paris'],
  date_of_birth: ['2017-05-31', '2016-02-29', '1990-01-01'],
  health_card_number: ['1234 567 890'],
  picture_url: ['https://example.com/a.png'],
  website: ['https://example.com/'],
  goto: ['/pg/lakeside', '/'],
  return_url: ['/confirm-payment'],
  postcode: ['M5V 2T6'],
  region_short_code: ['CA-ON'],
  country_short_code: ['CA'],
  country: ['CA'],
  city: ['Toronto'],
  default_currency: ['CAD'],
  currency: ['CAD', 'cad'],
  reason: ['wrong_selection', 'illness', 'other'],
  status: ['cancelled', 'pending', 'published', 'paid', 'confirmed'],
  payment_source_id: ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired', '4242424242424242'],
  search: ['canoe', 'Lakeside camp', 'roy'],
  grant_type: ['refresh_token'],
  code: ['123456'],
  expand: ['items', 'payments', 'registrations'],
  place_name: ['Toronto'],
  venue_city: ['Toronto'],
  month: ['2027-07', '2027-03', '9999-12', '0000-01'],
  week: ['2027-W27', '2026-W53', '0000-W01', '9999-W52'],
  date: ['2027-07-05', '2027-11-07', '9999-12-31', '0000-01-01'],
  venue_context: ['CA', 'CA-ON'],
}
const words = [
  'CAD',
  'CA',
  'CA-ON',
  '1',
  '20',
  '100',
  'abc',
  'a-key',
  '2027-01-01',
  '2027-06-01T12:00:00Z',
  'P14D',
  '09:00',
  '#11696b',
  'x_1',
  'fr',
  'https://example.com/',
]

type ValidValueInput = { document: unknown; existing: KnownIds; choices: Choices; name?: string }

/** A value that fits its schema; an optional field is present in two of three values. */
export function validValue(schema: Schema, input: ValidValueInput): unknown {
  const { document, choices } = input
  if (schema.$ref) return validValue(resolve(schema.$ref, document), input)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return validValue(choices.chance(0.8) ? (variants[0] as Schema) : choices.pick(variants), input)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return choices.pick(schema.enum)
  const type = [schema.type].flat()[0]
  if (type === 'object') return validObject(schema, input)
  if (type === 'array')
    return Array.from(
      { length: Math.max(schema.minItems ?? 0, choices.below(Math.min(schema.maxItems ?? 3, 3) + 1)) },
      () => validValue(schema.items ?? {}, input),
    )
  if (type === 'string') return validText(schema, input)
  if (type === 'integer' || type === 'number') return validNumber(schema, choices)
  if (type === 'boolean') return choices.chance(0.5)
  return type === 'null' ? null : choices.pick(['anything', 7, null, { any: 'thing' }])
}

function validObject(schema: Schema, input: ValidValueInput): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || input.choices.chance(0.66))
      made[name] = validValue(property, { ...input, name })
  }
  return made
}

function validText(schema: Schema, { existing, choices, name = '' }: ValidValueInput): string {
  if (/email|username/.test(name))
    return choices.chance(0.3)
      ? (existing.get('email')?.[0] ?? 'ada@example.com')
      : `fuzz${choices.below(1e9)}@example.com`
  const candidates = [...(existing.get(name) ?? []), ...(examples[name] ?? [])]
  if (candidates.length > 0) return choices.pick(candidates)
  const { pattern } = schema
  const fitting = pattern === undefined ? words : words.filter((word) => new RegExp(pattern, 'u').test(word))
  return choices.pick(fitting.length > 0 ? fitting : ['x'])
}

// The ends of a range are as valid as its middle, and bugs are more common there.
function validNumber({ minimum = 0, maximum = 1000 }: Schema, choices: Choices): number {
  return choices.pick([
    minimum,
    maximum,
    Math.max(minimum, 1),
    Math.max(minimum, Math.min(maximum, choices.below(100))),
  ])
}
