import { Hono } from 'hono'
import { InAttendee } from '../../contract/people/attendee.ts'
import {
  AccessLogEntry,
  AccessLogQuery,
  AttendeeBooking,
  AttendeeMember,
  BookingListQuery,
  ByInviteCode,
  ChangeMemberRequest,
  InInvitation,
  InMember,
  Invitation,
  InvitationListQuery,
  InvitationRequest,
  MemberListQuery,
  ReceivedInvitation,
} from '../../contract/people/invitation.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { maybeSignedIn, signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listAccess } from './access-log.ts'
import { acceptInvitation, declineInvitation, readReceivedInvitation } from './answer-invitation.ts'
import { invite, listInvitations, revokeInvitation } from './invite.ts'
import { changeMember, listBookings, listMembers, removeMember } from './members.ts'

const tag = 'Attendees'

/** Mounted at /v1/profile/invitations. */
export const invitationsV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Invite someone to look after members of your family',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Invitation },
      errors: [
        'required',
        'invalid_email',
        'invalid_option',
        'email_not_verified',
        'transition_not_allowed',
        'attendee_too_young',
        'attendee_dob_required',
        'too_many_requests',
      ],
    }),
    signedIn,
    validate('json', InvitationRequest),
    idempotent,
    async (c) => c.json(await invite(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/',
    describeRoute({
      summary: 'Your invitations',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Invitation) },
    }),
    signedIn,
    validate('query', InvitationListQuery),
    async (c) => c.json(await listInvitations(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/:invitation_id/revoke',
    describeRoute({
      summary: 'Withdraw an invitation',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Invitation },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InInvitation),
    idempotent,
    async (c) => c.json(await revokeInvitation(c.var.ctx, c.req.valid('param')), 200),
  )

const shown = { tag, answers: { 200: ReceivedInvitation } }

/** Mounted at /v1/invitations, for the code in the mail. A GET changes nothing; only a POST decides. */
export const receivedInvitationsV1 = new Hono<Worker>()
  .get(
    '/:invite_code/accept',
    describeRoute({ ...shown, summary: 'What an invitation is about, before it is accepted' }),
    limitedByAddress('invitation'),
    validate('param', ByInviteCode),
    async (c) => c.json(await readReceivedInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:invite_code/decline',
    describeRoute({ ...shown, summary: 'What an invitation is about, before it is declined' }),
    limitedByAddress('invitation'),
    validate('param', ByInviteCode),
    async (c) => c.json(await readReceivedInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:invite_code/accept',
    describeRoute({
      summary: 'Accept an invitation',
      tag,
      takesKey: true,
      answers: { 200: ReceivedInvitation },
      errors: ['not_authenticated', 'transition_not_allowed', 'email_not_verified', 'link_expired', 'state_conflict'],
    }),
    limitedByAddress('invitation'),
    maybeSignedIn,
    validate('param', ByInviteCode),
    idempotent,
    async (c) => c.json(await acceptInvitation(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:invite_code/decline',
    describeRoute({
      summary: 'Decline an invitation',
      tag,
      takesKey: true,
      answers: { 200: ReceivedInvitation },
      errors: ['link_expired', 'state_conflict'],
    }),
    limitedByAddress('invitation'),
    validate('param', ByInviteCode),
    idempotent,
    async (c) => c.json(await declineInvitation(c.var.ctx, c.req.valid('param')), 200),
  )

/** Mounted at /v1/profile/attendees. */
export const attendeeMembersV1 = new Hono<Worker>()
  .get(
    '/:attendee_id/members',
    describeRoute({
      summary: 'Who looks after a family member',
      tag,
      caller: 'customer',
      answers: { 200: listOf(AttendeeMember) },
    }),
    signedIn,
    validate('param', InAttendee),
    validate('query', MemberListQuery),
    async (c) => c.json(await listMembers(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .put(
    '/:attendee_id/members/:member_id',
    describeRoute({
      summary: 'Change what another adult may do',
      tag,
      caller: 'customer',
      answers: { 200: AttendeeMember },
      errors: ['invalid_option', 'transition_not_allowed', 'state_conflict'],
    }),
    signedIn,
    validate('param', InMember),
    validate('json', ChangeMemberRequest),
    async (c) => c.json(await changeMember(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:attendee_id/members/:member_id',
    describeRoute({
      summary: 'Remove an adult, or leave',
      tag,
      caller: 'customer',
      answers: { 200: AttendeeMember },
      errors: ['transition_not_allowed', 'state_conflict'],
    }),
    signedIn,
    validate('param', InMember),
    async (c) => c.json(await removeMember(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:attendee_id/access_log',
    describeRoute({
      summary: 'Who looked at the health notes of a family member',
      tag,
      caller: 'customer',
      answers: { 200: listOf(AccessLogEntry) },
      errors: ['transition_not_allowed'],
    }),
    signedIn,
    validate('param', InAttendee),
    validate('query', AccessLogQuery),
    async (c) => c.json(await listAccess(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/:attendee_id/bookings',
    describeRoute({
      summary: 'What a family member is registered for, whoever booked it',
      tag,
      caller: 'customer',
      answers: { 200: listOf(AttendeeBooking) },
    }),
    signedIn,
    validate('param', InAttendee),
    validate('query', BookingListQuery),
    async (c) => c.json(await listBookings(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
