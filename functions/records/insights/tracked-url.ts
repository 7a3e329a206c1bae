const keptParameters = ['lang', 'utm_source', 'utm_medium', 'utm_campaign'] as const
/** A slug, such as a program's id, or a word of our own paths. Ids and signed tokens have digits and are longer. */
const ownWord = /^[a-z][a-z_-]{0,30}$/
const plainValue = /^[A-Za-z][A-Za-z_-]{0,39}$/

export type TrackedUrl = { url: string; program_id: string | null }

/**
 * The stored part of a URL on this site: its words, the program, the language and a campaign's source. Ids become
 * `:id`, and all other query parameters are dropped. Null for another site's URL.
 */
export function trackedUrl(address: string, siteOrigin: string): TrackedUrl | null {
  if (!URL.canParse(address, siteOrigin)) return null
  const { origin, pathname, searchParams, username } = new URL(address, siteOrigin)
  if (origin !== siteOrigin || username !== '') return null
  const program_id = /^\/(?:pg|embed)\/([a-z0-9][a-z0-9-]{1,62})(?:\/|$)/.exec(pathname)?.[1] ?? null
  const parts = pathname
    .split('/')
    .map((part) => (part === '' || part === program_id || ownWord.test(part) ? part : ':id'))
  const query = new URLSearchParams(
    keptParameters.flatMap((name) => {
      const value = searchParams.get(name)
      return value !== null && plainValue.test(value) ? [[name, value]] : []
    }),
  )
  return { url: `${parts.join('/')}${query.size > 0 ? `?${query}` : ''}`, program_id }
}
