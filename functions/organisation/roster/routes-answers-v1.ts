import { Hono } from 'hono'
import { OrganiserWaiver } from '../../contract/booking/registration.ts'
import { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import { HealthQuery, HealthRead, HealthReadListQuery, RegistrationHealth } from '../../contract/organisation/health.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import { InOrganiserRegistration } from '../../contract/organisation/roster.ts'
import { readAnswersOfProgram } from '../../booking/registrations/read-answers.ts'
import { readWaiverOfProgram } from '../../booking/registrations/read-waiver.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { healthReason } from '../../platform/middleware/health-reason.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listHealthReads } from './list-health-reads.ts'
import { readHealth } from './read-health.ts'

const tag = 'Organiser'

/** What a family wrote and signed for a place, for the organisation: `/v1/organiser/programs/{program_id}`. */
export const organiserAnswersV1 = new Hono<Worker>()
  .get(
    '/registrations/:registration_id/answers',
    describeRoute({
      summary: 'The answers of a registration, and how they changed, without those about health',
      tag,
      caller: 'organiser',
      answers: { 200: RegistrationAnswers },
    }),
    organiser('answers'),
    validate('param', InOrganiserRegistration),
    async (c) => c.json(await readAnswersOfProgram(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/registrations/:registration_id/waiver',
    describeRoute({
      summary: 'The waiver as it was signed for a registration',
      tag,
      caller: 'organiser',
      answers: { 200: OrganiserWaiver },
    }),
    organiser('roster'),
    validate('param', InOrganiserRegistration),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(await readWaiverOfProgram(c.var.ctx, c.req.valid('param')), 200)
    },
  )
  .get(
    '/registrations/:registration_id/health',
    describeRoute({
      summary: 'The health information of a person with a place; every read is in their access log',
      tag,
      caller: 'organiser',
      answers: { 200: RegistrationHealth },
      takesHealthReason: true,
      errors: ['required', 'too_long', 'invalid_characters', 'health_not_shown'],
    }),
    organiser('health'),
    validate('param', InOrganiserRegistration),
    validate('query', HealthQuery),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(
        await readHealth(c.var.ctx, {
          ...{ ...c.req.valid('param'), ...c.req.valid('query') },
          reason: healthReason(c),
        }),
        200,
      )
    },
  )
  .get(
    '/health_reads',
    describeRoute({
      summary: 'Who of the organisation read whose health notes, when, where and why',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(HealthRead) },
    }),
    organiser('team'),
    validate('param', InOrganiserProgram),
    validate('query', HealthReadListQuery),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(await listHealthReads(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200)
    },
  )
