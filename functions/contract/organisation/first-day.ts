import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { firstStepStatuses, ofEachStep } from '../states/first-step-states.ts'

/** The steps of a new owner from nothing to a camp on sale, in their order. */
export const firstStepNames = ['brand', 'payment', 'place', 'camp', 'look'] as const
export type FirstStepName = (typeof firstStepNames)[number]

/** A step of the first day. `event_id` is the draft in which it goes on; null for a step without one. */
export const FirstStep = z.strictObject({
  name: z.enum(firstStepNames),
  status: z.enum(firstStepStatuses),
  event_id: z.nullable(z.string()),
})
export type FirstStep = z.infer<typeof FirstStep>

/** The first day of a program. It is over once something was on sale, or no step is open. */
export const FirstDay = z.strictObject({
  object: z.literal('first_day'),
  program_id: z.string(),
  is_over: z.boolean(),
  steps: z.array(FirstStep),
})
export type FirstDay = z.infer<typeof FirstDay>

const decided = z.optional(z.enum(ofEachStep.statuses, { error: code('invalid_option') }))
/**
 * Body of PUT today/first_day: the steps that are skipped, or open again. Only the look as a parent is set to done; the
 * data shows it of the others.
 */
export const ChangeFirstDayRequest = z
  .strictObject({
    brand: decided,
    payment: decided,
    place: decided,
    camp: decided,
    look: z.optional(z.enum(firstStepStatuses, { error: code('invalid_option') })),
  })
  .check(z.refine((steps) => firstStepNames.some((name) => steps[name] !== undefined), code('required')))
export type ChangeFirstDayRequest = z.infer<typeof ChangeFirstDayRequest>
