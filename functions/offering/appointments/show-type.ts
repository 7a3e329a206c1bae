import { servedPicture } from '../../contract/offering/picture-address.ts'
import { instant } from '../../contract/instant.ts'
import type { EventRefund } from '../../platform/database/tables.ts'
import { priceOf } from '../pricing/line-price.ts'
import type { AppointmentOption, AppointmentType } from '../../contract/offering/appointment.ts'
import type { Language } from '../../contract/field-rules.ts'
import { refundPolicyOf, showFields, showPackages } from '../catalogue/show-event.ts'
import { showProgramBrief } from '../catalogue/show-program.ts'
import { showVenue } from '../catalogue/show-venue.ts'
import { localize } from '../../contract/texts.ts'
import type { AppointmentTypeRecord, OptionRecord } from './appointment-record.ts'

type Reader = { language: Language; contentLanguage: Language | null; siteOrigin: string }

/** The default cancellation policy of a type; must match the view `bookings`. */
const usualRefund: EventRefund = {
  tiers: [],
  retention: { fixed: 0, percent: 0, keep_fees: true },
  automatic: false,
  request: true,
  move_until: null,
  session: {
    free_until: 'PT24H',
    late: 'keep_credit_used',
    late_fee: 0,
    no_show: 'keep_credit_used',
    request: true,
  },
}

const noSeason = { starts_on: null, ends_on: null }

/** Builds the appointment type of the API. */
export function showType(type: AppointmentTypeRecord, reader: Reader): AppointmentType {
  const program = localize(type.program, reader.contentLanguage)
  const { name, summary, description, terms, picture_text, text_languages } = localize(type, reader.contentLanguage)
  const options = type.options.map((option) => showOption(type, option, reader))
  const byCost = [...options].sort((one, other) => one.price.cost.value - other.price.cost.value)
  return {
    id: type.id,
    object: 'appointment_type',
    name,
    summary,
    description,
    text_languages,
    program: showProgramBrief(program),
    venues: type.venues.map((venue) => showVenue(venue, reader)),
    is_online_event: type.is_online_event,
    is_preregistration_enabled: type.is_preregistration_enabled,
    status: type.status,
    url: `${reader.siteOrigin}/pg/${program.id}/schedule/${type.id}`,
    terms,
    picture: servedPicture(reader.siteOrigin, type.picture_url, {
      program_id: program.id,
      kind: 'appointment',
      id: type.id,
    }),
    picture_url: type.picture_url,
    picture_text,
    fields: showFields(type.questions, reader),
    tags: type.tags,
    restrict_to_package_ids: type.restrict_to_package_ids,
    packages: showPackages(type.packages, reader),
    waiver: type.waiver && localize(type.waiver, reader.contentLanguage),
    refund_policy: refundPolicyOf({ refund: type.refund ?? usualRefund, timezone: program.timezone }),
    durations: [...new Set(options.map(({ duration }) => duration))].sort((one, other) => one - other),
    period_type: type.period_type,
    max_booking_time: type.max_booking_time,
    period_starts_on: type.period_starts_on,
    period_ends_on: type.period_ends_on,
    opening_hours: type.opening_hours.map((hours) => ({ ...noSeason, ...hours })),
    pricing: {
      amount_of_options: options.length,
      minimum_option_price: byCost[0]?.price ?? null,
      maximum_option_price: byCost.at(-1)?.price ?? null,
    },
    options,
    currency: type.currency,
    timezone: program.timezone,
    created: instant(type.created),
    updated: instant(type.updated),
    published: instant(type.published),
  }
}

/** Builds the option of a type of the API. */
export function showOption(
  type: AppointmentTypeRecord,
  option: OptionRecord,
  { language, contentLanguage }: Pick<Reader, 'language' | 'contentLanguage'>,
): AppointmentOption {
  const { id, name, free, duration, cost, text_languages } = localize(option, contentLanguage)
  return {
    id,
    object: 'appointment_option',
    appointment_type_id: type.id,
    name,
    free: free === 1,
    duration,
    text_languages,
    price: priceOf(cost, type.program.selling, { ...type, language }),
  }
}
