import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Exchange, forward, refuse, type Route } from './forward.ts'
import { type Lanes, laneOf } from './front-lanes.ts'
import { formIsOver, waitedTooLong } from './front-refusal.ts'
import type { FrontDecision } from './front-rules.ts'
import { type HeldAnswers, isPlainForm } from './held-answer.ts'
import { linePath, roundedSeconds } from './in-line-page.ts'
import type { BodyReader } from './read-body.ts'
import type { LinePlace, WaitingLine } from './waiting-line.ts'

type Admitted = Extract<FrontDecision, { isAllowed: true }>
type Visit = { incoming: IncomingMessage; outgoing: ServerResponse }
type Entry = { exchange: Exchange; request: Admitted & { body?: Buffer }; line: WaitingLine; route: Route }
type Admission = { route: Route; lanes: Lanes; bodies: BodyReader; forms: HeldAnswers }

/** Maximum bytes of a buffered form. A longer form is not buffered; its connection stays open while it waits. */
const maxFormBytes = 64 * 1024

/** Admits complete requests to the runtime in turn, reads before writes. Browsers that wait long get a page. */
export function admitInTurn({ route, lanes, bodies, forms }: Admission) {
  const admit = async (visit: Visit, request: Admitted): Promise<void> => {
    const { incoming } = visit
    const { network, maxBodyBytes } = request
    const line = lanes[laneOf(incoming.method ?? '', request.path)]
    if (maxBodyBytes === null) return void enterLine({ exchange: visit, request, line, route })
    const body = await bodies(visit, { network, maxBodyBytes })
    if (body === null) return
    let place: LinePlace | undefined
    const outgoing = isPlainForm(incoming, maxFormBytes)
      ? forms.hold(visit, { network, seconds: () => place?.seconds() ?? 1 })
      : visit.outgoing
    place = enterLine({ exchange: { incoming, outgoing }, request: { ...request, body }, line, route })
  }

  return (visit: Visit, request: Admitted): void => {
    const { incoming, outgoing } = visit
    const [path = ''] = request.path.split('?')
    if (path === linePath)
      sendWait(outgoing, Math.max(...[lanes.writes, lanes.outside].map((each) => each.secondsFor(request.network))))
    else if (path.startsWith(`${linePath}/`)) {
      const isThere = incoming.method === 'GET' && forms.resume(path.slice(linePath.length + 1), outgoing)
      if (!isThere) refuse(visit, formIsOver)
    } else void admit(visit, request)
  }
}

function enterLine({ exchange, request, line, route }: Entry): LinePlace {
  let deadline: NodeJS.Timeout | undefined
  const place = line.enter(request.network, () => {
    clearTimeout(deadline)
    // The visitor may read slowly, so the place in the queue is released as soon as the runtime is done.
    if (!exchange.outgoing.destroyed) forward(exchange, { ...request, ...route, onTaken: () => place.leave() })
  })
  if (place.isWaiting()) deadline = setTimeout(() => refuseWaiting(exchange, place), route.limits.lineMs)
  exchange.outgoing.once('close', () => {
    clearTimeout(deadline)
    place.leave()
  })
  return place
}

function refuseWaiting(exchange: Exchange, place: LinePlace): void {
  const seconds = roundedSeconds(place.seconds())
  place.leave()
  refuse(exchange, waitedTooLong(seconds))
}

function sendWait(outgoing: ServerResponse, seconds: number): void {
  const body = JSON.stringify({ seconds: seconds === 0 ? 0 : roundedSeconds(seconds) })
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  outgoing.end(body)
}
