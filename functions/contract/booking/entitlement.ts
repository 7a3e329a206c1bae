import * as z from 'zod/mini'
import { ProgramId } from '../field-rules.ts'
import type { MembershipStatus } from '../states/membership-states.ts'
import { TextLanguages } from '../texts.ts'
import type { MembershipTerms } from './membership.ts'

/** The days on which a membership gives access, yyyy-mm-dd; `until` is exclusive, null without an end. */
export type OpenDays = { from: string; until: string | null; paused_from: string | null; paused_until: string | null }

/**
 * A membership that lets people book (our addition): for one person, or with `attendee_profile_id` null for everyone
 * the customer books for. It gives access to events and appointments that need its package, from `from` to before
 * `until`, except from `paused_from` to before `paused_until`.
 */
export const Entitlement = z.strictObject({
  object: z.literal('entitlement'),
  program_id: z.string(),
  package_id: z.string(),
  package_name: z.string(),
  text_languages: TextLanguages,
  attendee_profile_id: z.nullable(z.string()),
  /** True when the visits of the membership are counted: an event without a price uses one. */
  counts_visits: z.boolean(),
  from: z.string(),
  until: z.nullable(z.string()),
  paused_from: z.nullable(z.string()),
  paused_until: z.nullable(z.string()),
})
export type Entitlement = z.infer<typeof Entitlement>
export const InProgramOfEntitlements = z.strictObject({ program_id: ProgramId })

/** Whether a day is one of the open days. */
export const isOpenOn = ({ from, until, paused_from, paused_until }: OpenDays, day: string): boolean =>
  day >= from &&
  (until === null || day < until) &&
  (paused_from === null || day < paused_from || (paused_until !== null && day >= paused_until))

/** The fields that decide on which days a membership gives access. */
export type MembershipDays = {
  anchor_on: string
  anchor_day: number
  status: MembershipStatus
  is_usable: boolean
  terms: Pick<MembershipTerms, 'billing_period' | 'expiry_amount' | 'expiry_period' | 'anchor_day' | 'num_periods'>
  start_on: string
  trial_end_on: string | null
  period_index: number
  period_end_on: string | null
  num_paid: number
  cancel_at_period_end: boolean
  pause_on: string | null
  resume_on: string | null
  due_on: string | null
  /** Whether a card can be charged when the trial ends. */
  has_card: boolean
}
/** A membership in the form that the rules of entitlement use. */
export type HeldMembership = MembershipDays & {
  id: string
  terms: Pick<MembershipTerms, 'allocated_amount' | 'is_unlimited'>
  package_id: string
  attendee_profile_id: string | null
  timezone: string
}
