import * as z from 'zod/mini'
import { code, Email, Id, Key, line, ProgramId } from '../field-rules.ts'
import { OrganiserContact } from '../people/customer.ts'
import { oneOrMore, paging } from '../paging.ts'
import { redemptionStatuses } from '../states/redemption-states.ts'
import { TextLanguages } from '../texts.ts'
import { SessionCredit } from './session-credit.ts'

const Person = z.nullable(
  z.strictObject({ attendee_profile_id: z.string(), first_name: z.string(), last_name: z.string() }),
)

/** The credits of one package for the organisation that sold it: whose they are, and whether a visit can be used now. */
export const OrganiserSessionCredit = z.strictObject({
  ...SessionCredit.shape,
  object: z.literal('organiser_session_credit'),
  program_id: z.string(),
  customer_profile: OrganiserContact,
  /** The person whom the credits are for; null when they are for the whole family. */
  attendee: Person,
  is_usable: z.boolean(),
})
export type OrganiserSessionCredit = z.infer<typeof OrganiserSessionCredit>
/** Query of an organisation's list of credits: of one customer, or those that one person can use. */
export const OrganiserSessionCreditQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  customer_profile_id: z.optional(Id),
  email: z.optional(Email),
  attendee_profile_id: z.optional(Id),
})
export type OrganiserSessionCreditQuery = z.infer<typeof OrganiserSessionCreditQuery>

/** A visit that an organisation used for a customer, with or without an event or appointment type. */
export const Redemption = z.strictObject({
  id: z.string(),
  object: z.literal('redemption'),
  program_id: z.string(),
  session_credit_id: z.string(),
  package_name: z.string(),
  text_languages: TextLanguages,
  status: z.enum(redemptionStatuses),
  attendee: Person,
  event_key: z.nullable(z.string()),
  appointment_type_key: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The visits that are left; null for unlimited credits. */
  available: z.nullable(z.int()),
  created: z.string(),
  updated: z.string(),
})
export type Redemption = z.infer<typeof Redemption>
export const RedemptionListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  session_credit_id: z.optional(Id),
  status: z.optional(oneOrMore(z.enum(redemptionStatuses))),
})
export type RedemptionListQuery = z.infer<typeof RedemptionListQuery>

export const InSessionCredit = z.strictObject({ program_id: ProgramId, session_credit_id: Id })
export const InRedemption = z.strictObject({ program_id: ProgramId, redemption_id: Id })

/**
 * Body of POST …/redeem. `notify` false: the customer gets no mail. `again` true: a second visit is meant where the same
 * one was used a moment ago.
 */
export const RedeemRequest = z.strictObject({
  attendee_profile_id: z.nullish(Id),
  event_key: z.nullish(Key),
  appointment_type_key: z.nullish(Key),
  note: z.nullish(line(120)),
  again: z._default(z.boolean({ error: code('invalid_option') }), false),
  notify: z._default(z.boolean({ error: code('invalid_option') }), true),
})
export type RedeemRequest = z.infer<typeof RedeemRequest>
/**
 * Body of POST …/adjust: how many visits are added, or taken off below zero, and why. The customer reads the reason.
 */
export const AdjustVisitsRequest = z.strictObject({
  by: z.int({ error: code('invalid_integer') }).check(
    z.minimum(-1000, code('out_of_range')),
    z.maximum(1000, code('out_of_range')),
    z.refine((by) => by !== 0, code('out_of_range')),
  ),
  reason: line(120),
  notify: z._default(z.boolean({ error: code('invalid_option') }), true),
})
export type AdjustVisitsRequest = z.infer<typeof AdjustVisitsRequest>
export const ReturnVisitRequest = z.strictObject({
  notify: z._default(z.boolean({ error: code('invalid_option') }), true),
})
export type ReturnVisitRequest = z.infer<typeof ReturnVisitRequest>
