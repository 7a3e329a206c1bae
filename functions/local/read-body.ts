import { type Exchange, refuse } from './forward.ts'
import type { FrontLimits } from './front-limits.ts'
import { networkBusy, type Refusal, siteBusy, tooLarge, tooSlow } from './front-refusal.ts'
import { openShares } from './network-shares.ts'

const paceCheckMs = 500
/** The network that sends a body, and how long the body may be. */
type BodyInput = { network: string; maxBodyBytes: number }
export type BodyReader = ReturnType<typeof openBodyReader>

/**
 * Reads bodies before their requests are admitted, so that a slow or endless one does not block complete ones. The
 * number of bodies and their buffered bytes are limited, per network and in total.
 */
export function openBodyReader(limits: FrontLimits) {
  const underWay = openShares({ most: limits.bodies, each: limits.bodiesPerNetwork })
  const kept = openShares({ most: limits.keptBytes, each: limits.keptBytesPerNetwork })

  /** The whole body; null when its sender left or was rejected. */
  return (exchange: Exchange, { network, maxBodyBytes }: BodyInput): Promise<Buffer | null> => {
    const { incoming, outgoing } = exchange
    const end = underWay.take(network)
    if (!end) {
      refuse(exchange, underWay.isFull() ? siteBusy : networkBusy)
      return Promise.resolve(null)
    }
    const releases: (() => void)[] = [end]
    // The buffered bytes are released with the exchange, however it ends.
    outgoing.once('close', () => {
      for (const release of releases) release()
    })
    return new Promise((resolve) => {
      const started = performance.now()
      const parts: Buffer[] = []
      let length = 0
      let isOver = false
      const finish = (body: Buffer | null, refusal?: Refusal) => {
        if (isOver) return
        isOver = true
        clearInterval(pace)
        end()
        incoming.off('data', take)
        if (refusal) refuse(exchange, refusal)
        resolve(body)
      }
      const take = (part: Buffer) => {
        length += part.length
        if (length > maxBodyBytes) return finish(null, tooLarge)
        const release = kept.take(network, part.length)
        if (!release) return finish(null, kept.isFull() ? siteBusy : networkBusy)
        releases.push(release)
        parts.push(part)
      }
      const pace = setInterval(() => {
        const seconds = (performance.now() - started) / 1000
        const isLate = seconds * 1000 > limits.bodyGraceMs && length < seconds * limits.bodyBytesPerSecond
        if (isLate) finish(null, tooSlow)
      }, paceCheckMs)
      incoming.on('data', take)
      incoming.once('end', () => finish(Buffer.concat(parts)))
      for (const left of ['close', 'error'] as const) incoming.once(left, () => finish(null))
    })
  }
}
