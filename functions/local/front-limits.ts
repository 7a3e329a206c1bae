import { fileFormPaths } from '../contract/upload-limits.ts'

/**
 * Limits for visitors; a larger or slower request is rejected before it reaches the worker. A network is an IPv4
 * address, or a /64 of IPv6.
 */
export type FrontLimits = {
  headerBytes: number
  headerLines: number
  bodyBytes: number
  /**
   * Maximum bytes of a page's form with files: larger than the allowed files, so that the page of the form says which
   * file is too large.
   */
  formBytes: number
  /** Maximum time until the last header line. */
  headersMs: number
  /** Maximum time until the last byte of the body. */
  requestMs: number
  /** How long a body may be slower than `bodyBytesPerSecond` on average. */
  bodyGraceMs: number
  bodyBytesPerSecond: number
  /** Maximum time until the runtime begins to respond. */
  responseMs: number
  connections: number
  connectionsPerNetwork: number
  /** Maximum simultaneous requests, running and waiting. */
  requests: number
  requestsPerNetwork: number
  /** Maximum bodies being received. */
  bodies: number
  bodiesPerNetwork: number
  /** Maximum bytes of bodies that wait for the runtime. */
  keptBytes: number
  keptBytesPerNetwork: number
  /** Buffered bytes of a response for a slow reader; beyond it, the runtime waits. */
  answerBytes: number
  unreadBytes: number
  unreadBytesPerNetwork: number
  /** Maximum time in which a visitor reads `readerBytes`, or all remaining bytes. */
  readerMs: number
  readerBytes: number
  /** Maximum waiting forms of browsers without JavaScript. */
  forms: number
  formsPerNetwork: number
  /** Maximum waiting time of a request; after it, the sender is asked to retry. */
  lineMs: number
  /** Waiting time after which a browser without JavaScript gets a page about its position in the queue. */
  tellAfterMs: number
}

const megabyte = 1024 * 1024

export const frontLimits: FrontLimits = {
  headerBytes: 16 * 1024,
  headerLines: 100,
  bodyBytes: 11 * megabyte,
  formBytes: 36 * megabyte,
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

const fileForms = new RegExp(`^(?:${fileFormPaths.map((path) => path.replace(/:\w+/g, '[^/?]+')).join('|')})(?:\\?|$)`)

/** Maximum bytes of a request's body, by its normalised path: more for a page's form with files. */
export const maxBodyBytes = ({ path, type }: { path: string; type: string }, limits: FrontLimits): number =>
  /^multipart\/form-data\b/i.test(type) && fileForms.test(path) ? limits.formBytes : limits.bodyBytes
