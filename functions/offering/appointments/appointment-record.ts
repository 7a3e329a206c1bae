import type { EventRecord, SellerRecord, VenueRecord } from '../catalogue/event-record.ts'
import type { PeriodType, StoredHours } from '../../contract/offering/appointment.ts'
import type { AppointmentStatus } from '../../contract/states/event-states.ts'
import type { EventRefund } from '../../platform/database/tables/events.ts'
import type { Translations } from '../../contract/texts.ts'

/** An option in the row of its type. Flags are 0 or 1, as in JSON from the database. */
export type OptionRecord = {
  id: string
  position: number
  name: string
  free: number
  cost: number
  duration: number
  translations: Translations
}

/** An appointment type in one row with everything that belongs to it, except the link of an online one. */
export type AppointmentTypeRecord = {
  id: string
  position: number
  name: string
  summary: string | null
  description: string | null
  terms: string | null
  status: AppointmentStatus
  currency: string
  tags: string[]
  picture_url: string | null
  picture_text: string | null
  is_online_event: boolean
  is_preregistration_enabled: boolean
  period_type: PeriodType
  max_booking_time: number | null
  period_starts_on: string | null
  period_ends_on: string | null
  opening_hours: StoredHours[]
  interval_minutes: number
  buffer_minutes: number
  spots_total: number
  book_until: string | null
  published: number | null
  created: number
  updated: number
  translations: Translations
  restrict_to_package_ids: string[]
  /** Null means the default policy of appointments. */
  refund: EventRefund | null
  program: SellerRecord
  options: OptionRecord[]
  venues: VenueRecord[]
} & Pick<EventRecord, 'packages' | 'questions' | 'waiver'>
