import { findSitePage } from '../contract/site-pages.ts'
import { openLine, type WaitingLine } from './waiting-line.ts'

/**
 * `open`: what is the same for everybody, mostly kept and answered at once. `reads`: pages and calls of one customer.
 * `writes`: all that changes something. `outside`: what waits for the hash of a password or for the card provider, not
 * for the runtime.
 */
export type Lane = 'open' | 'reads' | 'writes' | 'outside'

/** How many of a lane the runtime has at a time: it has one thread, and what comes to it at once all waits for the last. */
const rooms = { open: 24, reads: 4, writes: 6, outside: 100 }
/** Writes that go on while somebody waits for a page. */
const writesBesidePages = 1
/** What is not answered within this time waits for something else, and another is let in; up to so many times the room. */
const releaseMs = 3000
const manyTimes = 4
/** The part of a lane that one network can hold. */
const share = 0.5

const isOutside = (path: string): boolean =>
  path
    .split('/')
    .some(
      (name) =>
        /^(?:login|signup|token|recovery|verify|checkout|stripe)$/.test(name) ||
        (/^[\w-]+$/.test(name) && /password|payment|card|source/.test(name)),
    )

/** The lane of a request, by its method and address. */
export function laneOf(method: string, address: string): Lane {
  const path = address.split('?')[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return isOutside(path) ? 'outside' : 'writes'
  if (/^\/api\/(?:health$|openapi|v\d\/explore\/)/.test(path)) return 'open'
  if (path.startsWith('/api/') && path !== '/api/docs') return 'reads'
  // What has no page at its address is a file, or nothing.
  return findSitePage(path)?.isPublic !== undefined || !path.startsWith('/pg/') ? 'open' : 'reads'
}

export type Lanes = Record<Lane, WaitingLine>

/** The lanes of one runtime; pages go first. */
export function openLanes(): Lanes {
  const onEnd = () => writes.letNextIn()
  const open = openLine({ room: () => rooms.open, releaseMs, most: manyTimes * rooms.open, share, onEnd })
  const reads = openLine({ room: () => rooms.reads, releaseMs, most: manyTimes * rooms.reads, share, onEnd })
  const isReading = () => open.inside() + reads.inside() > 0
  const writes = openLine({
    room: () => (isReading() ? writesBesidePages : rooms.writes),
    releaseMs,
    most: manyTimes * rooms.writes,
    share,
  })
  return {
    open,
    reads,
    writes,
    outside: openLine({ room: () => rooms.outside, releaseMs: 120_000, most: rooms.outside, share }),
  }
}
