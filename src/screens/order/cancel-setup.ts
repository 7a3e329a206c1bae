import type { Order } from '#contract/order'
import { customerReasons, type Registration } from '#contract/registration'
import type { Visit } from '../../layouts/visit.ts'
import { refundWords } from '../event/refund-words.ts'
import type { CancelSetup } from '../../stores/cancel-place.ts'
import { momentOf } from './order-words.ts'
import { placeView } from './place-view.ts'

const cancellable = new Set(['confirmed', 'pending'])

/** What the page tells the island about places that may be given back. */
export function cancelSetup(order: Order, visit: Visit, now: number): CancelSetup {
  const places = order.registrations.filter(
    ({ status, event }) => cancellable.has(status) && Date.parse(event.starts_at) > now,
  )
  return {
    program: { name: visit.program.name, email: visit.program.email },
    address: visit.to.order(order.id),
    reasons: [...customerReasons],
    places: places.map((registration) => ({
      registration_id: registration.id,
      name: placeView(registration, visit.language).who,
      title: `${registration.event.name}, ${registration.option.name}`,
      others: places
        .filter(({ id }) => id !== registration.id)
        .map(({ attendee_profile }) => attendee_profile.first_name)
        .filter((name) => name !== registration.attendee_profile.first_name),
      isPaid: registration.status === 'confirmed',
      preview: registration.cancellation,
      until: untilOf(registration, visit),
      cups:
        registration.status === 'confirmed' && order.amount_total.value > 0
          ? refundWords(registration.event, visit.language, now).cups
          : [],
    })),
  }
}

const untilOf = (registration: Registration, visit: Visit): string | null =>
  registration.cancellation.tier_ends_at === null
    ? null
    : momentOf(registration.cancellation.tier_ends_at, registration.event.timezone, visit)
