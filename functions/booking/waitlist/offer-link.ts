import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import type { Ctx } from '../../platform/context.ts'

type Keys = Parameters<typeof signLink>[0]

/** URL of the page that shows the offer of an entry, valid until its event starts. Opening it changes nothing. */
export async function offerLink(
  { env, siteOrigin }: Pick<Ctx, 'env' | 'siteOrigin'>,
  offer: { entry_id: string; program_id: string; starts_at: number; language?: string },
): Promise<string> {
  const token = await signLink(env, { purpose: 'waitlist_offer', subject: offer.entry_id, expiresAt: offer.starts_at })
  const query = new URLSearchParams({ token, ...(offer.language ? { lang: offer.language } : {}) })
  return `${siteOrigin}/pg/${encodeURIComponent(offer.program_id)}/offer?${query}`
}

/** The entry id in a token; null when the token is invalid or the event has started. */
export const readOfferLink = async (keys: Keys, input: { token: string; now: number }): Promise<string | null> =>
  readLink(keys, { purpose: 'waitlist_offer', ...input })
