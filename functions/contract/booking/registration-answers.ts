import * as z from 'zod/mini'
import { AnswerValue } from './registration.ts'

/**
 * Who changed answers: a customer with their name, the organisation, or the site itself. Staff see the name of the member;
 * the family does not.
 */
const ChangedBy = z.strictObject({
  type: z.enum(['customer', 'organiser', 'system']),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
})

/** The answers of a registration, and every change of them while it was booked, the newest first. */
export const RegistrationAnswers = z.strictObject({
  object: z.literal('registration_answers'),
  registration_id: z.string(),
  /** Until when the caller can change them; null when they cannot. */
  answers_until: z.nullable(z.string()),
  answers: z.array(z.strictObject({ field_id: z.string(), title: z.string(), value: AnswerValue })),
  changes: z.array(
    z.strictObject({
      changed_at: z.string(),
      changed_by: ChangedBy,
      answers: z.array(
        z.strictObject({ field_id: z.string(), title: z.string(), before: AnswerValue, after: AnswerValue }),
      ),
    }),
  ),
})
export type RegistrationAnswers = z.infer<typeof RegistrationAnswers>
