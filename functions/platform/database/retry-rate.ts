import { minuteMs } from '../../contract/limits.ts'
import { logLine } from '../log-line.ts'

/** Alert threshold: the share of retried calls, the minimum number of calls, and the time window. */
const alertShare = 0.01
const fewestCalls = 200
const windowMs = 5 * minuteMs

type Count = { since: number; calls: number; retries: number; isTold: boolean }
let count: Count = { since: 0, calls: 0, retries: 0, isTold: false }

/** Counts one database call, in this isolate's memory only. */
export function countCall(): void {
  const now = Date.now()
  if (now - count.since >= windowMs) count = { since: now, calls: 0, retries: 0, isTold: false }
  count.calls += 1
}

/**
 * Counts and logs a retried call, with one alert per window when there are too many. Never logs a parameter or a text.
 */
export function countRetry(attempts: number): void {
  count.retries += 1
  logLine('database_retry', { attempts: attempts })
  const isTooOften = count.calls >= fewestCalls && count.retries > count.calls * alertShare
  if (!isTooOften || count.isTold) return
  count.isTold = true
  logLine('operator_alert', { why: 'database_retries' })
}
