import * as z from 'zod/mini'
import { code } from './field-rules.ts'

type FactRow = {
  schema: z.core.$ZodType
  /** Description and example for the API. */
  words: readonly [description: string, example: unknown]
  /** Description for the program file. */
  inFile: string
}

/** A fact that is true or false. */
export const trueOrFalse = z.boolean({ error: code('invalid_option') })
/** A fact that is a whole number. */
export const wholeNumber = (least: number, most: number) =>
  z
    .int({ error: code('invalid_integer') })
    .check(z.minimum(least, code('invalid_integer')), z.maximum(most, code('invalid_integer')))

/**
 * What an organisation may state about an event and lists can be filtered by. From a row come its field in the program
 * file and in the API with their descriptions, its words on pages, its condition and its count. A fact is a flag, or a
 * limit of a pair (`minimum_grade`, `maximum_grade`). Its column has the same name, and its filter is named after the
 * flag or the pair (`grade`).
 */
export const eventFacts = {
  indoor: {
    schema: trueOrFalse,
    words: ['Whether it takes place indoors; null where the organisation does not state it.', false],
    inFile: 'True for an event indoors, false for one outdoors. Left out: neither is stated.',
  },
  minimum_grade: {
    schema: wholeNumber(0, 12),
    words: ['Lowest school grade it is for, 0 for kindergarten; null without one.', 3],
    inFile: 'Lowest school grade, from 0 (kindergarten) to 12. Left out: no lowest grade.',
  },
  maximum_grade: {
    schema: wholeNumber(0, 12),
    words: ['Highest school grade it is for, 0 for kindergarten; null without one.', 6],
    inFile: 'Highest school grade, from 0 (kindergarten) to 12. Left out: no highest grade.',
  },
} as const satisfies Record<string, FactRow>

type Facts = typeof eventFacts
export type FactName = keyof Facts
export type FlagName = { [Name in FactName]: Facts[Name]['schema'] extends typeof trueOrFalse ? Name : never }[FactName]
export type LimitName = FactName extends infer Name ? (Name extends `minimum_${infer Limit}` ? Limit : never) : never
/** The facts of an event; null where the organisation states none. */
export type EventFacts = { [Name in FactName]: z.infer<Facts[Name]['schema']> | null }

const rows = Object.entries<FactRow>(eventFacts) as [FactName, FactRow][]
const each = <Value>(of: (row: FactRow) => Value) => Object.fromEntries(rows.map(([name, row]) => [name, of(row)]))

export const factNames: readonly FactName[] = rows.map(([name]) => name)
export const flagNames = rows.flatMap(([name, { schema }]) => (schema === trueOrFalse ? [name as FlagName] : []))
export const limitNames = factNames.flatMap((name) => (/^minimum_(\w+)/.exec(name)?.[1] ?? []) as LimitName[])
export const noFacts = each(() => null) as EventFacts

/** The facts in a row of the database, where a flag is 0 or 1. */
export const factsIn = (row: object): EventFacts =>
  Object.fromEntries(
    rows.map(([name, { schema }]) => {
      const value = (row as Record<string, unknown>)[name] ?? null
      return [name, value === null || schema !== trueOrFalse ? value : value === true || value === 1]
    }),
  ) as EventFacts

export type Limits = { minimum: number | null; maximum: number | null }
/** A flag of an event by its name. */
export const flagOf = (facts: EventFacts, name: string) =>
  ((facts as Record<string, unknown>)[name] ?? null) as boolean | null
/** The limits of a pair, for example of `grade`. */
export const limitsOf = (facts: EventFacts, name: string): Limits => {
  const limits = facts as Record<string, unknown>
  return {
    minimum: (limits[`minimum_${name}`] ?? null) as number | null,
    maximum: (limits[`maximum_${name}`] ?? null) as number | null,
  }
}

/** The facts as fields of the API. */
export const factFields = each(({ schema }) => z.nullable(schema)) as {
  [Name in FactName]: z.ZodMiniNullable<Facts[Name]['schema']>
}
/** The facts as fields of the program file. */
export const factFieldsOfFile = each(({ schema }) => z._default(z.nullable(schema), null)) as {
  [Name in FactName]: z.ZodMiniDefault<z.ZodMiniNullable<Facts[Name]['schema']>>
}
export const factWords = each(({ words }) => words)
export const factWordsOfFile: Record<string, string> = Object.fromEntries(
  rows.map(([name, { inFile }]) => [`events[].${name}`, inFile]),
)

const LimitChoices = z.strictObject({ minimum: z.nullable(z.int()), maximum: z.nullable(z.int()) })
const FlagCounts = z.strictObject({ yes: z.int(), no: z.int() })
/** The choices of the filters by facts: the number of events for each answer, or the lowest and highest limit. */
export const factChoices = {
  ...Object.fromEntries(flagNames.map((name) => [name, FlagCounts])),
  ...Object.fromEntries(limitNames.map((name) => [name, LimitChoices])),
} as { [Name in FlagName]: typeof FlagCounts } & { [Name in LimitName]: typeof LimitChoices }
/** The choices of a filter by a flag or by limits, by its name. */
export const flagChoice = (choices: object, name: string) =>
  (choices as Record<string, { yes: number; no: number }>)[name] ?? { yes: 0, no: 0 }
export const limitChoice = (choices: object, name: string): Limits =>
  (choices as Record<string, Limits>)[name] ?? { minimum: null, maximum: null }

export const factChoiceWords = Object.fromEntries([
  ...flagNames.flatMap((name) => [
    [name, 'Number of events for each answer.'],
    [`${name}.yes`, ['Number of events where it is so.', 4, { minimum: 0 }]],
    [`${name}.no`, ['Number of events where it is not so.', 2, { minimum: 0 }]],
  ]),
  ...limitNames.flatMap((name) => [
    [name, 'Limits that events state.'],
    [`${name}.minimum`, ['Lowest limit; null without one.', 1]],
    [`${name}.maximum`, ['Highest limit; null without one.', 8]],
  ]),
])
