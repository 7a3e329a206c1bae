import { Hono } from 'hono'
import type { ErrorType } from '../../contract/api-error.ts'
import {
  ChangeQuestionRequest,
  InOrganiserQuestion,
  OrganiserQuestion,
  QuestionRequest,
} from '../../contract/organisation/event-form.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import type { OrganiserWorker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changeQuestion, createQuestion, deleteQuestion } from './save-question.ts'

const tag = 'Organiser'
const caller = 'organiser'
const errors: ErrorType[] = ['required', 'invalid_option', 'state_conflict']

/** Mounted at /v1/organiser/programs/:program_id/questions: the questions that forms of events may have. */
export const organiserQuestionsV1 = new Hono<OrganiserWorker>()
  .post(
    '/',
    describeRoute({
      summary: 'Add a question that forms of events may have',
      tag,
      caller,
      takesKey: true,
      answers: { 201: OrganiserQuestion },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', QuestionRequest),
    idempotent,
    async (c) => c.json(await createQuestion(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .put(
    '/:key',
    describeRoute({
      summary: 'Change a question in every form that has it',
      tag,
      caller,
      answers: { 200: OrganiserQuestion },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserQuestion),
    validate('json', ChangeQuestionRequest),
    async (c) => c.json(await changeQuestion(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:key',
    describeRoute({
      summary: 'Delete a question that no one has answered',
      tag,
      caller,
      answers: { 200: OrganiserQuestion },
      errors: ['state_conflict'],
    }),
    organiser('catalogue'),
    validate('param', InOrganiserQuestion),
    async (c) => c.json(await deleteQuestion(c.var.ctx, c.req.valid('param')), 200),
  )
