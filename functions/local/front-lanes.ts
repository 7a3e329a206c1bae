import { findSitePage } from '../contract/site-pages.ts'
import { openLine, type WaitingLine } from './waiting-line.ts'

/**
 * `open`: public, mostly cached and answered at once. `reads`: one customer's pages and API calls. `writes`: all
 * changes. `outside`: requests that wait for a password hash or the card provider, not for the runtime.
 */
export type Lane = 'open' | 'reads' | 'writes' | 'outside'

/**
 * Maximum number of parallel requests per lane. The runtime has one thread, so simultaneous requests all wait for the
 * last one.
 */
const rooms = { open: 24, reads: 4, writes: 6, outside: 100 }
/** Maximum parallel writes while a page request is waiting. */
const writesBesidePages = 1
/**
 * After this time in ms a running request counts as waiting for an outside service, and another request is admitted: at
 * most `manyTimes` as many as the limit of the lane.
 */
const releaseMs = 3000
const manyTimes = 4
/** The share of a lane that one network may use. */
const share = 0.5

const isOutside = (path: string): boolean =>
  path
    .split('/')
    .some(
      (name) =>
        /^(?:login|signup|token|recovery|verify|checkout|stripe)$/.test(name) ||
        (/^[\w-]+$/.test(name) && /password|payment|card|source/.test(name)),
    )

/** The lane of a request, by its method and path. */
export function laneOf(method: string, address: string): Lane {
  const path = address.split('?')[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return isOutside(path) ? 'outside' : 'writes'
  if (/^\/api\/(?:health$|openapi|v\d\/explore\/)/.test(path)) return 'open'
  if (path.startsWith('/api/') && path !== '/api/docs') return 'reads'
  // A path without a page is a file or unknown.
  return findSitePage(path)?.isPublic !== undefined || !/^\/(?:pg|desk)\//.test(path) ? 'open' : 'reads'
}

export type Lanes = Record<Lane, WaitingLine>

/** The lanes of one runtime. Pages have priority. */
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
