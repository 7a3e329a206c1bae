import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import * as saleStates from '../../contract/states/sale-states.ts'

export type SaleFacts = {
  event_status: EventStatus
  is_closed: boolean
  window: { starts_at: number | null; ends_at: number }
  is_restricted: boolean
  /** The places left; null means unlimited. */
  left: number | null
  waitlist: boolean
}

/**
 * Sale status of an option; the first rule that applies decides. An unpublished event is closed. Deadlines are
 * inclusive.
 */
export function saleStatus(facts: SaleFacts, now: number): SaleStatus {
  if (facts.event_status === 'cancelled') return 'event_cancelled'
  if (facts.is_closed || facts.event_status !== 'published') return 'closed'
  if (facts.window.starts_at !== null && now < facts.window.starts_at) return 'not_started'
  if (now > facts.window.ends_at) return 'ended'
  if (facts.is_restricted) return 'restricted'
  if (facts.left === 0) return facts.waitlist ? 'waitlist' : 'sold_out'
  return 'on_sale'
}

/** The status on an event's card: that of the option closest to being on sale; `none` without options. */
export function bestSaleStatus(statuses: readonly SaleStatus[], none: SaleStatus): SaleStatus {
  return saleStates.bestFirst.find((status) => statuses.includes(status)) ?? none
}
