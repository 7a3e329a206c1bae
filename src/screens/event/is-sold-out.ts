import type { Event } from '#contract/event'

/** True when no option of an event has a place left and registering is done here. */
export const isSoldOut = ({
  has_external_registration,
  options_brief,
}: Pick<Event, 'has_external_registration' | 'options_brief'>): boolean =>
  !has_external_registration && (options_brief.sale_status === 'sold_out' || options_brief.sale_status === 'waitlist')
