import { marketingWords } from '../../contract/sentences/marketing-words.ts'
import { contactLines, type MailBranding, type MailContent } from './mail-frame.ts'
import type { Language } from '../../contract/field-rules.ts'

/** The plain-text version of a mail. */
export function textOf(branding: MailBranding | null, content: MailContent): string {
  // French sets a non-breaking space before a colon.
  const colon = content.language === 'fr' ? '\u00a0:' : ':'
  const parts = content.parts.map((part) => {
    if (part.type === 'paragraph' || part.type === 'code') return part.text
    if (part.type === 'formatted') return part.text
    if (part.type === 'button' || part.type === 'link') return `${part.label}${colon}\n${part.url}`
    if (part.type === 'section') return part.title
    if (part.type === 'event') return `${part.title}\n${part.text}`
    if (part.type === 'facts')
      return part.facts
        .map(({ label, text, link }) => [`${label}${colon} ${text}`, ...(link ? [link.url] : [])].join('\n'))
        .map((fact) => fact.replaceAll('\n', '\n  '))
        .join('\n')
    if (part.type === 'stars') return part.links.map(({ rating, url }) => `${rating}${colon} ${url}`).join('\n')
    return part.rows
      .map(
        (row) =>
          `${row.value === '' ? row.label : `${row.label}${colon} ${row.value}`}${row.note ? `\n  ${row.note}` : ''}`,
      )
      .join('\n')
  })
  const words = marketingWords[content.language]
  const ways = [
    [words.unsubscribe, content.unsubscribe_url],
    [words.topics, content.topics_url],
  ].flatMap(([label, url]) => (url ? [`${label}${colon}\n${url}`] : []))
  const foot = [content.because, ...ways, ...contactLines(branding, content)].join('\n')
  return `${content.heading}\n\n${parts.join('\n\n')}\n\n-- \n${branding?.name ?? 'Muster'}\n${foot}\n`
}

/** Markdown as plain text: headings and bold words as plain words, a link as its text and its URL. */
export const markdownText = (text: string, language: Language): string =>
  text
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/\[([^[\]\n]*)\]\(([^)\s[]+)(?:[ \t][^)\n[]*)?\)/g, language === 'fr' ? '$1\u00a0: $2' : '$1: $2')
    .split('\n')
    .map((line) => withoutPairs(withoutPairs(line, '**'), '__'))
    .join('\n')

/** A line without the marks around bold words; an unpaired mark stays. */
function withoutPairs(line: string, mark: string): string {
  const [start = '', ...parts] = line.split(mark)
  let text = start
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const isOpening = index + 1 < parts.length && /^\S/.test(part)
    if (isOpening) text += part + (parts[++index] ?? '')
    else text += mark + part
  }
  return text
}
