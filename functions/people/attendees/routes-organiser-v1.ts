import { Hono } from 'hono'
import {
  ArchiveAttendeeRequest,
  InOrganiserAttendee,
  OrganiserAttendee,
  OrganiserAttendeeListQuery,
} from '../../contract/people/organiser-attendee.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { archiveProfile, getProfile, listProfiles, restoreProfile } from './archive-profile.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: OrganiserAttendee } }

/** The people of a program for its organisation: `/v1/organiser/programs/{program_id}/attendees`. */
export const organiserAttendeesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ ...described, summary: 'The people of a program', answers: { 200: listOf(OrganiserAttendee) } }),
    organiser('people', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserAttendeeListQuery),
    async (c) => c.json(await listProfiles(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:program_attendee_id',
    describeRoute({ ...described, summary: 'One person of a program' }),
    organiser('people'),
    validate('param', InOrganiserAttendee),
    async (c) => c.json(await getProfile(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:program_attendee_id/archive',
    describeRoute({
      ...described,
      summary: 'Take no more bookings for a person; their records stay',
      takesKey: true,
      errors: ['has_future_registrations', 'state_conflict', 'too_long', 'invalid_characters'],
    }),
    organiser('people'),
    validate('param', InOrganiserAttendee),
    validate('json', ArchiveAttendeeRequest),
    idempotent,
    async (c) => c.json(await archiveProfile(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:program_attendee_id/restore',
    describeRoute({
      ...described,
      summary: 'Take bookings for a person again',
      takesKey: true,
      errors: ['state_conflict'],
    }),
    organiser('people'),
    validate('param', InOrganiserAttendee),
    idempotent,
    async (c) => c.json(await restoreProfile(c.var.ctx, c.req.valid('param')), 200),
  )
