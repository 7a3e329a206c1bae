import { boundToQuestion, openHealth, sealHealth } from '../../platform/sealing/health-seal.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { Bindings } from '../../platform/context.ts'
import type { StoredAnswer } from '../../platform/database/tables/registrations.ts'
import { isHealthQuestion } from '../../contract/people/attendee.ts'

type Keys = Pick<Bindings, 'HEALTH_KEY'>

/** The answers to store, with those about health sealed. A file answer keeps its id; the file itself is sealed. */
export const sealAnswers = (
  env: Keys,
  fields: readonly Field[],
  answers: readonly StoredAnswer[],
): Promise<StoredAnswer[]> =>
  Promise.all(
    answers.map(async (answer) => {
      const field = fields.find(({ id }) => id === answer.field_id)
      if (!field || field.type === 'file' || !isHealthQuestion(field)) return answer
      return {
        ...answer,
        value: null,
        sealed: await sealHealth(env.HEALTH_KEY, boundToQuestion(answer.field_id), JSON.stringify(answer.value)),
      }
    }),
  )

/** The stored answers, unsealed. Answers that were never sealed are returned unchanged. */
export const openAnswers = (env: Keys, answers: readonly StoredAnswer[]): Promise<Answer[]> =>
  Promise.all(
    answers.map(async ({ field_id, value, sealed }) => ({
      field_id,
      value: sealed
        ? (JSON.parse(await openHealth(env.HEALTH_KEY, boundToQuestion(field_id), sealed)) as Answer['value'])
        : value,
    })),
  )
