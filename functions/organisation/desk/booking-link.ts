import { dayMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

/** How long after a booking by staff its link works, unless its first place begins earlier. */
const linkMs = 60 * dayMs

/** When the link to an order ends: with its first place, at most 60 days from now. */
export const linkEndsAt = (now: number, firstStart: number | null): number =>
  Math.min(now + linkMs, firstStart ?? Number.POSITIVE_INFINITY)

/** The page on which a family completes and pays an order without a log-in. */
export async function bookingLink(
  { env, siteOrigin }: Pick<Ctx, 'env' | 'siteOrigin'>,
  order: { id: string; program_id: string; language: string; expiresAt: number },
): Promise<string> {
  const token = await signLink(env, { purpose: 'booking', subject: order.id, expiresAt: order.expiresAt })
  const query = new URLSearchParams({ token, lang: order.language })
  return `${siteOrigin}/pg/${encodeURIComponent(order.program_id)}/complete?${query}`
}

/** The id of the order of a link; null for a forged or expired one. */
export const readBookingLink = (ctx: Ctx, token: string): Promise<string | null> =>
  readLink(ctx.env, { purpose: 'booking', token, now: ctx.now })
