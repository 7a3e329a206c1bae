import { noFacts } from '../../contract/event-facts.ts'
import { saleWindow, lifecycleOf } from '../catalogue/sale-window.ts'
import { refundPolicyOf, showFields } from '../catalogue/show-event.ts'
import type { Event, EventOption } from '../../contract/offering/event.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import { localize } from '../../contract/texts.ts'
import { instant } from '../../contract/instant.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EventRefund } from '../../platform/database/tables.ts'
import type { AppointmentTypeRecord } from './appointment-record.ts'
import { typeWithAllOptions, typesWithAllOptions, type WhichTypes } from './appointment-rows.ts'
import { showOption, showType } from './show-type.ts'

type Appointment = { option_id: string; starts_at: number; ends_at: number; timezone: string; refund: EventRefund }

/** The query of the types of some registrations, in any status, for the batch of a use case that shows them. */
export function bookedTypes(ctx: Pick<Ctx, 'db'>, which: WhichTypes) {
  return typesWithAllOptions(ctx.db, which)
}

/** The query of the type of one appointment, in any status. */
export const bookedType = (ctx: Pick<Ctx, 'db'>, typeId: string | null) => typeWithAllOptions(ctx.db, typeId)

/** The questions of a type and its waiver. */
export const formOf = (
  { questions, waiver }: Pick<AppointmentTypeRecord, 'questions' | 'waiver'>,
  reader: Pick<Ctx, 'contentLanguage'>,
): Pick<Event, 'fields' | 'waiver'> => ({
  fields: showFields(questions, reader),
  waiver: waiver && localize(waiver, reader.contentLanguage),
})

/**
 * An appointment in a registration: its type and option in the format of an event and its option, at the booked time.
 */
export function showAppointment(
  record: AppointmentTypeRecord,
  appointment: Appointment,
  reader: Pick<Ctx, 'now' | 'language' | 'contentLanguage' | 'siteOrigin'>,
): { event: Event; option: EventOption } {
  const type = showType(record, reader)
  const booked = record.options.find(({ id }) => id === appointment.option_id)
  if (!booked) throw new Error('an appointment without its option')
  const { name, price, text_languages } = showOption(record, booked, reader)
  const { free } = booked
  const closesAt = record.book_until ?? record.program.default_sales_end
  const window = saleWindow({ sale_starts_at: null, sale_ends_at: null }, appointment, closesAt)
  const sale_status = saleStatus(record, window.ends_at, reader.now)
  const availability = {
    available_spots: null,
    is_sold_out: false,
    sale_starts_at: null,
    sale_ends_at: instant(window.ends_at),
  }
  return {
    event: {
      id: type.id,
      object: 'event',
      title: null,
      type: 'other',
      name: type.name,
      summary: type.summary,
      description: type.description,
      program: type.program,
      venues: type.venues,
      online_event: type.is_online_event,
      status: type.status,
      lifecycle: lifecycleOf(appointment, reader.now),
      url: type.url,
      starts_at: instant(appointment.starts_at),
      ends_at: instant(appointment.ends_at),
      terms: type.terms,
      picture: type.picture,
      picture_url: type.picture_url,
      picture_text: type.picture_text,
      fields: type.fields,
      tags: type.tags,
      is_series: false,
      previous_starts_at: null,
      overnight: false,
      ...noFacts,
      series_dates: [],
      days_off: [],
      restrict_to_package_ids: type.restrict_to_package_ids,
      packages: type.packages,
      preregistration_enabled: type.is_preregistration_enabled,
      has_external_registration: false,
      external_registration_url: null,
      appointment_type_id: type.id,
      currency: type.currency,
      timezone: type.timezone,
      order_availability: { ...availability, minimum_option_price: price, maximum_option_price: price },
      refund_policy: refundPolicyOf(appointment),
      waiver: type.waiver,
      options_brief: {
        minimum_age: null,
        maximum_age: null,
        genders: [],
        sale_status,
        waitlist: false,
        free: free === 1,
      },
      created: type.created,
      updated: type.updated,
      published: type.published,
      text_languages: type.text_languages,
    },
    option: {
      id: booked.id,
      object: 'event_option',
      event_id: type.id,
      name,
      description: null,
      free: free === 1,
      gender: null,
      minimum_age: null,
      maximum_age: null,
      appointment_option_id: booked.id,
      sale_status,
      cost: price,
      instalments: [],
      text_languages,
      order_availability: availability,
    },
  }
}

function saleStatus(
  { status, restrict_to_package_ids }: AppointmentTypeRecord,
  ends_at: number,
  now: number,
): SaleStatus {
  if (status !== 'published') return 'closed'
  if (now > ends_at) return 'ended'
  return restrict_to_package_ids.length > 0 ? 'restricted' : 'on_sale'
}
