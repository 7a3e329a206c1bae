import { localeOf } from '../../contract/date-format.ts'
import { minuteMs } from '../../contract/limits.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import { ApiError } from '../../contract/api-error.ts'
import { dayNow } from '../../offering/appointments/free-days.ts'
import type { OptionRecord } from '../../offering/appointments/appointment-record.ts'
import { closedMessage } from '../../booking/registrations/bookable-time.ts'
import { checkAttendee } from '../../booking/registrations/hold-registration.ts'
import type { AppointmentToBook } from '../../booking/registrations/load-appointment-to-book.ts'
import { checkMayBook, checkOpening, mayPayPrice } from '../../booking/registrations/plan-appointments.ts'
import { takeTime } from '../../booking/registrations/take-place.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import type { BookingTarget, DesiredPlace, PersonsPlace, PlaceRefusal } from './booking-target.ts'
import type { BookingByStaff } from './load-booking.ts'
import { refusedTimes, withoutTimes } from './free-times-for.ts'

/** An appointment type as a booking of a family reads it: a place at each of its times for each person. */
export function appointmentTarget(
  ctx: CustomerContext,
  loaded: AppointmentToBook,
  staff?: BookingByStaff,
): BookingTarget {
  const { type, form, starts, availabilityOf, taken, lapsed, ofCart } = loaded
  const optionOf = (option_id: string): OptionRecord => {
    const option = type.options.find(({ id }) => id === option_id)
    if (!option) throw new ApiError('not_found', { param: 'option_id' })
    return option
  }
  const placesOf = (option_id: string): DesiredPlace[] => {
    const option = optionOf(option_id)
    const booking = appointmentBooking(loaded, option)
    return starts.map((starts_at, at) => ({
      option_id,
      starts_at,
      param: `appointment.starts_at[${at}]`,
      booking,
      take: (registering, place) =>
        takeTime(
          ctx,
          { ...registering, form, type },
          { ...place, time: { option_id, starts_at, ends_at: starts_at + option.duration * minuteMs } },
        ),
    }))
  }
  const isBookedTwice = (wish: PersonsPlace | undefined): boolean =>
    wish?.registering.others.some(
      ({ appointment_option_id, dates }) =>
        dates[0]?.starts_at === wish.place.starts_at && type.options.some(({ id }) => id === appointment_option_id),
    ) === true
  return {
    form,
    packageIds: type.restrict_to_package_ids,
    placesOf,
    checkMayBook,
    checkOpen: (registering, { option_id, isHolder: holds, waived }) => {
      const isHolder = holds || waived.has('membership_required')
      checkOpening(ctx, registering, { type, option: optionOf(option_id), starts, isHolder })
      checkAttendee(ctx, { ...registering, others: [] }, { option_id: null, times: null, waived })
    },
    mayPayPrice: (option_id) => mayPayPrice({ type, option: optionOf(option_id) }),
    has: ({ appointment_type_id }) => appointment_type_id === type.id,
    refusals: (desired, freed) => {
      const [first] = desired
      if (!first) return []
      const { program } = first.registering
      const { rules } = availabilityOf(first.place.option_id)
      const mayOverlap =
        program.preferences.ignore_attendee_conflicts || staff?.waived.has('attendee_conflict') === true
      const released = ofCart.filter((slot) =>
        freed.some(({ registration }) => registration.id === slot.registration_id),
      )
      const left = withoutTimes(taken, [...lapsed, ...released])
      const needsResources = type.needs_resources === 1
      // A person or room has one appointment at a time, so only a type without them has extra places.
      const extra = staff?.mayBeExtra && !needsResources ? left.length + desired.length : 0
      const refused = refusedTimes(
        { rules: { ...rules, spots_total: rules.spots_total + extra }, needsResources, taken: left, now: ctx.now },
        desired.map(({ person, registering, place }) => ({
          person,
          starts_at: place.starts_at,
          duration: optionOf(place.option_id).duration,
          busy: mayOverlap ? [] : registering.others,
        })),
        mayOverlap,
      )
      const locale = localeOf(ctx.language, program.country)
      return refused.map((refusal, at): PlaceRefusal | null => {
        const why = mayOverlap && isBookedTwice(desired[at]) ? 'already_registered' : refusal
        if (why === null) return null
        const day = dayNow(desired[at]?.place.starts_at ?? 0, rules.timezone).toString()
        const closed = why === 'option_not_on_sale' ? closedMessage(rules, day, locale).message : undefined
        return { type: why, message: closed ?? errorSentence(why, ctx.language) }
      })
    },
    sources: (option_ids) =>
      option_ids.slice(0, 1).map((option_id) => ({ kind: 'appointment' as const, source_id: type.id, option_id })),
    tags: [`appointment_type:${type.id}`],
    event: null,
    waitedFor: null,
  }
}

/** A time of an appointment type as an order reads it: with its names in every language, at the option's price. */
function appointmentBooking({ type }: AppointmentToBook, option: OptionRecord): OrderedPlace['booking'] {
  const inLanguage = (language: 'en' | 'fr') => ({
    title: type.translations[language]?.['name'] ?? null,
    option_title: option.translations[language]?.['name'] ?? null,
  })
  return {
    kind: 'appointment',
    source_id: type.id,
    option_id: option.id,
    title: type.name,
    option_title: option.name,
    translations: { language: type.translations.language ?? 'en', en: inLanguage('en'), fr: inLanguage('fr') },
    event_type: null,
    cost: option.cost,
  }
}
