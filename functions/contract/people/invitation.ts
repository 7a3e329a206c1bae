import { registrationStatuses } from '../states/registration-states.ts'
import { staffRoles } from './staff.ts'
import * as z from 'zod/mini'
import { RelationName, Right } from './attendee.ts'
import { code, Email, Id, PersonName, ProgramId } from '../field-rules.ts'
import { instantInQuery, paging } from '../paging.ts'
import { invitationStatuses } from '../states/invitation-states.ts'

/** Days until an invitation expires, and the minimum age of a child for a log-in of their own. */
export const invitationDays = 10
export const ownLogInAge = 14

/** An invitation to look after family members. `invite_code` is in the mail only: null in every response. */
export const Invitation = z.strictObject({
  id: z.string(),
  object: z.literal('invitation'),
  program_id: z.string(),
  customer_id: z.string(),
  attendee_ids: z.array(z.string()),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  invite_code: z.null(),
  relation: RelationName,
  rights: z.array(Right),
  status: z.enum(invitationStatuses),
  expires_at: z.string(),
  answered_at: z.nullable(z.string()),
  created: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/** Body of POST invitations. `view` is always among the rights. */
export const InvitationRequest = z.strictObject({
  program_id: ProgramId,
  attendee_ids: z.array(Id).check(z.minLength(1, code('required')), z.maxLength(20)),
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  relation: RelationName,
  rights: z._default(z.array(Right).check(z.maxLength(6)), ['view']),
})
export type InvitationRequest = z.infer<typeof InvitationRequest>

/** Query of GET profile/invitations. */
export const InvitationListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  attendee_id: z.optional(Id),
})
export const InInvitation = z.strictObject({ invitation_id: Id })
export const ByInviteCode = z.strictObject({ invite_code: Id })

/** An invitation for the owner of its code. */
export const ReceivedInvitation = z.strictObject({
  object: z.literal('received_invitation'),
  program_id: z.string(),
  status: z.enum(invitationStatuses),
  invited_by: z.string(),
  sent_to: z.string(),
  attendees: z.array(z.string()),
  attendee_ids: z.array(z.string()),
  relation: RelationName,
  rights: z.array(Right),
  expires_at: z.string(),
})
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>

/** An adult who looks after a family member. */
export const AttendeeMember = z.strictObject({
  customer_id: z.string(),
  object: z.literal('attendee_member'),
  first_name: z.string(),
  last_name: z.string(),
  relation: RelationName,
  rights: z.array(Right),
  is_caller: z.boolean(),
  created: z.string(),
})
export type AttendeeMember = z.infer<typeof AttendeeMember>
export const InMember = z.strictObject({ attendee_id: Id, member_id: Id })
/**
 * Body of PUT attendees/{attendee_id}/members/{member_id}: the complete rights that the other adult has from now on.
 */
export const ChangeMemberRequest = z.strictObject({ rights: z.array(Right).check(z.maxLength(6)) })
/** Query of GET attendees/{attendee_id}/members: paging only. */
export const MemberListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })

/** Days for which the access log is stored. */
export const accessLogDays = 365
/** Who of an organisation reads health notes: a role of its team, or a client of the API. */
export const healthReaderRoles = [...staffRoles, 'client'] as const
export type HealthReaderRole = (typeof healthReaderRoles)[number]
/** Where the organisation reads them: one registration, the sheet of an event, or the page of the family. */
export const healthSeenOn = ['registration', 'sheet', 'family_page'] as const
export type HealthSeenOn = (typeof healthSeenOn)[number]

/**
 * A read of a family member's health notes, by an adult of the family or by an organisation. The adult has the first
 * three fields; the organisation has the rest.
 */
export const AccessLogEntry = z.strictObject({
  id: z.string(),
  object: z.literal('access_log_entry'),
  action: z.literal('health_read'),
  customer_id: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  is_caller: z.boolean(),
  program_id: z.nullable(z.string()),
  program_name: z.nullable(z.string()),
  role: z.nullable(z.enum(healthReaderRoles)),
  seen_on: z.nullable(z.enum(healthSeenOn)),
  reason: z.nullable(z.string()),
  at: z.string(),
})
export type AccessLogEntry = z.infer<typeof AccessLogEntry>
/** Query of GET attendees/{attendee_id}/access_log. */
export const AccessLogQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['at']), 'at'),
})

/** A booking of a family member for everyone who sees them: without price and order. */
export const AttendeeBooking = z.strictObject({
  id: z.string(),
  object: z.literal('attendee_booking'),
  program_id: z.string(),
  program_name: z.string(),
  title: z.string(),
  option_title: z.string(),
  status: z.enum(registrationStatuses),
  starts_at: z.string(),
  ends_at: z.string(),
  overnight: z.nullable(z.boolean()),
  is_series: z.boolean(),
  series_dates: z.array(z.strictObject({ starts_at: z.string(), ends_at: z.string() })),
  timezone: z.string(),
  venue_name: z.nullable(z.string()),
  booked_by: z.string(),
  is_mine: z.boolean(),
})
export type AttendeeBooking = z.infer<typeof AttendeeBooking>
/** Query of GET attendees/{attendee_id}/bookings. */
export const BookingListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['starts_at']), 'starts_at'),
  program_id: z.optional(Id),
  event_ends_gt: z.optional(instantInQuery),
  event_scheduled_lt: z.optional(instantInQuery),
})
export type BookingListQuery = z.infer<typeof BookingListQuery>
