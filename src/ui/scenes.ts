import type { EventType } from '#contract/offering/event'

const files = import.meta.glob<string>(
  [
    '../../public/pictures/{canoe,climb,code,dock,fire,hike,none,pottery,sail,swim,tent}.svg',
    '../../public/{favicon,lakeside-logo}.svg',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const drawings = new Map(
  Object.entries(files).map(([file, svg]) => [
    file.replace('../../public', ''),
    svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, ''),
  ]),
)

/** The inner SVG of one of our own drawings, by its URL; null for any other picture, which is never inlined. */
export const drawingOf = (address: string): string | null => drawings.get(address) ?? null

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

/** The scene of an event without a picture of its own. */
export const sceneOf = (type: EventType): string => `/pictures/${scenes[type]}.svg`
