import { formatDeadline } from '#contract/date-format'
import type { Order } from '#contract/order'
import { customerReasons, type Registration } from '#contract/registration'
import type { ProgramContext } from '../../layouts/program-context.ts'
import { refundWords } from '../event/refund-words.ts'
import type { CancelSetup } from '../../stores/cancel-place.ts'
import { placeView } from './place-view.ts'

const cancellable = new Set(['confirmed', 'pending'])

/** What the page passes to the island about places that may be cancelled. */
export function cancelSetup(order: Order, programContext: ProgramContext, now: number): CancelSetup {
  const places = order.registrations.filter(
    ({ status, event }) => cancellable.has(status) && Date.parse(event.starts_at) > now,
  )
  return {
    program: { name: programContext.program.name, email: programContext.program.email },
    address: programContext.to.order(order.id),
    reasons: [...customerReasons],
    places: places.map((registration) => ({
      registration_id: registration.id,
      name: placeView(registration, programContext.locale).who,
      title: `${registration.event.name}, ${registration.option.name}`,
      others: places
        .filter(({ id }) => id !== registration.id)
        .map(({ attendee_profile }) => attendee_profile.first_name)
        .filter((name) => name !== registration.attendee_profile.first_name),
      isPaid: registration.status === 'confirmed',
      preview: registration.cancellation,
      until: untilOf(registration, programContext, now),
      refundSteps:
        registration.status === 'confirmed' && order.amount_total.value > 0
          ? refundWords(registration.event, programContext.locale, now).refundSteps
          : [],
    })),
  }
}

const untilOf = (registration: Registration, programContext: ProgramContext, now: number): string | null =>
  registration.cancellation.tier_ends_at === null
    ? null
    : formatDeadline(registration.cancellation.tier_ends_at, {
        timezone: registration.event.timezone,
        locale: programContext.locale,
        now,
      })
