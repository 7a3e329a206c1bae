import type { EventType } from '#contract/event'

const scenes: Record<EventType, string> = {
  camp: 'tent',
  class: 'pottery',
  event: 'fire',
  clinic: 'swim',
  competition: 'climb',
  party: 'dock',
  online: 'code',
  other: 'none',
}

/** The scene shown for an event without a picture of its own. */
export const sceneOf = (type: EventType): string => `/pictures/${scenes[type]}.svg`
