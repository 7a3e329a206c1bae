import { minuteMs } from '../../contract/limits.ts'
import { logLine } from '../log-line.ts'

/** More than this share of calls tried again, of at least so many calls, over this long: somebody should look. */
const alertShare = 0.01
const fewestCalls = 200
const windowMs = 5 * minuteMs

type Count = { since: number; calls: number; retries: number; isTold: boolean }
let count: Count = { since: 0, calls: 0, retries: 0, isTold: false }

/** Counts one call of the database, in this isolate's memory alone. */
export function countCall(): void {
  const now = Date.now()
  if (now - count.since >= windowMs) count = { since: now, calls: 0, retries: 0, isTold: false }
  count.calls += 1
}

/** Counts a call that is tried again and writes it down, once a window with an alert where there are too many. Never a parameter or a text. */
export function countRetry(attempts: number): void {
  count.retries += 1
  logLine('database_retry', { attempts: attempts })
  const isTooOften = count.calls >= fewestCalls && count.retries > count.calls * alertShare
  if (!isTooOften || count.isTold) return
  count.isTold = true
  logLine('operator_alert', { why: 'database_retries' })
}
