import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { ProgramFile } from '../../contract/organisation/organiser.ts'
import { nearestName } from './nearest-name.ts'
import { refusalOfIssues } from './validate.ts'

const mistakes = (schema: z.core.$ZodType, input: unknown, language: 'en' | 'fr' = 'en') => {
  const read = z.safeParse(schema, input)
  if (read.success) return []
  const { errors = [] } = refusalOfIssues(read.error.issues, input, { target: 'json', language, schema }).detail
  return errors.map(({ param, message }) => `${param}: ${message}`)
}

describe('the suggestion for an unknown field', () => {
  it.each([
    ['evnts', 'events'],
    ['spot_total', 'spots_total'],
    ['spotsTotal', 'spots_total'],
    ['Names', 'name'],
    ['cots', 'cost'],
    ['id', null],
    ['x'.repeat(10_000), null],
  ])('the unknown field %s gets the suggestion %s', (written, meant) =>
    expect(nearestName(written, ['events', 'spots_total', 'name', 'cost'])).toBe(meant),
  )

  it("the suggestion is in the reader's language at any depth", () => {
    const kinds = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('visit'), amount: z.optional(z.int()) }),
      z.strictObject({ kind: z.literal('money'), cost: z.optional(z.int()) }),
    ])
    const schema = z.strictObject({ events: z.optional(z.array(z.nullable(z.strictObject({ price: kinds })))) })
    const input = { events: [{ price: { kind: 'money', csot: 1 } }] }
    expect(mistakes(schema, input)).toEqual(['events[0].price.csot: Unknown parameter. Did you mean cost?'])
    expect(mistakes(schema, { evnets: [] }, 'fr')).toEqual([
      'evnets: Paramètre inconnu. Vouliez-vous dire events\u00a0?',
    ])
    expect(mistakes(schema, { colour: 'red' })).toEqual(['colour: Unknown parameter. Allowed: events.'])
  })

  it('an unknown field of a program file is answered with the closest name', () =>
    expect(mistakes(ProgramFile, { pogram: 'x' })).toContain('pogram: Unknown parameter. Did you mean program?'))
})

it('the error for an unknown enum value lists the values', () => {
  const schema = z.strictObject({ type: z.enum(['camp', 'class']) })
  expect(mistakes(schema, { type: 'kamp' })).toEqual(['type: Allowed: camp, class.'])
  expect(mistakes(schema, { type: 'kamp' }, 'fr')).toEqual(['type: Valeurs permises\u00a0: camp, class.'])
  expect(mistakes(schema, { type: '' })).toEqual(['type: Field is required.'])
})
