import { errorNumbers } from '../contract/api-error.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

const id = /^[a-z]{2,8}_[0-9a-f]{32}$/
const words = /^[a-z][a-z0-9_.]*(?: [a-z0-9_.]+){0,5}$/
const frame = /^[\w.$<>#]+ [\w.-]+:\d+$/

/** All fields of a log line with their formats. A field that is not listed or does not match is never written. */
const fields = {
  method: (value) => /^[A-Z]{3,7}$/.test(String(value)),
  /** The route pattern from the code. The requested URL is never logged. */
  route: (value) => /^\/[\w/:*.[\]{}|-]*$/.test(String(value)),
  status: Number.isInteger,
  ms: Number.isInteger,
  attempts: Number.isInteger,
  rows: Number.isInteger,
  percent: Number.isInteger,
  outbox_id: Number.isInteger,
  order_id: (value) => id.test(String(value)),
  payment_id: (value) => id.test(String(value)),
  refund_id: (value) => id.test(String(value)),
  session_id: (value) => id.test(String(value)),
  /** Ids of the rows that violate an audit rule. */
  ids: (value) =>
    String(value)
      .split(' ')
      .every((each) => id.test(each)),
  type: (value) => String(value) in errorNumbers,
  /** Sentences of `setting-faults.ts`, which begin with a setting's name and contain nothing secret. */
  settings: (value) => Array.isArray(value) && value.every((each) => /^(?:The binding )?[A-Z][A-Z_]+ is /.test(each)),
  kind: (value) => words.test(String(value)),
  verb: (value) => words.test(String(value)),
  why: (value) => words.test(String(value)),
  reason: (value) => value === knownReason(String(value)),
  /** The error type of a card provider or another service. */
  provider_type: (value) => /^[A-Z][A-Za-z]{2,40}$/.test(String(value)),
  provider_status: Number.isInteger,
  provider_code: (value) => /^[a-z]{2,20}(?:_[a-z0-9]{1,20}){0,6}$/.test(String(value)),
  hash: (value) => /^[0-9a-f]{8}$/.test(String(value)),
  stack: (value) => Array.isArray(value) && value.every((each) => frame.test(String(each))),
} satisfies Record<string, (value: unknown) => boolean>

export type LogDetail = { [Name in keyof typeof fields]?: string | number | boolean | null | string[] }

/**
 * `error`: the operator must act. `warn`: the site recovers by itself, but this should stay rare. `info`: everything
 * else.
 */
export type LogLevel = 'error' | 'warn' | 'info'
const write: Record<LogLevel, (line: string) => void> = {
  error: (line) => console.error(line),
  warn: (line) => console.warn(line),
  info: (line) => console.log(line),
}

/** The level of an event, from its name. */
export function levelOf(event: string): LogLevel {
  if (/^error$|_(?:failed|dead|alert)$/.test(event)) return 'error'
  return /_not_|_(?:retry|reused|unreachable|stopped|lost)$/.test(event) ? 'warn' : 'info'
}

/** Writes one JSON line for the operator: event names, counts and our own ids, never typed text or a secret. */
export function logLine(
  event: string,
  detail: LogDetail = {},
  input: { at?: number | undefined; requestId?: string | undefined; level?: LogLevel | undefined } = {},
): void {
  const shown = Object.entries(detail).map(([name, value]) => [
    name,
    isAllowed(name, value) ? value : name === 'reason' ? (knownReason(String(value)) ?? 'withheld') : 'withheld',
  ])
  const level = input.level ?? levelOf(event)
  const line = {
    at: new Date(input.at ?? Date.now()).toISOString(),
    level,
    request_id: input.requestId ?? requestId(),
    event,
    ...Object.fromEntries(shown),
  }
  write[level](JSON.stringify(line))
}

function isAllowed(name: string, value: unknown): boolean {
  const fits = (fields as Record<string, ((value: unknown) => boolean) | undefined>)[name]
  return fits !== undefined && (value === null || fits(value))
}

// A message may contain text typed by a visitor, so only our own parts are extracted.
const knownReasons = [
  /\b(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w.]+(?:, [\w.]+)*)?/,
  /\bno such (?:table|column|index|trigger|view): [\w.]+/,
  /\bguard_failed:[a-z_]+/,
  /\b(?:already_registered|coupon_customer_limit)\b/,
  /Network connection lost|D1 DB is overloaded|isolate exceeded its memory|database is locked|database or disk is full|database disk image is malformed|disk I\/O error|attempt to write a readonly database/i,
  /storage (?:operation )?(?:exceeded|caused object to be reset)|object to be reset|other side closed|ECONNRE(?:SET|FUSED)/i,
  /^[A-Z][A-Za-z]{2,30}(?:Error|Exception)$/,
  /^[a-z]{2,20}(?:_[a-z]{1,20}){1,6}$/,
  /^smtp_\d{3}(?:_\d{1,3}){0,3}$/,
  /^push_\d{3}$/,
  /\bE(?:NOSPC|ACCES|PERM|ROFS|MFILE|NOENT|EXIST|ISDIR|NOTDIR|BUSY|IO|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|ADDRINUSE)\b/,
  /^(?:unknown|unavailable|timeout|network|database|Error)$/,
  // Reasons for which a mailed reply is rejected.
  /^(?:automatic|bounce|calendar|list|empty|spoofed|stranger|unreadable|sender|expired|unverified)$/,
]

