import * as z from 'zod/mini'
import { code, Email, Id, Language, optionalLine, PersonName, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'
import { staffStatuses } from '../states/staff-states.ts'

/** The roles of a staff member. */
export const staffRoles = ['owner', 'manager', 'front_desk', 'finance', 'coach', 'nurse'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The roles whose members may look after some events only. */
export const rolesOfEvents = ['coach', 'nurse'] as const satisfies readonly StaffRole[]

/** Days until an invitation to a team expires. */
export const staffInvitationDays = 10

export const Role = z.enum(staffRoles, { error: code('invalid_option') })
/** Events and appointment types, by their ids. */
const EventIds = z.array(Id).check(z.maxLength(50))

/** A member of a program's team. `user_id` is null until the invitation was accepted. */
export const StaffMember = z.strictObject({
  id: z.string(),
  object: z.literal('staff_member'),
  program_id: z.string(),
  user_id: z.nullable(z.string()),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  title: z.nullable(z.string()),
  role: Role,
  event_ids: z.array(z.string()),
  status: z.enum(staffStatuses),
  invited_at: z.string(),
  expires_at: z.string(),
  accepted_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  last_seen: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** Body of POST team. `language` is the language of the mail. The names are those of the account once it accepts. */
export const InviteStaffRequest = z.strictObject({
  email: Email,
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  title: z.nullish(optionalLine(80)),
  role: Role,
  event_ids: z._default(EventIds, []),
  language: z.nullish(Language),
})
export type InviteStaffRequest = z.infer<typeof InviteStaffRequest>

/** Body of PUT team/{staff_id}: present fields change, missing fields stay. */
export const ChangeStaffRequest = z.strictObject({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  title: z.nullish(optionalLine(80)),
  role: z.optional(Role),
  event_ids: z.optional(EventIds),
})
export type ChangeStaffRequest = z.infer<typeof ChangeStaffRequest>

/** Query of GET team. */
export const StaffListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  status: z.optional(z.enum(staffStatuses)),
})
export type StaffListQuery = z.infer<typeof StaffListQuery>
export const InStaff = z.strictObject({ program_id: ProgramId, staff_id: Id })

/** An invitation to a team, for the owner of its code or of its email. */
export const StaffInvitation = z.strictObject({
  id: z.string(),
  object: z.literal('staff_invitation'),
  program_id: z.string(),
  program_name: z.string(),
  status: z.enum(staffStatuses),
  invited_by: z.nullable(z.string()),
  sent_to: z.string(),
  role: Role,
  title: z.nullable(z.string()),
  expires_at: z.string(),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

/** Body of POST admins: makes an account a person who runs the site, or ends it. */
export const SiteAdminRequest = z.strictObject({ email: Email, is_admin: z._default(z.boolean(), true) })
export type SiteAdminRequest = z.infer<typeof SiteAdminRequest>
export const SiteAdmin = z.strictObject({ object: z.literal('site_admin'), email: z.string(), is_admin: z.boolean() })
export type SiteAdmin = z.infer<typeof SiteAdmin>

/**
 * Who of a program reads the answers of its forms, as sentences, made from the rights of the roles in its team. Null
 * for a program without a team.
 */
export const AnswerReaders = z.strictObject({
  object: z.literal('answer_readers'),
  program_id: z.string(),
  answers: z.nullable(z.string()),
  health: z.nullable(z.string()),
})
export type AnswerReaders = z.infer<typeof AnswerReaders>
