import type { ErrorType } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import { healthDaysAfter, healthDaysBefore, healthReadsADay } from '../../contract/organisation/health.ts'
import { healthReasonHeader } from '../../contract/organisation/rights.ts'
import type { Shade } from '../../contract/organisation/rights.ts'

type Times = { starts_at: number; ends_at: number }

/** The last start and the first end of a place that lets its organisation read health information now. */
export const healthBounds = (now: number): { starts_until: number; ends_from: number } => ({
  starts_until: now + healthDaysBefore * dayMs,
  ends_from: now - healthDaysAfter * dayMs,
})

/** True from 30 days before a place to 14 days after it. */
export function isHealthShown({ starts_at, ends_at }: Times, now: number): boolean {
  const { starts_until, ends_from } = healthBounds(now)
  return starts_at <= starts_until && ends_at >= ends_from
}

type Read = {
  /** How far the reader's right `health` goes; null without it. */
  shade: Shade | null
  /** True when the place is in an event, or in a group, that the reader looks after. */
  isOwnEvent: boolean
  isOwnGroup: boolean
  isShown: boolean
  reason: string | undefined
}
export type HealthDecision = { ok: true } | { ok: false; type: ErrorType; param: 'Health-Reason' | 'registration_id' }

/** May this reader see the health information of a place now? Without the standing right, only with a reason. */
export function mayReadHealth({ shade, isOwnEvent, isOwnGroup, isShown, reason }: Read): HealthDecision {
  if (shade === null) return { ok: false, type: 'not_allowed', param: 'registration_id' }
  if (!isOwnEvent) return { ok: false, type: 'not_found', param: 'registration_id' }
  if (shade === 'own_groups' && !isOwnGroup) return { ok: false, type: 'not_allowed', param: 'registration_id' }
  if (!isShown) return { ok: false, type: 'health_not_shown', param: 'registration_id' }
  if (shade === 'with_reason' && !reason) return { ok: false, type: 'required', param: healthReasonHeader }
  return { ok: true }
}

/** True when the reads of a day with a reason exceed the number after which the owner gets a mail. */
export const isTooOften = (readsToday: number): boolean => readsToday > healthReadsADay
