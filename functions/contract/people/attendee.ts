import * as z from 'zod/mini'
import { code, Id, PersonName, ProgramId } from '../field-rules.ts'
import { flagInQuery, paging, wholeInQuery } from '../paging.ts'
import { optionalInput, serverFields, shownFields, shownInProfile } from './attendee-fields.ts'
import { programAttendeeStatuses } from '../states/attendee-states.ts'

/** Relation of a customer to an attendee. */
export const relationNames = [
  'self',
  'parent',
  'step_parent',
  'legal_guardian',
  'foster_parent',
  'grandparent',
  'sibling',
  'spouse_partner',
  'other_relative',
  'caregiver',
  'friend',
  'other',
] as const
export const RelationName = z.enum(relationNames, { error: code('invalid_option') })
export type RelationName = (typeof relationNames)[number]
/** What a relation allows. */
export const rights = ['view', 'register', 'pay', 'medical', 'pickup', 'manage'] as const
export const Right = z.enum(rights)
export type Right = (typeof rights)[number]

export const Relation = z.strictObject({ customer_id: z.string(), relation: RelationName, rights: z.array(Right) })
export type Relation = z.infer<typeof Relation>

/** When a person joined and left a program. */
export const timeInProgram = {
  primary_contact_id: z.nullable(z.string()),
  has_active_memberships: z.boolean(),
  num_registrations: z.int(),
  first_attended: z.nullable(z.string()),
  last_attended: z.nullable(z.string()),
  average_feedback: z.nullable(z.number()),
}

/** An attendee in one program. Health texts are null everywhere except in GET attendees/{id}. */
export const ProgramAttendeeProfile = z.strictObject({
  id: z.string(),
  object: z.literal('program_attendee_profile'),
  program_id: z.string(),
  attendee_id: z.string(),
  ...shownInProfile,
  relations: z.array(Relation),
  ...timeInProgram,
  status: z.enum(programAttendeeStatuses),
  is_archived: z.boolean(),
  created: z.string(),
  updated: z.string(),
})
export type ProgramAttendeeProfile = z.infer<typeof ProgramAttendeeProfile>

/** A family member. Only GET attendees/{id} with the right `medical` has the three health fields. */
export const Attendee = z.strictObject({
  id: z.string(),
  object: z.literal('attendee'),
  ...shownFields,
  health_kept_until: z.nullable(z.string()),
  relations: z.array(Relation),
  profiles: z.array(ProgramAttendeeProfile),
  is_archived: z.boolean(),
  created: z.string(),
  updated: z.string(),
})
export type Attendee = z.infer<typeof Attendee>

const RelationInput = z.strictObject({
  relation: RelationName,
  customer_id: z.nullish(z.string()),
  rights: z.optional(z.unknown()),
})

/** Body of POST attendees; `relations` names the relation of the caller to the person. */
export const AddAttendeeRequest = z.strictObject({
  first_name: PersonName,
  last_name: PersonName,
  ...optionalInput,
  relations: z
    .array(RelationInput, { error: code('required') })
    .check(z.minLength(1, code('required')), z.maxLength(1)),
  program_ids: z.optional(z.array(Id).check(z.maxLength(20))),
})
export type AddAttendeeRequest = z.infer<typeof AddAttendeeRequest>

const ignored = z.optional(z.unknown())
const ignoredInput = Object.fromEntries(serverFields.map((name) => [name, ignored])) as Record<
  (typeof serverFields)[number],
  typeof ignored
>
/** Body of PUT attendees/{attendee_id}: present fields change, null clears. */
export const UpdateAttendeeRequest = z.strictObject({
  first_name: z.optional(PersonName),
  last_name: z.optional(PersonName),
  ...optionalInput,
  relations: z.optional(z.array(RelationInput).check(z.maxLength(20))),
  id: ignored,
  object: ignored,
  ...ignoredInput,
  health_kept_until: ignored,
  profiles: ignored,
  is_archived: ignored,
  created: ignored,
  updated: ignored,
  program_ids: ignored,
})
export type UpdateAttendeeRequest = z.infer<typeof UpdateAttendeeRequest>

/** Body of POST programs/{program_id}/attendees. */
export const ConnectAttendeeRequest = z.strictObject({
  program_id: z.optional(Id),
  attendee_id: Id,
  primary_contact_id: z.nullish(Id),
})
export type ConnectAttendeeRequest = z.infer<typeof ConnectAttendeeRequest>

/** Response of DELETE attendees/{attendee_id}: whether the person was erased or archived. */
export const RemovedAttendee = z.strictObject({
  id: z.string(),
  object: z.literal('removed_attendee'),
  result: z.enum(['archived', 'erased']),
})
export type RemovedAttendee = z.infer<typeof RemovedAttendee>

/** Another adult who shares people with the caller, by the `id` of their Customer, and their rights for each. */
export const Member = z.strictObject({
  id: z.string(),
  object: z.literal('member'),
  first_name: z.string(),
  last_name: z.string(),
  attendees: z.array(
    z.strictObject({
      attendee_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      relation: RelationName,
      rights: z.array(Right),
    }),
  ),
})
export type Member = z.infer<typeof Member>

/** Query of GET members: of all shared people, or of those in one program. */
export const MemberListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['first_name', 'last_name']), 'first_name'),
  program_id: z.optional(ProgramId),
})
export type MemberListQuery = z.infer<typeof MemberListQuery>

/** Query of GET attendees: `search` over names and email, `age` in full years today, archived ones only on request. */
export const AttendeeListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['first_name', 'last_name', 'date_of_birth', 'created']), 'created'),
  search: z.optional(z.string().check(z.maxLength(100, code('too_long')))),
  age: z.optional(wholeInQuery(0, 999)),
  is_archived: z._default(flagInQuery, false),
})
export const InAttendee = z.strictObject({ attendee_id: Id })
export const InProgramAttendee = z.strictObject({ program_id: ProgramId, program_attendee_id: Id })

const healthWords =
  /allerg|medic|medec|medication|health|\bsante|asthm|epi-?pen|injector|inject|diet|regime|restriction|disab|handicap|special needs|besoins particuliers|illness|maladie|vaccin|immuni|diagnos|epilep|diabet|doctor|symptom|anaphyla/

/**
 * Whether a question is about health, by its words in English or French: its answer is not copied to other people or
 * stored on a device.
 */
export const isHealthQuestion = ({ title, help }: { title: string; help: string | null }): boolean =>
  healthWords.test(
    `${title} ${help ?? ''}`
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  )
