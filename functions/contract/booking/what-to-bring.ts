import { trimEndOf } from '../trim-characters.ts'

const bringHeading =
  /^(?:what to |things to )?bring$|^(?:quoi |choses à |à )apporter$|^packing list$|^liste d(?:e bagages|u matériel)$/i

/**
 * The part of an event's text under a heading such as `## Bring` or `## À apporter`, in Markdown; null when there is
 * none.
 */
export function whatToBring(description: string | null): string | null {
  const lines = (description ?? '').split(/\r?\n/)
  const headingOf = (line: string) => /^ {0,3}#{1,6}\s(.*)$/.exec(line)?.[1] ?? null
  const start = lines.findIndex((line) =>
    bringHeading.test(trimEndOf(headingOf(line) ?? '', (character) => /[\s#:]/.test(character)).trim()),
  )
  if (start < 0) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => headingOf(line) !== null)
  return (
    rest
      .slice(0, end < 0 ? rest.length : end)
      .join('\n')
      .trim() || null
  )
}