function knownReason(text: string): string | null {
  for (const pattern of knownReasons) {
    const match = pattern.exec(text)
    if (match) return match[0]
  }
  return null
}

/**
 * The logged parts of a thrown error: the known part of its reason, where in our code it happened, and the hash of
 * both.
 */
export function detailOf(thrown: unknown): LogDetail {
  const reason = reasonOf(thrown)
  const stack = thrown instanceof Error ? framesOf(thrown) : []
  return {
    hash: hashOf(thrown, reason, stack),
    reason,
    ...providerDetail(thrown),
    ...(stack.length > 0 ? { stack } : {}),
  }
}

/** Type, status and code of a provider's error, or of its library's error. */
function providerDetail(thrown: unknown): LogDetail {
  type Failure = { type?: string; status?: number | null; statusCode?: number; code?: string | null }
  const { provider, ...own } = (thrown ?? {}) as Failure & { provider?: Failure }
  const failure = provider ?? (/^Stripe/.test(own.type ?? '') ? own : null)
  if (!failure) return {}
  return {
    provider_type: failure.type ?? null,
    provider_status: failure.status ?? failure.statusCode ?? null,
    provider_code: failure.code ?? null,
  }
}

/**
 * Eight hex digits that are equal for equal causes, so that a flood of one error can be counted. They cover the kind,
 * the known reason and the functions of the stack. Line numbers, which change with each build, count only for anonymous
 * functions.
 */
function hashOf(thrown: unknown, reason: string, stack: readonly string[]): string {
  const places = stack.slice(0, 3).map((place) => (place.startsWith('<') ? place : place.replace(/:\d+$/, '')))
  const cause = [thrown instanceof Error ? thrown.name : typeof thrown, reason, ...places].join('\n')
  let hash = 0x811c9dc5
  for (let index = 0; index < cause.length; index += 1) hash = Math.imul(hash ^ cause.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The known reason of an error or of one of its causes. Without one, it is the kind of the error. */
export function reasonOf(thrown: unknown): string {
  for (let each = thrown; each instanceof Error; each = each.cause) {
    const reason = /^Failed query/.test(each.message) ? null : knownReason(each.message)
    if (reason) return reason
  }
  return thrown instanceof Error ? (knownReason(thrown.name) ?? 'Error') : 'unknown'
}

// The message is cut off in front of the frames, because it may contain anything.
function framesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const after = stack.slice(stack.indexOf(error.message) + error.message.length)
  return after
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .slice(0, 5)
}

function frameOf(frame: string): string | null {
  const [, name = '<anonymous>'] = /^\s+at (?:async )?(?:([\w.$<>#]+) [^(]*\()?/.exec(frame) ?? []
  const [, file, line] = /^([\w.-]+\.m?[jt]s):(\d+):\d+\)?$/.exec(frame.split(/[\s(/\\]/).at(-1) ?? '') ?? []
  return file && /^\s+at /.test(frame) ? `${name} ${file}:${line}` : null
}

const requestIdStorage = new AsyncLocalStorage<string>()

/**
 * Runs the work of one request under one number. All its log lines have the number, including the page's API calls and
 * work after the response.
 */
export const withRequestId = <Result>(work: () => Result): Result => requestIdStorage.run(newRequestId(), work)

/**
 * The number of the current request, short enough to read out on the telephone. Outside a request it is a new number.
 */
export const requestId = (): string => requestIdStorage.getStore() ?? newRequestId()

function newRequestId(): string {
  const digits = crypto.randomUUID()
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(9, 13)}`
}

/** Logs an uncaught error and keeps the site running. */
export function logUncaughtErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => logLine('unforeseen_failed', detailOf(error)))
  // When the terminal or log is closed, each written line raises an error, which would write another line.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
