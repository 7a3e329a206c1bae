import { errorNumbers } from '../contract/api-error.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

const id = /^[a-z]{2,8}_[0-9a-f]{32}$/
const words = /^[a-z][a-z0-9_.]*(?: [a-z0-9_.]+){0,5}$/
const frame = /^[\w.$<>#]+ [\w.-]+:\d+$/

/** Everything a line may hold, and its form: a field that is not listed, or has another form, is never written. */
const fields = {
  method: (value) => /^[A-Z]{3,7}$/.test(String(value)),
  /** Pattern of the address as the code has it, never the requested address. */
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
  /** Ids of what a promise of the books does not hold for. */
  ids: (value) =>
    String(value)
      .split(' ')
      .every((each) => id.test(each)),
  type: (value) => String(value) in errorNumbers,
  /** Sentences of `setting-faults.ts`, which begin with the name of a setting and hold nothing secret. */
  settings: (value) => Array.isArray(value) && value.every((each) => /^(?:The binding )?[A-Z][A-Z_]+ is /.test(each)),
  kind: (value) => words.test(String(value)),
  verb: (value) => words.test(String(value)),
  why: (value) => words.test(String(value)),
  reason: (value) => value === knownReason(String(value)),
  /** What a card provider or another service says of its refusal. */
  provider_type: (value) => /^[A-Z][A-Za-z]{2,40}$/.test(String(value)),
  provider_status: Number.isInteger,
  provider_code: (value) => /^[a-z]{2,20}(?:_[a-z0-9]{1,20}){0,6}$/.test(String(value)),
  hash: (value) => /^[0-9a-f]{8}$/.test(String(value)),
  stack: (value) => Array.isArray(value) && value.every((each) => frame.test(String(each))),
} satisfies Record<string, (value: unknown) => boolean>

export type LogDetail = { [Name in keyof typeof fields]?: string | number | boolean | null | string[] }

/** `error`: something broke and the operator should act. `warn`: it heals itself, but should stay rare. `info`: all else. */
export type LogLevel = 'error' | 'warn' | 'info'
const write: Record<LogLevel, (line: string) => void> = {
  error: (line) => console.error(line),
  warn: (line) => console.warn(line),
  info: (line) => console.log(line),
}

/** The level of an event by its name. */
export function levelOf(event: string): LogLevel {
  if (/^error$|_(?:failed|dead|alert)$/.test(event)) return 'error'
  return /_not_|_(?:retry|reused|unreachable|stopped|lost)$/.test(event) ? 'warn' : 'info'
}

/** Writes one line of JSON for the operator: names of events, counts and our own ids, never what a person typed or a secret. */
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

// A message may hold what a visitor typed: only the parts that are ours are taken out of it.
const knownReasons = [
  /\b(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w.]+(?:, [\w.]+)*)?/,
  /\bno such (?:table|column|index|trigger|view): [\w.]+/,
  /\bguard_failed:[a-z_]+/,
  /\b(?:already_registered|coupon_customer_limit)\b/,
  /Network connection lost|D1 DB is overloaded|isolate exceeded its memory|database is locked|database disk image is malformed|disk I\/O error|attempt to write a readonly database/i,
  /storage (?:operation )?(?:exceeded|caused object to be reset)|object to be reset|other side closed|ECONNRE(?:SET|FUSED)/i,
  /^[A-Z][A-Za-z]{2,30}(?:Error|Exception)$/,
  /^[a-z]{2,20}(?:_[a-z]{1,20}){1,6}$/,
  /^smtp_\d{3}(?:_\d{1,3}){0,3}$/,
  /^push_\d{3}$/,
  /^(?:unknown|unavailable|timeout|database|Error)$/,
  // Why a reply by mail was not taken.
  /^(?:automatic|bounce|calendar|list|empty|spoofed|stranger|unreadable|sender|expired|unverified)$/,
]

function knownReason(text: string): string | null {
  for (const pattern of knownReasons) {
    const match = pattern.exec(text)
    if (match) return match[0]
  }
  return null
}

/** What the log holds of a thrown error: the known part of its reason, where in our code it happened, and the hash of both. */
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

/** Type, status and code that an error of a provider carries; of an error of its library, too. */
function providerDetail(thrown: unknown): LogDetail {
  type Failure = { type?: string; status?: number | null; statusCode?: number; code?: string | null }
  const { provider, ...own } = (thrown ?? {}) as Failure & { provider?: Failure }
  const said = provider ?? (/^Stripe/.test(own.type ?? '') ? own : null)
  if (!said) return {}
  return {
    provider_type: said.type ?? null,
    provider_status: said.status ?? said.statusCode ?? null,
    provider_code: said.code ?? null,
  }
}

/**
 * Eight digits that are the same for the same cause, so that a flood of one error can be counted: kind, known reason and
 * the functions it went through. Lines of the code count only where a function has no name; they change with each build.
 */
function hashOf(thrown: unknown, reason: string, stack: readonly string[]): string {
  const places = stack.slice(0, 3).map((place) => (place.startsWith('<') ? place : place.replace(/:\d+$/, '')))
  const cause = [thrown instanceof Error ? thrown.name : typeof thrown, reason, ...places].join('\n')
  let hash = 0x811c9dc5
  for (let index = 0; index < cause.length; index += 1) hash = Math.imul(hash ^ cause.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The known reason of an error or of one of its causes, else the error's kind. */
export function reasonOf(thrown: unknown): string {
  for (let each = thrown; each instanceof Error; each = each.cause) {
    const reason = /^Failed query/.test(each.message) ? null : knownReason(each.message)
    if (reason) return reason
  }
  return thrown instanceof Error ? (knownReason(thrown.name) ?? 'Error') : 'unknown'
}

// The message stands before the frames and is cut off, whatever it holds.
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

/** Runs the work of one request under one number: everything it logs carries it, including what a page requests from the API and what runs after the response. */
export const withRequestId = <Result>(work: () => Result): Result => requestIdStorage.run(newRequestId(), work)

/** The number of the current request, short enough to be read out on the telephone; outside a request a new one. */
export const requestId = (): string => requestIdStorage.getStore() ?? newRequestId()

function newRequestId(): string {
  const digits = crypto.randomUUID()
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(9, 13)}`
}

/** Logs an uncaught error and lets the site go on answering visitors. */
export function logUncaughtErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => logLine('unforeseen_failed', detailOf(error)))
  // Where a terminal or a log is gone, each line that is written is an error of its own, whose line would be the next one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
