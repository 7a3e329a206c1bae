import * as z from 'zod/mini'
import { code, Language, line } from '../field-rules.ts'

export const insightTypes = ['login', 'sign_up'] as const
export type InsightType = (typeof insightTypes)[number]
/** How long what happened is kept. */
export const insightDays = 90

/** What may be said of an event: nothing that tells who it was. */
export const InsightProps = z.strictObject({
  language: z.nullish(Language),
  /** Whether the form was sent by script or by the browser itself. */
  form: z.nullish(z.enum(['script', 'plain'], { error: code('invalid_option') })),
})
export type InsightProps = z.infer<typeof InsightProps>

/** Body of POST insights/events. */
export const InsightRequest = z.strictObject({
  url: line(2048),
  type: z.enum(insightTypes, { error: code('invalid_option') }),
  props: z.nullish(InsightProps),
})
export type InsightRequest = z.infer<typeof InsightRequest>

/** What was understood of an event; a browser that asks not to be tracked gets the same answer. */
export const InsightEvent = z.strictObject({
  object: z.literal('insight_event'),
  url: z.string(),
  type: z.enum(insightTypes),
  props: z.strictObject({ language: z.nullable(Language), form: z.nullable(z.enum(['script', 'plain'])) }),
})
export type InsightEvent = z.infer<typeof InsightEvent>
