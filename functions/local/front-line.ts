import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Exchange, forward, refuse, type Route } from './forward.ts'
import { type Lanes, laneOf } from './front-lanes.ts'
import type { Refusal } from './front-refusal.ts'
import type { FrontDecision } from './front-rules.ts'
import { type HeldAnswers, isPlainForm } from './held-answer.ts'
import { linePath, roundedSeconds } from './in-line-page.ts'
import type { LinePlace, WaitingLine } from './waiting-line.ts'

type Admitted = Extract<FrontDecision, { isAllowed: true }>
type Visit = { incoming: IncomingMessage; outgoing: ServerResponse }
type Entry = { exchange: Exchange; request: Admitted & { body?: Buffer }; line: WaitingLine; route: Route }

/** A form of a browser that is longer is not kept; it waits in its connection. */
const maxFormBytes = 64 * 1024

/** Lets requests into the runtime in turn: those that read before those that write, and who waits long is told. */
export function admitInTurn({ route, lanes, answers }: { route: Route; lanes: Lanes; answers: HeldAnswers }) {
  const admitForm = async (visit: Visit, request: Admitted, line: WaitingLine) => {
    const body = await readWhole(visit.incoming)
    if (body === null) return void visit.outgoing.destroy()
    let place: LinePlace | undefined
    const outgoing = answers.hold(visit, () => place?.seconds() ?? 1)
    place = enterLine({ exchange: { incoming: visit.incoming, outgoing }, request: { ...request, body }, line, route })
  }

  return (visit: Visit, request: Admitted): void => {
    const { incoming, outgoing } = visit
    const [path = ''] = request.path.split('?')
    const line = lanes[laneOf(incoming.method ?? '', request.path)]
    if (path === linePath)
      sendWait(outgoing, Math.max(...[lanes.writes, lanes.outside].map((each) => each.secondsFor(request.caller))))
    else if (path.startsWith(`${linePath}/`)) {
      const isThere = incoming.method === 'GET' && answers.resume(path.slice(linePath.length + 1), outgoing)
      if (!isThere) refuse(visit, overForm)
    } else if (isPlainForm(incoming, maxFormBytes)) void admitForm(visit, request, line)
    else enterLine({ exchange: visit, request, line, route })
  }
}

const overForm: Refusal = {
  status: 404,
  message: 'This form is no longer waiting. Look in My bookings whether it went through before you send it again.',
}

function enterLine({ exchange, request, line, route }: Entry): LinePlace {
  let deadline: NodeJS.Timeout | undefined
  const place = line.enter(request.caller, () => {
    clearTimeout(deadline)
    if (!exchange.outgoing.destroyed) forward(exchange, { ...request, ...route })
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
  refuse(exchange, {
    status: 503,
    message: `Many people are here right now. Try again in about ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  })
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

/** The body of a form; null where its sender left before its end. */
function readWhole(incoming: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.once('end', () => resolve(Buffer.concat(parts)))
    incoming.once('close', () => resolve(null))
    incoming.once('error', () => resolve(null))
  })
}
