export type Query = Record<string, string | number | boolean | null | undefined | readonly string[]>

/** A path with the non-empty parts of its query. */
export function address(path: string, query: Query): string {
  const parts: [string, string][] = []
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== '') parts.push([name, String(each)])
  }
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`
}

/** A failure that a reader reports to support: error codes and URLs, no personal text. */
export type FailureToReport = {
  type: string
  code?: number | null
  param?: string | null
  path?: string | null
  timestamp?: string | null
}

/** The URL of the support form, with a failure that happened after its page was rendered. */
export const withFailure = (support: string, failure: FailureToReport) =>
  `${support}${support.includes('?') ? '&' : '?'}${address('', { ...failure }).slice(1)}`

/** The part of a prepared address that an id replaces. */
export const idToFill = '__id__'
/** A prepared address with its id. */
export const addressWithId = (address: string, id: string): string => address.replace(idToFill, encodeURIComponent(id))
