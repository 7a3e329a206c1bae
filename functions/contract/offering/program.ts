import { OfflineLimits } from './offline-limits.ts'
import * as z from 'zod/mini'
import { requirableFields } from '../people/attendee-fields.ts'
import { Address } from '../people/address.ts'
import { Id } from '../field-rules.ts'
import { TextLanguages } from '../texts.ts'
import * as membershipStates from '../states/membership-states.ts'

/** Features of a program; a feature that is off, or has no pages yet, is false. */
export const featureNames = [
  'online_payments',
  'sessions',
  'memberships',
  'account_balance',
  'communications',
  'feedback',
  'discounts',
  'appointments',
  'expanded_gender',
  'products',
  'push_notifications',
  'meta_pixel',
  'gtm',
] as const
export type FeatureName = (typeof featureNames)[number]

export const ProgramFeatures = z.strictObject({
  object: z.literal('program_features'),
  program_id: z.string(),
  online_payments_enabled: z.boolean(),
  sessions_enabled: z.boolean(),
  memberships_enabled: z.boolean(),
  account_balance_enabled: z.boolean(),
  communications_enabled: z.boolean(),
  feedback_enabled: z.boolean(),
  discounts_enabled: z.boolean(),
  appointments_enabled: z.boolean(),
  expanded_gender_enabled: z.boolean(),
  products_enabled: z.boolean(),
  push_notifications_enabled: z.boolean(),
  meta_pixel_enabled: z.boolean(),
  gtm_enabled: z.boolean(),
})
export type ProgramFeatures = z.infer<typeof ProgramFeatures>

/** When families are asked for feedback. */
export const campFeedbackSchedules = ['off', 'after_end', 'after_first_day', 'weekly'] as const
export const sessionFeedbackSchedules = ['off', 'after_first', 'after_each', 'every_5th'] as const

/** Preferences of a program. Whether a text is Markdown or plain follows from its name in the program file. */
export const ProgramPreferences = z.strictObject({
  brand_accent_color: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  program_terms: z.nullable(z.string()),
  membership_packages_text: z.nullable(z.string()),
  store_front_text: z.nullable(z.string()),
  session_packages_text: z.nullable(z.string()),
  checkout_background_url: z.nullable(z.string()),
  checkout_overlay_opacity: z.nullable(z.int()),
  checkout_overlay_color: z.nullable(z.string()),
  sold_out_text: z.nullable(z.string()),
  required_attendee_fields: z.array(z.enum(requirableFields)),
  treaty: z.nullable(z.string()),
  /** The field is missing in programs stored before it existed, and so is `health_access_text`. */
  privacy_text: z.optional(z.nullable(z.string())),
  health_access_text: z.optional(z.nullable(z.string())),
  default_event_waiver: z.nullable(z.string()),
  default_membership_terms: z.nullable(z.string()),
  default_sales_end: z.string(),
  /** Missing in programs stored before the field existed. */
  answers_until: z.optional(z.string()),
  camp_feedback_schedule: z.enum(campFeedbackSchedules),
  session_feedback_schedule: z.enum(sessionFeedbackSchedules),
  ignore_attendee_conflicts: z.boolean(),
  promote_products: z.boolean(),
})
export type ProgramPreferences = z.infer<typeof ProgramPreferences>
/** The default duration before a start at which sales, and changes of answers, end. */
export const untilStart = 'PT0S'
/** The default preferences of a program. */
export const usualPreferences: ProgramPreferences = {
  brand_accent_color: null,
  logo: null,
  icon: null,
  program_terms: null,
  membership_packages_text: null,
  store_front_text: null,
  session_packages_text: null,
  checkout_background_url: null,
  checkout_overlay_opacity: null,
  checkout_overlay_color: null,
  sold_out_text: null,
  required_attendee_fields: [],
  treaty: null,
  privacy_text: null,
  health_access_text: null,
  default_event_waiver: null,
  default_membership_terms: null,
  default_sales_end: untilStart,
  answers_until: untilStart,
  camp_feedback_schedule: 'off',
  session_feedback_schedule: 'off',
  ignore_attendee_conflicts: false,
  promote_products: false,
}

/** The most that one charge of staff to a stored card may be, in major units, unless the program sets another limit. */
export const usualCardChargeLimit = 100

/** Whether pages show the total or the price before tax first, where the law allows a choice. Both include the fee. */
export const priceStyles = ['all_in', 'before_tax'] as const

