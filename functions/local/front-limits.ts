/** What a visitor may send; anything larger or slower is refused before it reaches the worker. A network is an address, or a /64 of IPv6. */
export type FrontLimits = {
  headerBytes: number
  headerLines: number
  bodyBytes: number
  /** Until the last header line is there. */
  headersMs: number
  /** Until the last byte of the body is there. */
  requestMs: number
  /** After so long a body must have come at this pace. */
  bodyGraceMs: number
  bodyBytesPerSecond: number
  /** Until the runtime begins to answer. */
  responseMs: number
  connections: number
  connectionsPerNetwork: number
  /** Requests that are here at once: those at the runtime, and those that wait for it. */
  requests: number
  requestsPerNetwork: number
  /** Bodies that are still coming in. */
  bodies: number
  bodiesPerNetwork: number
  /** Bytes of bodies that are kept until the runtime has them. */
  keptBytes: number
  keptBytesPerNetwork: number
  /** How much of an answer is kept for a visitor who reads slowly; the runtime is told to wait with the rest. */
  answerBytes: number
  unreadBytes: number
  unreadBytesPerNetwork: number
  /** In so long a visitor must have read so much, or all that there is. */
  readerMs: number
  readerBytes: number
  /** Forms of browsers without script that wait for their answer. */
  forms: number
  formsPerNetwork: number
  /** How long a request waits to be let in; beyond it its sender is asked to come again. */
  lineMs: number
  /** How long a browser without script waits for the answer to its form before it is told where it stands. */
  tellAfterMs: number
}

const megabyte = 1024 * 1024

export const frontLimits: FrontLimits = {
  headerBytes: 16 * 1024,
  headerLines: 100,
  bodyBytes: 11 * megabyte,
  headersMs: 10_000,
  requestMs: 60_000,
  bodyGraceMs: 10_000,
  bodyBytesPerSecond: 4096,
  responseMs: 120_000,
  connections: 4000,
  connectionsPerNetwork: 500,
  requests: 3000,
  requestsPerNetwork: 400,
  bodies: 1000,
  bodiesPerNetwork: 60,
  keptBytes: 192 * megabyte,
  keptBytesPerNetwork: 48 * megabyte,
  answerBytes: 2 * megabyte,
  unreadBytes: 128 * megabyte,
  unreadBytesPerNetwork: 16 * megabyte,
  readerMs: 30_000,
  readerBytes: 128 * 1024,
  forms: 1000,
  formsPerNetwork: 100,
  lineMs: 110_000,
  tellAfterMs: 3000,
}
