import type { Bindings } from '../../platform/context.ts'

/** A key pair that identifies the site to push services (RFC 8292), in base64url as browsers accept the public key. */
export type VapidKey = { publicKey: string; privateKey: string }

/**
 * `VAPID_KEYS` is one or more `name:public:private`, newest first. The newest key is for new subscriptions, an older
 * one for those made with it. Without keys the site sends no push messages.
 */
export function vapidKeys({ VAPID_KEYS }: Pick<Bindings, 'VAPID_KEYS'>): VapidKey[] {
  const written = (VAPID_KEYS ?? '').split(',').filter((each) => each.trim() !== '')
  return written.map((each) => {
    const [name = '', publicKey = '', privateKey = ''] = each.trim().split(':')
    if (name === '' || !/^B[\w-]{86}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey))
      throw new Error('VAPID_KEYS: expected name:public:private, as npm run vapid-keys writes them')
    return { publicKey, privateKey }
  })
}

/** The key for new subscriptions, or null. */
export const newestPublicKey = (env: Pick<Bindings, 'VAPID_KEYS'>): string | null =>
  vapidKeys(env)[0]?.publicKey ?? null

/** The contact address for push services: the site's operator, or the site itself. */
export const vapidSubject = ({
  OPERATOR_EMAIL,
  SITE_ORIGIN,
}: Pick<Bindings, 'OPERATOR_EMAIL' | 'SITE_ORIGIN'>): string =>
  OPERATOR_EMAIL ? `mailto:${OPERATOR_EMAIL}` : SITE_ORIGIN
