import type { LineView } from '../../../stores/money/checkout-setup.ts'
import type { Order } from '#contract/money/order'
import type { Registration } from '#contract/booking/registration'
import { languageOf, type Locale, weekdayDay } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { shapeOf } from '#contract/event-times'
import { leafWords } from '#contract/leaf-words'
import { shortHours, weekdaysOf } from '../../../locales/event-times.ts'
import type { CancelPlace } from '../../../stores/changes/cancel-place.ts'
import type { Routes } from '../../../routes.ts'
import { placeWords } from '../../offering/explore/card.ts'

/** A place in words: its date, event, attendee, time and place. */
export type PlaceView = Omit<LineView, 'day' | 'edit'> & {
  hours: string
  place: string
  /** The first day of the place: `Thu, December 3`. */
  day: string
  isAppointment: boolean
}

export function placeView(
  registration: Pick<Registration, 'event' | 'option' | 'attendee_profile'>,
  locale: Locale,
): PlaceView {
  const { event, option, attendee_profile } = registration
  const shape = shapeOf(event)
  return {
    ...leafWords(shape, weekdaysOf(event), locale),
    name: event.name,
    option: option.name,
    who: attendee_profile.first_name,
    hours: shortHours(shape, locale),
    place: placeWords(event, languageOf(locale)),
    day: weekdayDay(wallClock(event.starts_at, event.timezone), locale),
    isAppointment: event.appointment_type_id !== null,
  }
}

/** Sorts places by their start. */
export const inOrderOfStart = <Place extends Pick<Registration, 'event'>>(places: readonly Place[]): Place[] =>
  places.toSorted((a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))

/** True when two places are of the same event at the same time. */
export const isSameBooking = (
  a: Pick<Registration, 'event_id' | 'event'>,
  b: Pick<Registration, 'event_id' | 'event'>,
): boolean => a.event_id === b.event_id && a.event.starts_at === b.event.starts_at

/** The page of the booked event or appointment type. */
export const bookedAddress = (
  { event_id, event }: Pick<Registration, 'event_id' | 'event'>,
  to: Pick<Routes, 'event' | 'appointment'>,
): string => (event.appointment_type_id === null ? to.event(event_id) : to.appointment(event_id))

/** The entries of the menu of a place, and the refund to name next to its cancellation; null when nothing is refunded. */
export function placeActions(
  { status, move_until, event }: Pick<Registration, 'status' | 'move_until' | 'event'>,
  { cancel, isClosed }: { cancel: Pick<CancelPlace, 'isPaid' | 'preview' | 'until'> | null; isClosed: boolean },
): { mayMove: boolean; moveUntil: string | null; cancelNote: { amount: string; until: string | null } | null } {
  const mayMove = move_until !== null && status === 'confirmed' && event.status === 'published' && !isClosed
  const isRefunded = cancel?.isPaid && cancel.preview.result === 'automatic' && cancel.preview.amount.value > 0
  return {
    mayMove,
    moveUntil: mayMove ? move_until : null,
    cancelNote: isRefunded ? { amount: cancel.preview.amount.display, until: cancel.until } : null,
  }
}

/** The files sent with a place, by the title of their question. */
export const sentFiles = ({
  event,
  form_response,
}: Pick<Registration, 'event' | 'form_response'>): { id: string; title: string }[] =>
  event.fields.flatMap(({ id, type, title }) => {
    const value = form_response.answers.find(({ field_id }) => field_id === id)?.value
    return type === 'file' && typeof value === 'string' ? [{ id: value, title }] : []
  })

/** The only event of an order's confirmed places that has not started, with these places; null when there are several or none. */
export function upcomingEvent(
  { registrations }: Pick<Order, 'registrations'>,
  now: number,
): { event: Registration['event']; places: Registration[] } | null {
  const places = registrations.filter(({ status }) => status === 'confirmed')
  const [first, ...others] = places
  if (!first || Date.parse(first.event.starts_at) <= now) return null
  return others.every((each) => isSameBooking(first, each)) ? { event: first.event, places } : null
}
