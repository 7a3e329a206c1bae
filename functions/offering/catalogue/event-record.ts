import type { Address } from '../../contract/people/address.ts'
import type { EventFacts } from '../../contract/event-facts.ts'
import type { DayOffBrief, EventType, Field, QuestionType, RefundTier, Waiver } from '../../contract/offering/event.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import type { PaymentPlan } from '../../contract/offering/payment-plan.ts'
import type { PackageBrief } from '../../contract/offering/package.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import type { Translations } from '../../contract/texts.ts'
import type { OptionPlaces } from './places-left.ts'

/** An option in the `options` of an event's row. Flags are 0 or 1, as in JSON of the database. */
export type OptionRecord = OptionPlaces & {
  id: string
  position: number
  name: string
  description: string | null
  free: number
  cost: number
  gender: Gender | null
  minimum_age: number | null
  maximum_age: number | null
  sale_starts_at: number | null
  sale_ends_at: number | null
  is_closed: number
  is_removed: number
  appointment_option_id: string | null
  payment_plan: PaymentPlan | null
  translations: Translations
}

export type QuestionRecord = {
  id: string
  position: number
  title: string
  type: QuestionType
  help: string | null
  required: number
  max_length: number | null
  minimum: number | null
  maximum: number | null
  choices: { value: string; label: string; translations?: Translations }[]
  show_if: Field['show_if']
  translations: Translations
}

type Session = {
  free_until: string
  late: 'keep_credit_used' | 'return_credit' | 'charge_fee'
  late_fee: number
  no_show: 'keep_credit_used' | 'return_credit' | 'charge_fee'
  move_until?: string | null
  request: boolean
}
type RefundRecord = {
  tiers: RefundTier[]
  retention: { fixed: number; percent: number; keep_fees: boolean }
  automatic: boolean
  request: boolean
  move_until: string | null
  session: Session | null
}

/** A package that covers an event. */
export type PackageRecord = {
  id: string
  object: PackageBrief['object']
  name: string
  is_discontinued: number
  translations: Translations
}

/** An event in one row with everything that belongs to it, except the link of an online event. */
export type EventRecord = EventFacts & {
  id: string
  type: EventType
  name: string
  title: string | null
  summary: string | null
  description: string | null
  terms: string | null
  status: EventStatus
  starts_at: number
  ends_at: number
  previous_starts_at: number | null
  timezone: string
  currency: string
  overnight: boolean | null
  is_series: boolean
  series_dates: { starts_at: number; ends_at: number }[]
  days_off: DayOffBrief[]
  tags: string[]
  picture_url: string | null
  picture_text: string | null
  online_event: boolean
  restrict_to_package_ids: string[]
  packages: PackageRecord[]
  preregistration_enabled: boolean
  external_registration_url: string | null
  waitlist: boolean
  refund: RefundRecord
  published: number | null
  created: number
  updated: number
  translations: Translations
  program: SellerRecord
  options: OptionRecord[]
  venues: VenueRecord[]
  questions: QuestionRecord[]
  waiver: (Omit<Waiver, 'text_languages'> & { translations: Translations }) | null
}

/** The fields of the selling program that its page and its sale need. */
export type SellerRecord = {
  id: string
  name: string
  timezone: string
  currency: string
  country: string
  selling: ProgramSelling
  default_sales_end: string
  /** How long before a start the answers of its places can be changed; null for the default. */
  answers_until: string | null
  translations: Translations
}

/** The venues of the event, in the order of the file. */
export type VenueRecord = {
  id: string
  position: number
  name: string
  address: Address
  timezone: string
  translations: Translations
}

/** The fields that decide whether the event is sold, and at what price. */
export type SaleRecord = Pick<
  EventRecord,
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'timezone'
  | 'currency'
  | 'restrict_to_package_ids'
  | 'external_registration_url'
  | 'waitlist'
> & {
  program: Pick<EventRecord['program'], 'selling' | 'country' | 'default_sales_end'>
  options: Omit<OptionRecord, 'name' | 'description' | 'appointment_option_id' | 'translations'>[]
}

/**
 * Context of the request: the current time, the languages of sentences and of the organisation's texts, the site's
 * origin.
 */
export type Reader = { now: number; language: string; contentLanguage: Language | null; siteOrigin: string }
