/** What a visitor may send; anything larger or slower is refused before it reaches the worker. */
export type FrontLimits = {
  headerBytes: number
  headerLines: number
  bodyBytes: number
  /** Until the last header line is there. */
  headersMs: number
  /** Until the last byte of the body is there. */
  requestMs: number
  /** Until the runtime begins to answer. */
  responseMs: number
  connections: number
  connectionsPerAddress: number
  /** Requests that are here at once: those at the runtime, and those that wait for it. */
  requests: number
  /** How long a request waits to be let in; beyond it its sender is asked to come again. */
  lineMs: number
  /** How long a browser without script waits for the answer to its form before it is told where it stands. */
  tellAfterMs: number
}

export const frontLimits: FrontLimits = {
  headerBytes: 16 * 1024,
  headerLines: 100,
  bodyBytes: 11 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 60_000,
  responseMs: 120_000,
  connections: 4000,
  connectionsPerAddress: 500,
  requests: 3000,
  lineMs: 110_000,
  tellAfterMs: 3000,
}
