import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { RecoveryStatus } from '../../contract/states/recovery-states.ts'

/** A link is valid for an hour. The next one can be sent after a minute, at most five in an hour. */
export const recoveryMs = hourMs
export const recoveryResendMs = minuteMs
export const maxRecoveriesPerHour = 5

type RecoveryTimes = {
  expires_at: number
  opened_at: number | null
  used_at: number | null
  superseded_at: number | null
}

/** Status of a link at `now`. If several reasons ended it, the first one counts. */
export function recoveryStatus(recovery: RecoveryTimes, now: number): RecoveryStatus {
  if (recovery.used_at !== null) return 'used'
  if (recovery.superseded_at !== null) return 'superseded'
  if (recovery.expires_at < now) return 'expired'
  return recovery.opened_at === null ? 'requested' : 'opened'
}
