import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { OrganiserSessionCredit } from '../booking/redemption.ts'
import { TeamMessage } from '../contact/message.ts'
import { code, Id, line, lines, ProgramId } from '../field-rules.ts'
import { flagInQuery, listOf, oneOrMore, paging, wholeInQuery } from '../paging.ts'
import { EmergencyContact } from '../people/attendee-fields.ts'
import { RelationName, Right } from '../people/attendee.ts'
import { OrganiserContact } from '../people/customer.ts'
import { programAttendeeStatuses } from '../states/attendee-states.ts'
import { membershipStatuses } from '../states/membership-states.ts'
import { OrganiserOrder } from './desk.ts'
import { OrganiserRegistration } from './roster.ts'

/** The longest text that the search accepts, and the last result that it pages to. */
export const maxSearchLength = 100
const maxSearchSkip = 1000

export const foundTypes = ['customer', 'attendee', 'order', 'receipt'] as const

/** Query of GET people: one text over names, emails, phones, order ids and receipt numbers. `type` narrows it. */
export const PeopleSearchQuery = z.strictObject({
  search: line(maxSearchLength),
  type: z.optional(oneOrMore(z.enum(foundTypes, { error: code('invalid_option') }))),
  limit: z._default(wholeInQuery(0, 50), 10),
  skip: z._default(wholeInQuery(0, maxSearchSkip), 0),
})
export type PeopleSearchQuery = z.infer<typeof PeopleSearchQuery>

/** The next booking of a person or a family with the program. */
const NextBooking = z.strictObject({
  registration_id: z.string(),
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
})

const person = {
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.nullable(z.string()),
  age: z.nullable(z.int()),
}
/** A person whom a customer registers, with what distinguishes them. */
const FoundMember = z.strictObject({ id: z.string(), ...person, relation: RelationName })

/** A customer in the results of the search. `id` is that of the customer. */
export const FoundCustomer = z.strictObject({
  id: z.string(),
  object: z.literal('found_customer'),
  customer_profile: OrganiserContact,
  phones: z.array(z.string()),
  attendees: z.array(FoundMember),
  next_booking: z.nullable(NextBooking),
  created: z.string(),
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

/** An adult of a person in the results of the search. `id` is that of the customer. */
const FoundAdult = z.strictObject({ id: z.string(), relation: RelationName, customer_profile: OrganiserContact })

/** A person in the results of the search, with their adults. `id` is that of the person in the program. */
export const FoundAttendee = z.strictObject({
  id: z.string(),
  object: z.literal('found_attendee'),
  ...person,
  status: z.enum(programAttendeeStatuses),
  adults: z.array(FoundAdult),
  next_booking: z.nullable(NextBooking),
})
export type FoundAttendee = z.infer<typeof FoundAttendee>

/** A receipt or credit note in the results of the search. */
export const FoundReceipt = z.strictObject({
  id: z.string(),
  object: z.literal('found_receipt'),
  kind: z.enum(['receipt', 'credit_note']),
  number: z.string(),
  order_id: z.string(),
  customer_id: z.string(),
  customer_profile: OrganiserContact,
  amount: Money,
  issued_at: z.string(),
})
export type FoundReceipt = z.infer<typeof FoundReceipt>

/** The results of a search, by type. A type that was not requested, or that the caller has no right to, is null. */
export const PeopleSearch = z.strictObject({
  object: z.literal('people_search'),
  program_id: z.string(),
  search: z.string(),
  customers: z.nullable(listOf(FoundCustomer)),
  attendees: z.nullable(listOf(FoundAttendee)),
  orders: z.nullable(listOf(OrganiserOrder)),
  receipts: z.nullable(listOf(FoundReceipt)),
})
export type PeopleSearch = z.infer<typeof PeopleSearch>

/** A note of the organisation about a customer. `author` is null for a client of the API. */
export const CustomerNote = z.strictObject({
  id: z.string(),
  object: z.literal('customer_note'),
  program_id: z.string(),
  customer_id: z.string(),
  text: z.string(),
  is_pinned: z.boolean(),
  author: z.nullable(z.strictObject({ id: z.string(), first_name: z.string(), last_name: z.string() })),
  conversation_id: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type CustomerNote = z.infer<typeof CustomerNote>

const NoteText = lines(2000).check(z.minLength(1, code('required')))
/** Body of POST notes. */
export const CustomerNoteRequest = z.strictObject({
  text: NoteText,
  is_pinned: z._default(z.boolean(), false),
  conversation_id: z.nullish(Id),
})
export type CustomerNoteRequest = z.infer<typeof CustomerNoteRequest>
/** Body of PUT notes/{note_id}: present fields change, missing fields stay. */
export const ChangeCustomerNoteRequest = z.strictObject({
  text: z.optional(NoteText),
  is_pinned: z.optional(z.boolean()),
})
export type ChangeCustomerNoteRequest = z.infer<typeof ChangeCustomerNoteRequest>

/** Query of GET notes: pinned notes first, then the newest. */
export const CustomerNoteListQuery = z.strictObject({
  limit: paging.limit,
  skip: paging.skip,
  is_pinned: z.optional(flagInQuery),
  conversation_id: z.optional(Id),
})
export type CustomerNoteListQuery = z.infer<typeof CustomerNoteListQuery>

/** A person whom the family registers, without anything about health. `id` is that of the person in the program. */
const FamilyAttendee = z.strictObject({
  id: z.string(),
  attendee_id: z.string(),
  ...person,
  status: z.enum(programAttendeeStatuses),
  relation: RelationName,
  rights: z.array(Right),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  emergency_contacts: z.array(EmergencyContact),
})

/** An adult who looks after people of the family. `id` is that of the customer. */
const FamilyAdult = z.strictObject({
  id: z.string(),
  customer_profile: OrganiserContact,
  relations: z.array(
    z.strictObject({ attendee_profile_id: z.string(), relation: RelationName, rights: z.array(Right) }),
  ),
})

const FamilyMembership = z.strictObject({
  id: z.string(),
  package_name: z.string(),
  status: z.enum(membershipStatuses),
  is_usable: z.boolean(),
  attendee_profile_id: z.nullable(z.string()),
  start_date: z.string(),
  current_period_end: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
})

/**
 * A family for its organisation, in one answer. Each list has its first items and the number of all. What the caller
 * has no right to is null. Nothing in it is about health.
 */
export const Family = z.strictObject({
  id: z.string(),
  object: z.literal('family'),
  program_id: z.string(),
  customer_profile: OrganiserContact,
  phones: z.array(z.string()),
  language: z.string(),
  /** The customer into whom this one was merged; null otherwise. */
  merged_into: z.nullable(z.string()),
  created: z.string(),
  attendees: listOf(FamilyAttendee),
  adults: listOf(FamilyAdult),
  upcoming: listOf(OrganiserRegistration),
  past: listOf(OrganiserRegistration),
  /** Those whose last change staff can still undo. */
  undoable: listOf(OrganiserRegistration),
  orders: z.nullable(listOf(OrganiserOrder)),
  balance: z.nullable(Money),
  passes: z.nullable(listOf(OrganiserSessionCredit)),
  memberships: z.nullable(listOf(FamilyMembership)),
  messages: z.nullable(listOf(TeamMessage)),
  notes: listOf(CustomerNote),
})
export type Family = z.infer<typeof Family>

export const InFamily = z.strictObject({ program_id: ProgramId, customer_id: Id })
export const InCustomerNote = z.strictObject({ program_id: ProgramId, customer_id: Id, note_id: Id })
