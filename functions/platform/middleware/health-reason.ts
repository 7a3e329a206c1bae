import type { Context } from 'hono'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import { HealthReason } from '../../contract/organisation/health.ts'
import { healthReasonHeader } from '../../contract/organisation/rights.ts'

/**
 * The reason that a reader of health information gives, percent-encoded in a header: an address is kept in access logs,
 * and a header is not. Undefined without one.
 */
export function healthReason(c: Context): string | undefined {
  const sent = c.req.header(healthReasonHeader)
  if (sent === undefined) return undefined
  const parsed = HealthReason.safeParse(decoded(sent))
  if (!parsed.success) throw new ApiError(parsed.error.issues[0]?.message as ErrorType, { param: healthReasonHeader })
  return parsed.data
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
