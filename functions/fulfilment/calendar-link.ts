import { readLink, signLink } from '../mail/signed-link.ts'

/** How long a calendar address is valid after it was issued. */
const calendarMs = 2 * 365 * 86_400_000

/** The address of an order's calendar file; it needs no log-in. */
export async function calendarAddress(
  ctx: { siteOrigin: string; env: { TOKEN_SECRET: string }; now: number },
  orderId: string,
): Promise<string> {
  // The same all day, so that a page does not change with every request.
  const today = Math.floor(ctx.now / 86_400_000) * 86_400_000
  return `${ctx.siteOrigin}/calendar/${await signLink(ctx.env, { purpose: 'calendar', subject: orderId, expiresAt: today + calendarMs })}.ics`
}

/** The order an address was issued for; null for one that we did not issue. */
export async function readCalendarToken(
  ctx: { env: { TOKEN_SECRET: string }; now: number },
  token: string,
): Promise<string | null> {
  return readLink(ctx.env, { purpose: 'calendar', token, now: ctx.now })
}
