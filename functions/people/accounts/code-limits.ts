import { hourMs, minuteMs, weekMs } from '../../contract/limits.ts'

/** A code is valid for 15 minutes and 5 attempts. The next code can be sent after 60 s, and at most 5 in an hour. */
export const codeMs = 15 * minuteMs
export const maxCodeAttempts = 5
export const resendMs = minuteMs
export const maxCodesPerHour = 5
/** How long the "this was not me" link of a security mail works. */
export const undoLinkMs = weekMs

type Sent = { created: number; used_at: number | null; expires_at: number }

/** Milliseconds until another code can be sent; 0 means now. `sent` are the codes of the last hour, newest first. */
export function codeWaitMs(sent: readonly Sent[], now: number): number {
  const inHour = sent.filter((code) => code.created > now - hourMs)
  const fifth = inHour[maxCodesPerHour - 1]
  const untilHour = fifth ? fifth.created + hourMs - now : 0
  const open = inHour.find((code) => code.used_at === null && code.expires_at > now)
  const untilResend = open ? open.created + resendMs - now : 0
  return Math.max(0, untilHour, untilResend)
}
