/**
 * Limits for simultaneous requests, and how long a request counts as running: a slower request waits for something
 * outside the runtime, so another request is admitted. `most`: all requests without a response. `share`: the part of
 * both limits for one network.
 */
type LineInput = {
  room: () => number
  releaseMs: number
  most: number
  share: number
  onEnd?: () => void
  now?: () => number
}
type Place = {
  network: string
  turn: number
  begin: () => void
  state: 'waiting' | 'inside' | 'released' | 'gone'
  timer?: NodeJS.Timeout
}
export type WaitingLine = ReturnType<typeof openLine>
/** A request's place in the queue: its waiting time and how to end it. */
export type LinePlace = { seconds: () => number; isWaiting: () => boolean; leave: () => void }

/** The period over which the pace is measured. */
const paceMs = 5000
const maxSeconds = 120
/** Assumed requests per second while the pace is unknown. */
const unknownPace = 10

/**
 * A queue before the runtime: it admits a limited number of requests, and the others wait without using the runtime.
 * Networks take turns and never get all places, so that a busy network only delays itself.
 */
export function openLine({ room, releaseMs, most, share, onEnd, now = () => performance.now() }: LineInput) {
  const waiting: Place[] = []
  /** The latest turn of each waiting network, and the number of its waiting requests. */
  const networks = new Map<string, { turn: number; count: number }>()
  const inside = new Set<Place>()
  /** The number of admitted requests per network, and of those without a response. */
  const held = new Map<string, { inside: number; open: number }>()
  /** Number of requests admitted long ago that have no response. */
  let unanswered = 0
  let servedTurn = 0
  let ends: number[] = []

  const hasRoom = () => inside.size < room() && inside.size + unanswered < most
  const isWithinShare = ({ network }: { network: string }) => {
    const own = held.get(network) ?? { inside: 0, open: 0 }
    return own.inside < Math.ceil(share * room()) && own.open < Math.ceil(share * most)
  }
  const count = ({ network }: Place, change: { inside: number; open: number }) => {
    const own = held.get(network) ?? { inside: 0, open: 0 }
    const next = { inside: own.inside + change.inside, open: own.open + change.open }
    if (next.open > 0) held.set(network, next)
    else held.delete(network)
  }
  const letIn = (place: Place) => {
    place.state = 'inside'
    inside.add(place)
    count(place, { inside: 1, open: 1 })
    servedTurn = Math.max(servedTurn, place.turn)
    place.timer = setTimeout(() => {
      unanswered += 1
      release(place)
    }, releaseMs)
    place.begin()
  }
  const letNextIn = () => {
    while (hasRoom()) {
      const index = waiting.findIndex(isWithinShare)
      const [next] = index < 0 ? [] : waiting.splice(index, 1)
      if (!next) return
      forget(next)
      letIn(next)
    }
  }
  const forget = ({ network }: Place) => {
    const entry = networks.get(network)
    if (entry && entry.count > 1) entry.count -= 1
    else networks.delete(network)
  }
  const release = (place: Place) => {
    if (place.state !== 'inside') return
    clearTimeout(place.timer)
    place.state = 'released'
    inside.delete(place)
    count(place, { inside: -1, open: 0 })
    letNextIn()
    onEnd?.()
  }
  const leave = (place: Place) => {
    if (place.state === 'gone') return
    if (place.state === 'waiting') {
      waiting.splice(waiting.indexOf(place), 1)
      forget(place)
    } else {
      ends.push(now())
      if (place.state === 'released') unanswered -= 1
      release(place)
      count(place, { inside: 0, open: -1 })
      letNextIn()
    }
    place.state = 'gone'
  }
  const secondsBehind = (count: number): number => {
    const at = now()
    ends = ends.filter((end) => end > at - paceMs)
    const [first = at] = ends
    const aSecond = ends.length === 0 ? unknownPace : (1000 * ends.length) / Math.max(1000, at - first)
    return Math.min(maxSeconds, Math.max(1, Math.ceil(count / aSecond)))
  }
  const secondsOf = (place: Place): number =>
    place.state === 'waiting'
      ? secondsBehind(waiting.indexOf(place) + 1 + inside.size)
      : secondsBehind([...inside].indexOf(place) + 1)

  return {
    /** Takes a place; calls `begin` at admission, which is at once when a place is free. */
    enter: (network: string, begin: () => void): LinePlace => {
      const entry = networks.get(network)
      const turn = Math.max(servedTurn, entry?.turn ?? 0) + 1
      const place: Place = { network, turn, begin, state: 'waiting' }
      // Places are left, but the waiting networks have already used their share.
      if (hasRoom() && isWithinShare(place)) letIn(place)
      else {
        networks.set(network, { turn, count: (entry?.count ?? 0) + 1 })
        waiting.splice(waiting.findLastIndex((each) => each.turn <= turn) + 1, 0, place)
      }
      return {
        seconds: () => secondsOf(place),
        isWaiting: () => place.state === 'waiting',
        leave: () => leave(place),
      }
    },
    /** Seconds until the last request of a network has its turn; 0 without one. */
    secondsFor: (network: string): number => {
      const isOwn = (place: Place) => place.network === network
      const last = waiting.findLast(isOwn) ?? [...inside].findLast(isOwn)
      return last ? secondsOf(last) : 0
    },
    inside: () => inside.size,
    /** Admits waiting requests when places are free. */
    letNextIn,
  }
}
