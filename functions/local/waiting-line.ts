/**
 * Calls that are let in at once, and how long one counts as being at work: what takes longer waits for something else,
 * and another is let in beside it. `most`: unanswered ones altogether.
 */
type LineInput = { room: () => number; releaseMs: number; most: number; onEnd?: () => void; now?: () => number }
type Place = {
  address: string
  turn: number
  begin: () => void
  state: 'waiting' | 'inside' | 'released' | 'gone'
  timer?: NodeJS.Timeout
}
export type WaitingLine = ReturnType<typeof openLine>
/** A request's place: how long it will wait, and its end. */
export type LinePlace = { seconds: () => number; isWaiting: () => boolean; leave: () => void }

/** The pace of a line is that of the last seconds. */
const paceMs = 5000
const maxSeconds = 120
/** So many a second while nothing is known of it. */
const unknownPace = 10

/**
 * A line before the runtime: so many are let in at a time, the others wait without costing it anything. Every address
 * takes turns with the others, so that one that sends many waits for itself.
 */
export function openLine({ room, releaseMs, most, onEnd, now = () => performance.now() }: LineInput) {
  const waiting: Place[] = []
  /** The last turn given out to an address that waits, and how many of it do. */
  const addresses = new Map<string, { turn: number; count: number }>()
  const inside = new Set<Place>()
  /** Those that were let in long ago and are not answered yet. */
  let unanswered = 0
  let servedTurn = 0
  let ends: number[] = []

  const hasRoom = () => inside.size < room() && inside.size + unanswered < most
  const letIn = (place: Place) => {
    place.state = 'inside'
    inside.add(place)
    servedTurn = Math.max(servedTurn, place.turn)
    place.timer = setTimeout(() => {
      unanswered += 1
      release(place)
    }, releaseMs)
    place.begin()
  }
  const letNextIn = () => {
    while (hasRoom()) {
      const next = waiting.shift()
      if (!next) return
      forget(next)
      letIn(next)
    }
  }
  const forget = ({ address }: Place) => {
    const known = addresses.get(address)
    if (known && known.count > 1) known.count -= 1
    else addresses.delete(address)
  }
  const release = (place: Place) => {
    if (place.state !== 'inside') return
    clearTimeout(place.timer)
    place.state = 'released'
    inside.delete(place)
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
    /** Takes a place; `begin` is called when it is let in, at once where there is room. */
    enter: (address: string, begin: () => void): LinePlace => {
      const known = addresses.get(address)
      const turn = Math.max(servedTurn, known?.turn ?? 0) + 1
      const place: Place = { address, turn, begin, state: 'waiting' }
      if (hasRoom() && waiting.length === 0) letIn(place)
      else {
        addresses.set(address, { turn, count: (known?.count ?? 0) + 1 })
        waiting.splice(waiting.findLastIndex((each) => each.turn <= turn) + 1, 0, place)
      }
      return {
        seconds: () => secondsOf(place),
        isWaiting: () => place.state === 'waiting',
        leave: () => leave(place),
      }
    },
    /** Seconds until the last request of an address has its turn; 0 where there is none. */
    secondsFor: (address: string): number => {
      const isOwn = (place: Place) => place.address === address
      const last = waiting.findLast(isOwn) ?? [...inside].findLast(isOwn)
      return last ? secondsOf(last) : 0
    },
    inside: () => inside.size,
    /** Looks again whether there is room. */
    letNextIn,
  }
}
