import type { Bindings } from '../../platform/context.ts'

/** A key pair by which push services know the site (RFC 8292): base64url, as browsers take the public one. */
export type VapidKey = { publicKey: string; privateKey: string }

/**
 * `VAPID_KEYS` is one or more `name:public:private`, the newest first: it makes new subscriptions, a former one sends to those that
 * were made with it. Without keys the site sends no push.
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

/** The key for new subscriptions, null where the site has none. */
export const newestPublicKey = (env: Pick<Bindings, 'VAPID_KEYS'>): string | null =>
  vapidKeys(env)[0]?.publicKey ?? null

/** Whom a push service writes to about a site: its operator, or the site itself. */
export const vapidSubject = ({
  OPERATOR_EMAIL,
  SITE_ORIGIN,
}: Pick<Bindings, 'OPERATOR_EMAIL' | 'SITE_ORIGIN'>): string =>
  OPERATOR_EMAIL ? `mailto:${OPERATOR_EMAIL}` : SITE_ORIGIN
