/**
 * Calls that are let in at once, and how long one counts as being at work: what takes longer waits for something else,
 * and another is let in beside it. `most`: unanswered ones altogether. `share`: the part of both that one network has.
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
/** A request's place: how long it will wait, and its end. */
export type LinePlace = { seconds: () => number; isWaiting: () => boolean; leave: () => void }

/** The pace of a line is that of the last seconds. */
const paceMs = 5000
const maxSeconds = 120
/** So many a second while nothing is known of it. */
const unknownPace = 10

/**
 * A line before the runtime: so many are let in at a time, the others wait without costing it anything. Every network
 * takes turns with the others and never has all the room, so that one that sends many waits for itself.
 */
export function openLine({ room, releaseMs, most, share, onEnd, now = () => performance.now() }: LineInput) {
  const waiting: Place[] = []
  /** The last turn given out to a network that waits, and how many of it do. */
  const networks = new Map<string, { turn: number; count: number }>()
  const inside = new Set<Place>()
  /** What each network has inside, and what of it is not answered yet. */
  const held = new Map<string, { inside: number; open: number }>()
  /** Those that were let in long ago and are not answered yet. */
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
    const known = networks.get(network)
    if (known && known.count > 1) known.count -= 1
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
    /** Takes a place; `begin` is called when it is let in, at once where there is room. */
    enter: (network: string, begin: () => void): LinePlace => {
      const known = networks.get(network)
      const turn = Math.max(servedTurn, known?.turn ?? 0) + 1
      const place: Place = { network, turn, begin, state: 'waiting' }
      // Where there is room, those that wait have their share already.
      if (hasRoom() && isWithinShare(place)) letIn(place)
      else {
        networks.set(network, { turn, count: (known?.count ?? 0) + 1 })
        waiting.splice(waiting.findLastIndex((each) => each.turn <= turn) + 1, 0, place)
      }
      return {
        seconds: () => secondsOf(place),
        isWaiting: () => place.state === 'waiting',
        leave: () => leave(place),
      }
    },
    /** Seconds until the last request of a network has its turn; 0 where there is none. */
    secondsFor: (network: string): number => {
      const isOwn = (place: Place) => place.network === network
      const last = waiting.findLast(isOwn) ?? [...inside].findLast(isOwn)
      return last ? secondsOf(last) : 0
    },
    inside: () => inside.size,
    /** Looks again whether there is room. */
    letNextIn,
  }
}
