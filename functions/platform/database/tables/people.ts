// The tables of customers and attendees.
import type { StoredInvitationStatus } from '../../../contract/states/invitation-states.ts'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { HealthReaderRole, HealthSeenOn } from '../../../contract/people/invitation.ts'
import type { RelationName, Right } from '../../../contract/people/attendee.ts'
import type { EmergencyContact } from '../../../contract/people/attendee-fields.ts'
import type { ProgramAttendeeStatus } from '../../../contract/states/attendee-states.ts'
import type { StoredAddress } from '../../../contract/people/customer.ts'
import type { Gender, Language } from '../../../contract/field-rules.ts'
import type { StoredUnsubscribeReason } from '../../../contract/contact/marketing.ts'

export const customers = sqliteTable('customers', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  addresses: text({ mode: 'json' }).$type<StoredAddress[]>().notNull().default([]),
  phones: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  timezone: text().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The valid version of the link to the family calendar. */
  calendar_version: integer().notNull().default(1),
})

export const customerProfiles = sqliteTable('customer_profiles', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  is_subscribed: integer({ mode: 'boolean' }).notNull().default(false),
  unsubscribed: integer(),
  unsubscribe_reason: text().$type<StoredUnsubscribeReason>(),
  unsubscribe_reason_other: text(),
  payment_provider_id: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** True when the customer has an active membership. A trigger of the memberships maintains it. */
  has_active_membership: integer({ mode: 'boolean' }).notNull().default(false),
})

declare const hidden: unique symbol
/** A stored field of a person. It is readable only through `attendeeSeenBy`, which knows the reader. */
export type PersonField<Value> = { readonly [hidden]: Value }

export const attendees = sqliteTable('attendees', {
  id: text().primaryKey(),
  first_name: text().$type<PersonField<string>>().notNull(),
  last_name: text().$type<PersonField<string>>().notNull(),
  email: text().$type<PersonField<string>>(),
  phone: text().$type<PersonField<string>>(),
  picture_url: text().$type<PersonField<string>>(),
  date_of_birth: text().$type<PersonField<string>>(),
  gender: text().$type<PersonField<Gender>>(),
  pronouns: text().$type<PersonField<string>>(),
  medical_history_sealed: text(),
  dietary_restrictions_sealed: text(),
  health_card_sealed: text(),
  health_card_last4: text().$type<PersonField<string>>(),
  parent_name: text().$type<PersonField<string>>(),
  emergency_contact_phone: text().$type<PersonField<string>>(),
  emergency_contact_email: text().$type<PersonField<string>>(),
  timezone: text().$type<PersonField<string>>(),
  created: integer().notNull(),
  updated: integer().notNull(),
  is_placeholder: integer({ mode: 'boolean' }).notNull().default(false),
  merged_into: text(),
  other_emergency_contacts: text({ mode: 'json' })
    .$type<PersonField<EmergencyContact[]>>()
    .notNull()
    .default([] as unknown as PersonField<EmergencyContact[]>),
})

/**
 * A merge of two records of one person, with the state of both before it, and the state of the remaining record right
 * after it.
 */
export const attendeeMerges = sqliteTable('attendee_merges', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  merge_from: text().notNull(),
  merge_into: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  created: integer().notNull(),
  undo_until: integer().notNull(),
  undone_at: integer(),
})

/** A customer record that became part of another: the ids of its moved rows by table, and the state right after it. */
export const customerMerges = sqliteTable('customer_merges', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  merge_from: text().notNull(),
  merge_into: text().notNull(),
  moved: text({ mode: 'json' })
    .$type<Record<string, string[]> & { balances: { currency: string; amount: number }[] }>()
    .notNull(),
  after: text().notNull(),
  created: integer().notNull(),
  undo_until: integer().notNull(),
  undone_at: integer(),
})

export const relations = sqliteTable(
  'relations',
  {
    customer_id: text().notNull(),
    attendee_id: text().notNull(),
    relation: text().$type<RelationName>().notNull(),
    rights: text({ mode: 'json' }).$type<Right[]>().notNull(),
    created: integer().notNull(),
    /** The time at which this customer archived the person. Others may still see the person. */
    archived_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.customer_id, table.attendee_id] })],
)

export const attendeeProfiles = sqliteTable('attendee_profiles', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  attendee_id: text().notNull(),
  primary_contact_id: text(),
  has_active_memberships: integer({ mode: 'boolean' }).notNull().default(false),
  num_registrations: integer().notNull().default(0),
  first_attended: integer(),
  last_attended: integer(),
  average_feedback: real(),
  /** True for every status except `active`. A trigger maintains it. */
  is_archived: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
  status: text().$type<ProgramAttendeeStatus>().notNull().default('active'),
  step: integer().notNull().default(0),
  /** The person's names when they left the program. A trigger keeps them. */
  left_first_name: text(),
  left_last_name: text(),
  /** The time at which the organisation archived this person. The family cannot undo it. */
  archived_by_program_at: integer(),
})

export const healthReads = sqliteTable('health_reads', {
  id: integer().primaryKey(),
  attendee_id: text().notNull(),
  /** Empty when the organisation read them; only then are the next five columns set. */
  customer_id: text().notNull(),
  at: integer().notNull(),
  program_id: text(),
  /** The id of the staff member, or of the client of the API. */
  reader_id: text(),
  role: text().$type<HealthReaderRole>(),
  seen_on: text().$type<HealthSeenOn>(),
  /** Required from readers without the standing right. */
  reason: text(),
})

/** A note of an organisation about a customer. */
export const customerNotes = sqliteTable('customer_notes', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  text: text().notNull(),
  is_pinned: integer({ mode: 'boolean' }).notNull().default(false),
  /** The id of the staff member, or of the client of the API. */
  author_id: text().notNull(),
  changed_by: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The conversation in which it was written. */
  conversation_id: text(),
})

/** An invitation to look after members of a family; a pending one counts as expired after `expires_at`. */
export const invitations = sqliteTable('invitations', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  attendee_ids: text({ mode: 'json' }).$type<string[]>().notNull(),
  email: text().notNull(),
  email_key: text().notNull(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  relation: text().$type<RelationName>().notNull(),
  rights: text({ mode: 'json' }).$type<Right[]>().notNull(),
  language: text().$type<Language>().notNull(),
  code_hash: text().notNull(),
  status: text().$type<StoredInvitationStatus>().notNull().default('pending'),
  expires_at: integer().notNull(),
  answered_at: integer(),
  answered_by: text(),
  created: integer().notNull(),
})
