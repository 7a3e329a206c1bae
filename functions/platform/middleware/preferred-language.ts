import { type Language, languages } from '../../contract/field-rules.ts'

/** The first supported language that an Accept-Language header prefers, or null. */
export function preferredLanguage(header: string | undefined): Language | null {
  if (!header) return null
  const preferred = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean)
      return { tag: tag.toLowerCase().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return (
    languages.find(
      (language) => language === preferred.find(({ tag }) => (languages as readonly string[]).includes(tag))?.tag,
    ) ?? null
  )
}
