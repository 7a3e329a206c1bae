import type { Bindings } from '../context.ts'

/**
 * A client of `ORGANISER_CLIENTS` that may ask users for access, because it has redirect URIs. A public client has no
 * secret.
 */
export type OAuthClient = {
  client_id: string
  isPublic: boolean
  program_ids: string[] | 'all'
  redirect_uris: string[]
}

const leastSecretLength = 16
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/|$)/
const ownScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\//

/** Valid redirect URIs: https, this machine, or an app's own scheme with a dot; never with a fragment. */
export const isRedirectUri = (text: string): boolean =>
  URL.canParse(text) && !text.includes('#') && (/^https:\/\//.test(text) || loopback.test(text) || ownScheme.test(text))

/**
 * The client with this id, or null. A line is `id:secret:programs:redirect|redirect`; a public client's secret is empty.
 */
export function oauthClient(env: Pick<Bindings, 'ORGANISER_CLIENTS'>, id: string): OAuthClient | null {
  for (const line of (env.ORGANISER_CLIENTS ?? '').split(/[\s,]+/)) {
    const [client_id = '', secret = '', programs = '', ...rest] = line.split(':')
    const redirect_uris = rest.join(':').split('|').filter(isRedirectUri)
    if (client_id === '' || client_id !== id || redirect_uris.length === 0) continue
    if (secret !== '' && secret.length < leastSecretLength) continue
    const program_ids = programs === '*' ? 'all' : programs.split('+').filter(Boolean)
    return { client_id, isPublic: secret === '', program_ids, redirect_uris }
  }
  return null
}
