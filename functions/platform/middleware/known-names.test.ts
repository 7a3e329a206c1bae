import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { ProgramFile } from '../../contract/organisation/organiser.ts'
import { nearestName } from './known-names.ts'
import { refusalOfIssues } from './validate.ts'

const mistakes = (schema: z.core.$ZodType, input: unknown, language: 'en' | 'fr' = 'en') => {
  const read = z.safeParse(schema, input)
  if (read.success) return []
  const { errors = [] } = refusalOfIssues(read.error.issues, input, { target: 'json', language, schema }).detail
  return errors.map(({ param, message }) => `${param}: ${message}`)
}

describe('a field that is not known', () => {
  it.each([
    ['evnts', 'events'],
    ['spot_total', 'spots_total'],
    ['spotsTotal', 'spots_total'],
    ['Names', 'name'],
    ['cots', 'cost'],
    ['id', null],
    ['x'.repeat(10_000), null],
  ])('%s is taken for %s', (written, meant) =>
    expect(nearestName(written, ['events', 'spots_total', 'name', 'cost'])).toBe(meant),
  )

  it('is answered with what was probably meant, at any depth, in the language of the reader', () => {
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

  it('of a program file is answered with its neighbour', () =>
    expect(mistakes(ProgramFile, { pogram: 'x' })).toContain('pogram: Unknown parameter. Did you mean program?'))
})

it('a value that is not one of a few is answered with all of them, an empty one with what is missing', () => {
  const schema = z.strictObject({ type: z.enum(['camp', 'class']) })
  expect(mistakes(schema, { type: 'kamp' })).toEqual(['type: Allowed: camp, class.'])
  expect(mistakes(schema, { type: 'kamp' }, 'fr')).toEqual(['type: Valeurs permises\u00a0: camp, class.'])
  expect(mistakes(schema, { type: '' })).toEqual(['type: Field is required.'])
})
