const keptParameters = ['lang', 'utm_source', 'utm_medium', 'utm_campaign'] as const
/** A slug, as a program's id is one, and the words of our own addresses; ids and signed links have digits and are longer. */
const ownWord = /^[a-z][a-z_-]{0,30}$/
const plainValue = /^[A-Za-z][A-Za-z_-]{0,39}$/

export type TrackedUrl = { url: string; program_id: string | null }

/**
 * What is kept of an address of this site: its words, the program, the language and where a campaign says it comes from.
 * Ids become `:id`, everything else of the query goes. Null for the address of another site.
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
