import * as z from 'zod/mini'
import { code, Language, line } from '../field-rules.ts'

export const insightTypes = ['login', 'sign_up'] as const
export type InsightType = (typeof insightTypes)[number]
/** Days for which insight events are stored. */
export const insightDays = 90

/** Properties of an event that are stored; none of them identifies a person. */
const storedProps = {
  language: z.nullish(Language),
  /** Whether the form was sent by JavaScript or by the browser itself. */
  form: z.nullish(z.enum(['script', 'plain'], { error: code('invalid_option') })),
}

/** Maximum number of properties that an event may have. */
export const maxInsightProperties = 10
const isSmall = (props: object) =>
  Object.keys(props).length <= maxInsightProperties && Object.keys(props).every((name) => name.length <= 40)

/** Properties as a client sends them: a few short values. Only `language` and `form` are stored. */
export const InsightProperties = z
  .catchall(
    z.object(storedProps),
    z.nullable(z.union([z.string().check(z.maxLength(100, code('too_long'))), z.number(), z.boolean()])),
  )
  .check(z.refine(isSmall, code('out_of_range')))

/** Body of POST insights/events. */
export const InsightRequest = z.strictObject({
  url: line(2048),
  type: z.enum(insightTypes, { error: code('invalid_option') }),
  props: z.nullish(InsightProperties),
})
export type InsightRequest = z.infer<typeof InsightRequest>

/** The accepted event; a browser that opts out of tracking gets the same response. */
export const InsightEvent = z.strictObject({
  object: z.literal('insight_event'),
  url: z.string(),
  type: z.enum(insightTypes),
  props: z.strictObject({ language: z.nullable(Language), form: z.nullable(z.enum(['script', 'plain'])) }),
})
export type InsightEvent = z.infer<typeof InsightEvent>
