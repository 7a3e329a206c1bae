import type { Event } from '#contract/event'

/** Whether visits of a package open something here. */
export const opensWithVisits = (
  { packages }: Pick<Event, 'packages'>,
  features: { sessions_enabled: boolean } | null,
): boolean => features?.sessions_enabled === true && packages.some(({ object }) => object === 'session_package')
