import type { Event } from '#contract/offering/event'
import * as saleStates from '#contract/states/sale-states'

/** The reason for which no one can register for the event. `open` means that each option has a state of its own. */
export type EventState = 'cancelled' | 'ended' | 'elsewhere' | 'sold_out' | 'members' | 'preregister' | 'open'
type EventInput = Pick<
  Event,
  | 'status'
  | 'lifecycle'
  | 'has_external_registration'
  | 'restrict_to_package_ids'
  | 'preregistration_enabled'
  | 'options_brief'
  | 'order_availability'
>

/** The first state of an event that applies. Sales on another site have no state here. */
export function eventState(event: EventInput): EventState {
  const { sale_status } = event.options_brief
  if (event.status === 'cancelled') return 'cancelled'
  if (event.lifecycle === 'ended') return 'ended'
  if (event.has_external_registration) return 'elsewhere'
  if (isSoldOut(event) || (sale_status === 'restricted' && event.order_availability.is_sold_out)) return 'sold_out'
  if (event.restrict_to_package_ids.length > 0 && saleStates.notPublic.has(sale_status)) return 'members'
  return event.preregistration_enabled && sale_status === 'not_started' ? 'preregister' : 'open'
}

/** True when no option of an event has a place left and registration is on this site. */
export const isSoldOut = ({
  has_external_registration,
  options_brief,
}: Pick<Event, 'has_external_registration' | 'options_brief'>): boolean =>
  !has_external_registration && saleStates.soldOut.has(options_brief.sale_status)
