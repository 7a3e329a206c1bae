import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { replyLines } from '../contract/sentences/message-words.ts'

/** What mail programs put around the mail that is answered, so that all from there on was not written now. */
const quoteInHtml =
  /<(?:blockquote\b|div[^>]*\b(?:class|id)=["']?[^"'>]*(?:gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|protonmail_quote|zmail_extra)|hr[^>]*\bid=["']?stopSpelling)/i
const unseenInHtml = /<(head|style|script|title)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const endsLine = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi

/** The text of a mail that comes as HTML alone, without what it quotes. It is only ever shown as text. */
export function textOfHtml(html: string): string {
  const seen = html.replace(unseenInHtml, '')
  const quote = quoteInHtml.exec(seen)
  // A mail that is nothing but its quote was answered inside of it.
  const own = quote && strip(seen.slice(0, quote.index)).trim() !== '' ? seen.slice(0, quote.index) : seen
  return strip(own)
}

const strip = (html: string) =>
  html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(endsLine, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,31}));/gi, characterOf)
    .replace(/\u00a0/g, ' ')
    .replace(/ *\n */g, '\n')

function characterOf(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return decodeNamedCharacterReference(name) || written
  const point = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}

/** Lines with which mail programs begin what they quote, in the languages of our readers and of their mail programs. */
const quoteStarts: readonly RegExp[] = [
  /^\s*[-_]{2,}\s*(?:original message|message d['’]origine|message original|forwarded message|message transféré|ursprüngliche nachricht|mensaje original|reply message)\b/i,
  /^\s*begin forwarded message\s*:/i,
  /^\s*(?:on|le|am|el|il|em)\b.{4,200}\b(?:wrote|a écrit|schrieb|escribió|ha scritto|escreveu)\s*:?\s*$/i,
  /^\s*am\b.{4,120}\bschrieb\b.{0,120}:\s*$/i,
  /^\s*.{0,120}(?:<[^<>\s]+@[^<>\s]+>).{0,60}\b(?:wrote|a écrit)\s*:?\s*$/i,
  /^\s*_{20,}\s*$/,
]
/** A block of headers as Outlook quotes it: two of these one after the other. */
const quotedHeader = /^\s*\*?(?:from|sent|to|subject|date|de|envoyé|à|objet|von|gesendet)\s*\*?\s?:/i
/** What is added below by a mail program or a phone. */
const footers: readonly RegExp[] = [
  /^-- ?$/,
  /^\s*(?:sent from (?:my |mail for |outlook|yahoo|proton)|envoyé (?:de|depuis) mon |envoyé à partir de |get outlook for|obtenez outlook|provenance\s*: courrier|télécharger outlook)/i,
]

/** What was written now: the text of a reply without what it quotes, and without what a mail program adds below. Lines stay as they are. */
export function withoutQuotes(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').split('\n')
  const start = lines.findIndex((_, index) => startsQuote(lines, index))
  const own = start < 0 ? lines : lines.slice(0, start)
  const foot = own.findIndex((line) => footers.some((pattern) => pattern.test(line)))
  const kept = foot < 0 ? own : own.slice(0, foot)
  return kept
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function startsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (replyLines.some((words) => line.includes(words))) return true
  if (quoteStarts.some((pattern) => pattern.test(line))) return true
  // A long line of who wrote when is broken in two or three by many programs.
  const joined = [line, lines[index + 1] ?? ''].join(' ')
  if (/^\s*(?:on|le)\b.*\d/i.test(line) && quoteStarts.slice(2, 5).some((pattern) => pattern.test(joined))) return true
  return quotedHeader.test(line) && quotedHeader.test(lines[index + 1] ?? '')
}