/** What happens to a membership after all payment attempts failed, and whether customers may pause theirs. */
export const MembershipRules = z.strictObject({
  after_retries: z.enum(membershipStates.afterRetries.statuses),
  customer_may_pause: z.boolean(),
})
export type MembershipRules = z.infer<typeof MembershipRules>
export const usualMembershipRules: MembershipRules = { after_retries: 'unpaid', customer_may_pause: false }

/**
 * The selling terms of a program. `fee.fixed` is in minor units, percentages are in basis points. Only fee and taxes
 * are public; the instructions for paying later are in the order (`Order.offline_instructions`).
 */
export const ProgramSelling = z.strictObject({
  hold_minutes: z.int(),
  offline: z.boolean(),
  offline_instructions: z.optional(z.nullable(z.string())),
  offline_limits: z.optional(OfflineLimits),
  tax_number: z.optional(z.nullable(z.string())),
  legal_name: z.optional(z.nullable(z.string())),
  fee: z.strictObject({ percent: z.int(), fixed: z.int(), included: z.boolean() }),
  taxes: z.array(z.strictObject({ name: z.string(), percent: z.int(), included: z.boolean() })),
  balance_due_blocks_checkout: z.boolean(),
  embed_origins: z.array(z.string()),
  /**
   * Minor units to which fees, taxes and discounts are rounded, for currencies whose cards are charged in larger steps:
   * 10 in BHD, JOD, KWD, OMR and TND; missing means 1.
   */
  amount_step: z.optional(z.int()),
  /** Both are missing in programs stored before they existed, which means no charges of staff to stored cards. */
  card_charges: z.optional(z.nullable(z.string())),
  card_charges_limit: z.optional(z.int()),
  /** The field is missing in programs stored before it existed, which means `all_in`. */
  show_prices: z.optional(z.enum(priceStyles)),
  /** The field is missing in programs stored before it existed, which means the default rules. */
  memberships: z.optional(MembershipRules),
})
export type ProgramSelling = z.infer<typeof ProgramSelling>

/** What the provider's card form needs: public key, charged account, and hosts for the page's policy. */
export const CardForm = z.strictObject({
  publishable_key: z.string(),
  account: z.nullable(z.string()),
  policy: z.strictObject({
    script: z.array(z.string()),
    frame: z.array(z.string()),
    connect: z.array(z.string()),
    image: z.array(z.string()),
  }),
})

/** A public program, without billing. `selling` and `summary` are our additions. */
export const Program = z.strictObject({
  id: z.string(),
  object: z.literal('program'),
  name: z.string(),
  summary: z.nullable(z.string()),
  types: z.array(z.string()),
  picture_url: z.nullable(z.string()),
  website: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(Address),
  featured: z.boolean(),
  is_verified: z.boolean(),
  tags: z.array(z.string()),
  payment_provider: z.nullable(z.string()),
  card_form: z.nullable(CardForm),
  language: z.string(),
  languages: z.array(z.string()),
  default_currency: z.string(),
  country: z.string(),
  meta_pixel_id: z.nullable(z.string()),
  gtm_id: z.nullable(z.string()),
  timezone: z.string(),
  preferences: ProgramPreferences,
  selling: z.strictObject({
    hold_minutes: z.int(),
    offline: z.boolean(),
    fee: ProgramSelling.shape.fee,
    taxes: ProgramSelling.shape.taxes,
    amount_step: ProgramSelling.shape.amount_step,
    show_prices: z.enum(priceStyles),
    tax_number: z.optional(z.nullable(z.string())),
    legal_name: z.optional(z.nullable(z.string())),
  }),
  /** Twelve colours, light and dark, derived from the accent when it changes; null means the defaults of tokens.css. */
  colours: z.nullable(
    z.strictObject({ light: z.record(z.string(), z.string()), dark: z.record(z.string(), z.string()) }),
  ),
  /** Display names of types and tags (our addition). A type or tag without an entry is shown as it is. */
  tag_names: z.optional(z.record(z.string(), z.string())),
  text_languages: TextLanguages,
  created: z.string(),
  updated: z.string(),
})
export type Program = z.infer<typeof Program>

/** The short form of a program inside an event. */
export const ProgramBrief = z.strictObject({
  id: z.string(),
  name: z.string(),
  timezone: z.string(),
  currency: z.string(),
  text_languages: TextLanguages,
})
export type ProgramBrief = z.infer<typeof ProgramBrief>

/** A venue of the API. */
export const Venue = z.strictObject({
  id: z.string(),
  object: z.literal('venue'),
  name: z.string(),
  address: Address,
  timezone: z.string(),
  text_languages: TextLanguages,
})
export type Venue = z.infer<typeof Venue>

export const InProgramId = z.strictObject({ program_id: Id })
