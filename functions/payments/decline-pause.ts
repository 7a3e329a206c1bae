/** So many declines of one customer in this time pause their card payments for as long again. */
export const maxDeclines = 6
export const declineWindowMs = 10 * 60_000
/** `RATE_LIMITS=wide` allows this many times as much. */
export const relaxedLimitMultiplier = 100

/** Seconds until a card may be tried again, null when it may be now. `times` are the customer's declines, newest first. */
export function declinePause(times: readonly number[], now: number, most: number): number | null {
  const newest = times[0]
  const oldest = times[most - 1]
  if (newest === undefined || oldest === undefined || newest - oldest > declineWindowMs) return null
  const until = newest + declineWindowMs
  return now < until ? Math.ceil((until - now) / 1000) : null
}
