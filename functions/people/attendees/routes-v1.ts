import { Hono } from 'hono'
import {
  AddAttendeeRequest,
  Attendee,
  AttendeeListQuery,
  ConnectAttendeeRequest,
  InAttendee,
  InProgramAttendee,
  Member,
  MemberListQuery,
  ProgramAttendeeProfile,
  RemovedAttendee,
  UpdateAttendeeRequest,
} from '../../contract/people/attendee.ts'
import { listOf } from '../../contract/paging.ts'
import { InProgramId } from '../../contract/offering/program.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { addAttendee } from './add-attendee.ts'
import { changeAttendee } from './change-attendee.ts'
import { connectAttendee } from './connect-attendee.ts'
import { disconnectAttendee } from './disconnect-attendee.ts'
import { listAttendees } from './list-attendees.ts'
import { listMembers } from './list-members.ts'
import { readAttendee } from './read-attendee.ts'
import { removeAttendee } from './remove-attendee.ts'
import { restoreAttendee } from './restore-attendee.ts'

const tag = 'Attendees'

/** Mounted at /v1/profile/attendees. */
export const attendeesV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Add a family member',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Attendee },
      errors: ['invalid_phone', 'date_in_future', 'date_too_old', 'invalid_option'],
    }),
    signedIn,
    validate('json', AddAttendeeRequest),
    idempotent,
    async (c) => c.json(await addAttendee(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/',
    describeRoute({ summary: 'Your family', tag, caller: 'customer', answers: { 200: listOf(Attendee) } }),
    signedIn,
    validate('query', AttendeeListQuery),
    async (c) => c.json(await listAttendees(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/:attendee_id',
    describeRoute({
      summary: 'One family member, with health data for those who may see it',
      tag,
      caller: 'customer',
      answers: { 200: Attendee },
    }),
    signedIn,
    validate('param', InAttendee),
    async (c) => c.json(await readAttendee(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:attendee_id',
    describeRoute({
      summary: 'Change a family member',
      tag,
      caller: 'customer',
      answers: { 200: Attendee },
      errors: ['transition_not_allowed', 'invalid_phone', 'date_in_future', 'date_too_old', 'invalid_option'],
    }),
    signedIn,
    validate('param', InAttendee),
    validate('json', UpdateAttendeeRequest),
    async (c) => c.json(await changeAttendee(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:attendee_id',
    describeRoute({
      summary: 'Remove a family member',
      tag,
      caller: 'customer',
      answers: { 200: RemovedAttendee },
      errors: ['transition_not_allowed', 'has_future_registrations', 'state_conflict'],
    }),
    signedIn,
    validate('param', InAttendee),
    async (c) => c.json(await removeAttendee(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:attendee_id/restore',
    describeRoute({
      summary: 'Restore an archived family member',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Attendee },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InAttendee),
    idempotent,
    async (c) => c.json(await restoreAttendee(c.var.ctx, c.req.valid('param')), 200),
  )

/** Mounted at /v1/profile/programs/{program_id}/attendees. */
export const programAttendeesV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Connect a family member to a program',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: ProgramAttendeeProfile, 201: ProgramAttendeeProfile },
      errors: ['attendee_archived', 'transition_not_allowed', 'state_conflict'],
    }),
    signedIn,
    validate('param', InProgramId),
    validate('json', ConnectAttendeeRequest),
    idempotent,
    async (c) => {
      const { program_id: body_program_id, ...body } = c.req.valid('json')
      const { status, profile } = await connectAttendee(c.var.ctx, {
        ...body,
        ...c.req.valid('param'),
        body_program_id,
      })
      return c.json(profile, status)
    },
  )
  .post(
    '/:program_attendee_id/disconnect',
    describeRoute({
      summary: 'Disconnect a family member from a program',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: ProgramAttendeeProfile },
      errors: ['transition_not_allowed', 'has_future_registrations', 'state_conflict'],
    }),
    signedIn,
    validate('param', InProgramAttendee),
    idempotent,
    async (c) => c.json(await disconnectAttendee(c.var.ctx, c.req.valid('param')), 200),
  )

/** Mounted at /v1/profile/members. */
export const membersV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'The other adults who share a person with you',
    tag,
    caller: 'customer',
    answers: { 200: listOf(Member) },
    errors: ['email_not_verified'],
  }),
  signedIn,
  validate('query', MemberListQuery),
  async (c) => c.json(await listMembers(c.var.ctx, c.req.valid('query')), 200),
)

export type AttendeesV1 = typeof attendeesV1
export type ProgramAttendeesV1 = typeof programAttendeesV1
