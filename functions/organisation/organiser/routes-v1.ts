import { Hono } from 'hono'
import type { ErrorType } from '../../contract/api-error.ts'
import { ProgramFile, ProgramPlan, PutProgramQuery } from '../../contract/organisation/organiser.ts'
import {
  CancelEventRequest,
  CancelledEvent,
  CopyEventRequest,
  CreateEventRequest,
  InOrganiserEvent,
  InOrganiserProgram,
  OrganiserEvent,
  OrganiserProgram,
  UpdateEventRequest,
  UpdateProgramRequest,
} from '../../contract/organisation/organiser-event.ts'
import { DeleteProgramQuery, ProgramDeletion } from '../../contract/organisation/program-deletion.ts'
import { ProgramBilling, UpdateProgramBillingRequest } from '../../contract/organisation/program-billing.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { jsonInParts } from '../../platform/middleware/json-in-parts.ts'
import { reportLines, withLines } from '../../platform/middleware/report-lines.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { cancelEvent } from './cancel-event.ts'
import { copyEvent } from './copy-event.ts'
import { createEvent } from './create-event.ts'
import { deleteProgram } from './delete-program.ts'
import { applyProgram } from './program-file/apply-program.ts'
import { otherMistakes } from './program-file/other-mistakes.ts'
import { ProgramFileInChunks } from './program-file/parse-file.ts'
import { getBilling, updateBilling } from './program-billing.ts'
import { archiveEvent, publishEvent, unpublishEvent } from './publish-event.ts'
import { updateEvent } from './update-event.ts'
import { getSettings, updateProgram } from './update-program.ts'
import { exportProgram } from './program-file/stored-file.ts'
import { readOrganiserEvent } from './find-event.ts'

const tag = 'Organiser'
const caller = 'organiser' as const
const errors: ErrorType[] = [
  'required',
  'transition_not_allowed',
  'state_conflict',
  'sold_out',
  'has_future_registrations',
  'already_started',
  'feature_disabled',
  'currency_not_supported',
]
const answers = { 200: OrganiserEvent }

const describeNewEvent = (summary: string) =>
  describeRoute({ summary, tag, caller, takesKey: true, answers: { 201: OrganiserEvent }, errors })

/** The calls of an organisation, with Basic credentials. */
export const organiserV1 = new Hono<Worker>()
  .get(
    '/programs/:program_id',
    describeRoute({ summary: 'Export a program as its file', tag, caller, answers: { 200: ProgramFile } }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    async (c) => jsonInParts(c, await exportProgram(c.var.ctx, c.req.valid('param'))),
  )
  .put(
    '/programs/:program_id',
    describeRoute({
      summary: 'Apply the file of a program, or plan what it would change',
      tag,
      caller,
      answers: { 200: ProgramPlan },
      errors,
    }),
    organiser('catalogue'),
    reportLines(otherMistakes),
    validate('param', InOrganiserProgram),
    validate('query', PutProgramQuery),
    validate('json', ProgramFileInChunks),
    async (c) => {
      const input = { ...c.req.valid('param'), ...c.req.valid('query'), file: c.req.valid('json') }
      const plan = await applyProgram(c.var.ctx, input)
      return jsonInParts(c, { ...plan, refusals: withLines(await c.req.text(), plan.refusals) })
    },
  )
  .delete(
    '/programs/:program_id',
    describeRoute({
      summary: 'Delete a program in which nothing was sold, or count what that removes',
      tag,
      caller,
      answers: { 200: ProgramDeletion },
      errors: ['required', 'state_conflict'],
    }),
    organiser('site'),
    validate('param', InOrganiserProgram),
    validate('query', DeleteProgramQuery),
    async (c) => c.json(await deleteProgram(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/programs/:program_id/settings',
    describeRoute({
      summary: 'A program without its lists, and how it stands with the site',
      tag,
      caller,
      answers: { 200: OrganiserProgram },
    }),
    organiser('settings'),
    validate('param', InOrganiserProgram),
    async (c) => c.json(await getSettings(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/billing',
    describeRoute({
      summary: 'How a program stands with the people who run the site',
      tag,
      caller,
      answers: { 200: ProgramBilling },
    }),
    organiser('settings'),
    validate('param', InOrganiserProgram),
    async (c) => c.json(await getBilling(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/programs/:program_id/billing',
    describeRoute({
      summary: 'Say how a program stands with the people who run the site: theirs alone',
      tag,
      caller,
      answers: { 200: ProgramBilling },
      errors: [
        'required',
        'invalid_option',
        'invalid_date',
        'invalid_integer',
        'too_long',
        'invalid_characters',
        'end_before_start',
        'payment_in_progress',
        'transition_not_allowed',
        'state_conflict',
      ],
    }),
    organiser('site'),
    validate('param', InOrganiserProgram),
    validate('json', UpdateProgramBillingRequest),
    async (c) => c.json(await updateBilling(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .put(
    '/programs/:program_id/settings',
    describeRoute({
      summary: 'Change the fields of a program that are given',
      tag,
      caller,
      answers: { 200: OrganiserProgram },
      errors,
    }),
    organiser('settings'),
    validate('param', InOrganiserProgram),
    validate('json', UpdateProgramRequest),
    async (c) => c.json(await updateProgram(c.var.ctx, { ...c.req.valid('param'), changes: c.req.valid('json') }), 200),
  )
  .post(
    '/programs/:program_id/events',
    describeNewEvent('Make an event; it begins as a draft'),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', CreateEventRequest),
    idempotent,
    async (c) => c.json(await createEvent(c.var.ctx, { ...c.req.valid('param'), event: c.req.valid('json') }), 201),
  )
  .get(
    '/programs/:program_id/events/:key',
    describeRoute({ summary: 'One event, in the words of the program file', tag, caller, answers }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    async (c) => c.json(await readOrganiserEvent(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/programs/:program_id/events/:key',
    describeRoute({ summary: 'Change the fields of an event that are given', tag, caller, answers, errors }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    validate('json', UpdateEventRequest),
    async (c) => c.json(await updateEvent(c.var.ctx, { ...c.req.valid('param'), request: c.req.valid('json') }), 200),
  )
  .post(
    '/programs/:program_id/events/:key/copy',
    describeNewEvent('Make a draft like another event'),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    validate('json', CopyEventRequest),
    idempotent,
    async (c) => c.json(await copyEvent(c.var.ctx, { ...c.req.valid('param'), request: c.req.valid('json') }), 201),
  )
  .post(
    '/programs/:program_id/events/:key/publish',
    describeRoute({ summary: 'Put an event on the site', tag, caller, takesKey: true, answers, errors }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    idempotent,
    async (c) => c.json(await publishEvent(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/programs/:program_id/events/:key/unpublish',
    describeRoute({
      summary: 'Take an event off the site; who is registered stays so',
      tag,
      caller,
      takesKey: true,
      answers,
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    idempotent,
    async (c) => c.json(await unpublishEvent(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/programs/:program_id/events/:key/archive',
    describeRoute({
      summary: 'Archive an event that is over; nothing is sent and nothing is refunded',
      tag,
      caller,
      takesKey: true,
      answers,
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    idempotent,
    async (c) => c.json(await archiveEvent(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/programs/:program_id/events/:key/cancel',
    describeRoute({
      summary: 'Cancel an event: everybody is told and gets everything back; or preview it',
      tag,
      caller,
      takesKey: true,
      answers: { 200: CancelledEvent },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    validate('json', CancelEventRequest),
    idempotent,
    async (c) => c.json(await cancelEvent(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
