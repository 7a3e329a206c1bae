import * as z from 'zod/mini'
import { RelationName } from '../people/attendee.ts'
import { shownOnRoster } from '../people/attendee-fields.ts'
import { OrganiserContact } from '../people/customer.ts'
import { code, Day, Id, Key, Language, line, ProgramId } from '../field-rules.ts'
import { flagInQuery, instantInQuery, oneOrMore, paging } from '../paging.ts'
import { registrationStatuses } from '../states/registration-states.ts'
import { checkInStatuses } from '../states/check-in-states.ts'

const Status = z.enum(checkInStatuses)

/** The latest check-in mark of a person on a day, or `expected` without one. */
export const CheckIn = z.strictObject({
  status: Status,
  marked_by: z.nullable(z.string()),
  marked_at: z.nullable(z.string()),
})
export type CheckIn = z.infer<typeof CheckIn>

/** An emergency contact of a person, and whether they may pick them up. */
export const RosterContact = z.strictObject({
  name: z.nullable(z.string()),
  relation: z.nullable(RelationName),
  phone: z.nullable(z.string()),
  may_pick_up: z.boolean(),
})
export type RosterContact = z.infer<typeof RosterContact>

/** The latest version of the waiver that was signed. The current version may be newer. */
const SignedVersion = z.strictObject({ version: z.int(), signed_at: z.string() })

/** A person on the roster of a day, without health data. Staff with the right read health data on the family's page. */
export const RosterEntry = z.strictObject({
  registration_id: z.string(),
  status: z.enum(registrationStatuses),
  attendee_profile: z.strictObject({ id: z.string(), ...shownOnRoster, age: z.nullable(z.int()) }),
  option: z.string(),
  group: z.nullable(z.string()),
  check_in: CheckIn,
  waiver: z.nullable(z.enum(['accepted', 'missing'])),
  waiver_signed: z.nullable(SignedVersion),
  contacts: z.array(RosterContact),
})
export type RosterEntry = z.infer<typeof RosterEntry>

/** An event or appointment of the day, with its attendees by name. `is_own`: the caller looks after the group. */
export const RosterEvent = z.strictObject({
  event_id: z.string(),
  key: z.nullable(z.string()),
  name: z.string(),
  venue: z.nullable(z.string()),
  timezone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  called_off: z.nullable(z.string()),
  groups: z.array(z.strictObject({ key: z.string(), name: z.string(), is_own: z.boolean() })),
  entries: z.array(RosterEntry),
})
export type RosterEvent = z.infer<typeof RosterEvent>

/** Everyone on one day of a program. `expires_at` is the expiry of the link, null for an organiser's call. */
export const Roster = z.strictObject({
  object: z.literal('roster'),
  program_id: z.string(),
  day: z.string(),
  timezone: z.string(),
  counts: z.strictObject({ expected: z.int(), here: z.int(), picked_up: z.int(), absent: z.int() }),
  events: z.array(RosterEvent),
  expires_at: z.nullable(z.string()),
})
export type Roster = z.infer<typeof Roster>

const token = z.string().check(z.maxLength(400))
const mark = {
  status: z.enum(checkInStatuses, {
    error: ({ input }) => code(input === undefined ? 'required' : 'invalid_option'),
  }),
  marked_by: z.nullish(line(80)),
  marked_at: z.optional(z.iso.datetime({ error: code('invalid_date') })),
}

/** Query of GET roster: the program and the token of its link. */
export const RosterQuery = z.strictObject({ program_id: ProgramId, token })
/** Body of POST roster: the mark of one person, by the token of the link. */
export const RosterMarkRequest = z.strictObject({ program_id: ProgramId, token, registration_id: Id, ...mark })
export type RosterMarkRequest = z.infer<typeof RosterMarkRequest>

/** Query of GET organiser/programs/{program_id}/roster. */
export const OrganiserRosterQuery = z.strictObject({ day: z.optional(Day) })
export const InOrganiserRegistration = z.strictObject({ program_id: ProgramId, registration_id: Id })
/** Body of POST …/check_in: the mark of one person on one day; `day` defaults to today. */
export const CheckInRequest = z.strictObject({ day: z.optional(Day), ...mark })
export type CheckInRequest = z.infer<typeof CheckInRequest>

/** Body of POST …/roster_links: the day; `roll` revokes every earlier link. */
export const RosterLinkRequest = z.strictObject({
  day: z.optional(Day),
  event: z.optional(Key),
  language: z.optional(Language),
  roll: z._default(z.boolean(), false),
})
export type RosterLinkRequest = z.infer<typeof RosterLinkRequest>
/** The URL of a day's page, for staff at the gate. Anyone who has it sees the list. */
export const RosterLink = z.strictObject({
  object: z.literal('roster_link'),
  program_id: z.string(),
  day: z.string(),
  url: z.string(),
  expires_at: z.string(),
})
export type RosterLink = z.infer<typeof RosterLink>

/** Query of an organisation's list of the registrations of an event. */
export const OrganiserRegistrationListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['name', 'created']), 'name'),
  status: z.optional(z.enum(registrationStatuses)),
  all: z._default(flagInQuery, false),
})
export type OrganiserRegistrationListQuery = z.infer<typeof OrganiserRegistrationListQuery>
/** Query of the registrations of an event as a file, with the same filters. */
export const OrganiserRegistrationExportQuery = z.pick(OrganiserRegistrationListQuery, { status: true, all: true })

/** Query of an organisation's list of all its registrations, by default those with a place. */
export const ProgramRegistrationListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'starts_at', 'name']), 'created'),
  status: z.optional(oneOrMore(z.enum(registrationStatuses))),
  all: z._default(flagInQuery, false),
  event_id: z.optional(Id),
  appointment_type_id: z.optional(Id),
  attendee_profile_id: z.optional(Id),
  customer_profile_id: z.optional(Id),
  order_id: z.optional(Id),
  event_scheduled_lt: z.optional(instantInQuery),
  event_scheduled_lte: z.optional(instantInQuery),
  event_scheduled_gt: z.optional(instantInQuery),
  event_scheduled_gte: z.optional(instantInQuery),
  created_lt: z.optional(instantInQuery),
  created_gte: z.optional(instantInQuery),
})
export type ProgramRegistrationListQuery = z.infer<typeof ProgramRegistrationListQuery>
/** Query of all registrations as a file, with the same filters. */
export const ProgramRegistrationExportQuery = z.omit(ProgramRegistrationListQuery, {
  limit: true,
  skip: true,
  order: true,
  sort: true,
})

/** A registration in the organisation's list, without health data. */
export const OrganiserRegistration = z.strictObject({
  id: z.string(),
  object: z.literal('organiser_registration'),
  status: z.enum(registrationStatuses),
  event_id: z.nullable(z.string()),
  appointment_type_id: z.nullable(z.string()),
  name: z.string(),
  option: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
  attendee_profile: z.strictObject({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    date_of_birth: z.nullable(z.string()),
    age: z.nullable(z.int()),
  }),
  customer_profile: OrganiserContact,
  order_id: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  waiver: z.nullable(z.enum(['accepted', 'missing'])),
  waiver_signed: z.nullable(SignedVersion),
  days_attended: z.int(),
  /** Until when staff can undo the last change; null if they cannot. */
  undo_until: z.nullable(z.string()),
  created: z.string(),
})
export type OrganiserRegistration = z.infer<typeof OrganiserRegistration>
