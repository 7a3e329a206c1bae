import { type EventFacts, type FlagName, flagOf, type LimitName, type Limits, limitsOf } from '#contract/event-facts'
import type { Text } from './choose-language.ts'

/** The words of a flag: as a filter, and its answers, which the page of an event shows too. */
export type FlagText = { label: string; any: string; yes: string; no: string }
/** The words of a pair of limits: as a filter, one value, and the limits of an event. */
export type LimitText = {
  label: string
  any: string
  one: (value: number) => string
  range: (limits: Limits) => string
}

/** The texts of the facts, each with the name of its filter. */
export const flagTexts = ({ flags }: Text['explore']) => Object.entries<FlagText>(flags) as [FlagName, FlagText][]
export const limitTexts = ({ limits }: Text['explore']) => Object.entries<LimitText>(limits) as [LimitName, LimitText][]

/** The flags of an event in words; nothing where the organisation states none. */
export const flagWords = (event: EventFacts, text: Text['explore']): string[] =>
  flagTexts(text).flatMap(([name, words]) => {
    const is = flagOf(event, name)
    return is === null ? [] : [is ? words.yes : words.no]
  })

/** The limits of an event in words, for example its grades. */
export const limitWords = (event: EventFacts, text: Text['explore']): string[] =>
  limitTexts(text).flatMap(([name, { range }]) => {
    const limits = limitsOf(event, name)
    return limits.minimum === null && limits.maximum === null ? [] : [range(limits)]
  })
