import { noFacts } from '#contract/event-facts'
import { minuteMs } from '#contract/limits'
import type { AppointmentOption, AppointmentType } from '#contract/offering/appointment'
import type { Event, EventOption } from '#contract/offering/event'

/** A time of an appointment type, converted to an event with one option, as its registration shows it. */
export function appointmentEvent(
  type: AppointmentType,
  option: AppointmentOption,
  start: number,
): { event: Event; option: EventOption } {
  const availability = { available_spots: null, is_sold_out: false, sale_starts_at: null, sale_ends_at: null }
  return {
    event: {
      ...type,
      object: 'event',
      title: null,
      // The cancellation rules of a class apply: deadlines by date.
      type: 'class',
      online_event: type.is_online_event,
      status: 'published',
      lifecycle: 'upcoming',
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + option.duration * minuteMs).toISOString(),
      is_series: false,
      previous_starts_at: null,
      overnight: false,
      ...noFacts,
      series_dates: [],
      days_off: [],
      preregistration_enabled: false,
      has_external_registration: false,
      external_registration_url: null,
      appointment_type_id: type.id,
      order_availability: { ...availability, minimum_option_price: option.price, maximum_option_price: option.price },
      options_brief: {
        minimum_age: null,
        maximum_age: null,
        genders: [],
        sale_status: 'on_sale',
        waitlist: false,
        free: option.free,
      },
    },
    option: {
      id: option.id,
      object: 'event_option',
      event_id: type.id,
      name: option.name,
      description: null,
      instalments: [],
      free: option.free,
      gender: null,
      minimum_age: null,
      maximum_age: null,
      appointment_option_id: option.id,
      sale_status: 'on_sale',
      cost: option.price,
      text_languages: option.text_languages,
      order_availability: availability,
    },
  }
}
