const excluded = /^\/pg\/[^/]+\/(?:(?:login|logout|signup|forgot-password)\/*$|recovery(?:\/|$))/i
const spaceLike =
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uff0f\uff3c\\]|\u034f/

/**
 * Validates every `goto`, `return_url` and the like: returns a same-site path rebuilt from its parts, or `otherwise`. Only
 * `/`, `/pg/…`, `/embed/…` and `/desk/…` are allowed, without log-in, log-out, sign-up and recovery.
 */
export function safeGoto(raw: unknown, origin: string, otherwise: string): string {
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > 2048) return otherwise
  if (spaceLike.test(raw) || !/^(?:\/|https?:\/\/)/i.test(raw) || /^\/\//.test(raw)) return otherwise
  if (!URL.canParse(raw, origin)) return otherwise
  const url = new URL(raw, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return otherwise
  const path = url.pathname
  if (path.includes('//') || /%(?:2f|5c|00|0a|0d)/i.test(path)) return otherwise
  if (path !== '/' && !/^\/(?:pg|embed|desk)\/[a-z0-9]/.test(path)) return otherwise
  if (excluded.test(decoded(path))) return otherwise
  return path + url.search + url.hash
}

/** The path as a router decodes it: `/pg/p/log%6Fut` is also the log-out page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A path that cannot be decoded is treated as an excluded page.
    return '/pg/x/login'
  }
}
