import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { replyLines } from '../../contract/sentences/message-words.ts'

/** Only the beginning of a longer text or HTML is read, because a reply is above its quote. */
const maxReadLength = 100_000
/** A line that begins a quote is at most this long. */
const maxQuoteStartLength = 400

/** Elements that mail programs put around the quoted mail. Everything from there on is the quote. */
const quoteInDiv =
  /gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|protonmail_quote|zmail_extra/i
const unseenElements: ReadonlySet<string> = new Set(['style', 'script', 'title'])
const endsLine: ReadonlySet<string> = new Set([
  'br',
  '/p',
  '/div',
  '/li',
  '/tr',
  '/h1',
  '/h2',
  '/h3',
  '/h4',
  '/h5',
  '/h6',
  '/blockquote',
])

/** The parts of an HTML-only mail. They are always shown as text. */
export function partsOfHtml(html: string): ReplyParts {
  let text = ''
  let own: string | null = null
  // The tag that ends an invisible element.
  let until: string | null = null
  // Each piece is a tag and the text up to the next one.
  for (const piece of `>${html.slice(0, maxReadLength)}`.split('<')) {
    if (until === '-->' || (until === null && piece.startsWith('!--'))) {
      const end = piece.indexOf('-->')
      until = end < 0 ? '-->' : null
      if (end >= 0) text += spaced(piece.slice(end + 3))
      continue
    }
    const end = piece.indexOf('>')
    const name = end < 0 ? '' : nameOfTag(piece)
    if (until !== null && name !== until) continue
    until = unseenElements.has(name) ? `/${name}` : null
    if (until !== null) continue
    if (own === null && startsQuoteInHtml(name, piece.slice(0, end))) own = text
    if (endsLine.has(name)) text += '\n'
    text += spaced(end < 0 ? `<${piece}` : piece.slice(end + 1))
  }
  const whole = partsOfReply(withoutEntities(text))
  if (own === null) return whole
  const parts = partsOfReply(withoutEntities(own), withoutEntities(text.slice(own.length)))
  // If a mail consists only of its quote, the customer wrote the answers between the quoted lines.
  return parts.text === '' ? whole : parts
}

const nameOfTag = (piece: string): string => /^\/?[a-z][a-z\d]*/i.exec(piece)?.[0].toLowerCase() ?? ''
const spaced = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ')

const startsQuoteInHtml = (name: string, tag: string): boolean =>
  name === 'blockquote' || (name === 'div' && quoteInDiv.test(tag)) || (name === 'hr' && /stopSpelling/i.test(tag))

const withoutEntities = (text: string) =>
  text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,31}));/gi, characterOf)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')

function characterOf(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return decodeNamedCharacterReference(name) || written
  const point = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}

/** Lines with which mail programs begin a quote, in the languages of our readers and of their programs. */
const certainStarts: readonly RegExp[] = [
  /^\s*[-_]{2,}\s*(?:original message|message d['’]origine|message original|forwarded message|message transféré|ursprüngliche nachricht|mensaje original|reply message)\b/i,
  /^\s*begin forwarded message\s*:/i,
  /^\s*_{20,}\s*$/,
]
/** Lines with author and time above a quote. People write such lines themselves, too. */
const attributions: readonly RegExp[] = [
  /^\s*(?:on|le|am|el|il|em)\b.{4,200}\b(?:wrote|a écrit|schrieb|escribió|ha scritto|escreveu)(?:\s*:)?$/i,
  /^\s*am\b.{4,120}\bschrieb\b.{0,120}:$/i,
  /^.{0,120}<[^<>\s@]+@[^<>\s]+>.{0,60}\b(?:wrote|a écrit)(?:\s*:)?$/i,
]
/** A header of a mail that Outlook quotes, in its eight most used languages. */
const quotedHeader =
  /^\s*\*?(?:from|sent|to|cc|subject|date|de|envoyé|à|objet|von|gesendet|an|betreff|datum|enviado|para|asunto|fecha|da|inviato|a|oggetto|data|assunto|van|verzonden|aan|onderwerp|od|wysłano|do|temat)\s*\*?\s?:/iu
/**
 * The number of consecutive headers that begin a quote. People write two such lines themselves ("From: …", "To: …").
 */
const quotedHeaders = 3
/** The signature separator of RFC 3676. Two hyphens alone may be the writer's own separator. */
const signatureMark = /^-- $/
/** A footer that a mail program or a phone adds. */
const programFooter =
  /^\s*(?:sent from (?:my |mail for |outlook|yahoo|proton)|envoyé (?:de|depuis) mon |envoyé à partir de |get outlook for|obtenez outlook|provenance\s*: courrier|télécharger outlook)/i
/** A longer footer may contain words of the writer. */
const maxFooterLength = 80

/** Lines that mail programs and our own mail put above our reply line: author and time, headers, title. */
const maxLinesAboveReplyLine = 12

/** A reply: the text of its author, whose lines stay as they are, and the quote and signature that were cut from it. */
export type ReplyParts = { text: string; quoted: string }

/**
 * Splits a reply. `quote` is the part that is known to be quoted. What is below our own reply line is our mail, so that
 * it is not in the quoted text either, nor are the lines directly above it.
 */
export function partsOfReply(text: string, quote = ''): ReplyParts {
  const own = linesOf(text)
  const lines = [...own, ...(quote === '' ? [] : linesOf(quote))]
  const start = indexOr(
    own.length,
    own.findIndex((_, index) => startsQuote(lines, index)),
  )
  const foot = indexOr(start, own.slice(0, start).findIndex(isFooter))
  const end = indexOr(lines.length, lines.findIndex(isReplyLine))
  const quoted = lines
    .slice(0, startOfOurMail(lines, { start, end }))
    .filter((line, index) => index >= foot || isQuotedLine(line))
  return {
    text: tidied(lines.slice(0, foot).filter((line) => !isQuotedLine(line))),
    quoted: tidied(quoted.filter(hasWords)),
  }
}

const linesOf = (text: string): string[] =>
  text.slice(0, maxReadLength).replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').split('\n')
const indexOr = (otherwise: number, index: number): number => (index < 0 ? otherwise : index)
const isQuotedLine = (line: string): boolean => line.trimStart().startsWith('>')
const isReplyLine = (line: string): boolean => replyLines.some((words) => line.includes(words))
const isFooter = (line: string): boolean =>
  line.length <= maxQuoteStartLength && (signatureMark.test(line) || programFooter.test(line))
const hasWords = (line: string): boolean =>
  !signatureMark.test(line) && (line.length > maxFooterLength || !programFooter.test(line))
const tidied = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The index of the first line of our quoted mail, with the lines that a mail program put above it. */
function startOfOurMail(lines: readonly string[], { start, end }: { start: number; end: number }): number {
  if (end === lines.length) return end
  let first = end
  while (first > 0 && end - first < maxLinesAboveReplyLine && /^\s*(?:>|$)/.test(lines[first - 1] ?? '')) first -= 1
  const between = lines.slice(start, end).filter((line) => line.trim() !== '')
  return between.length <= maxLinesAboveReplyLine ? Math.min(start, first) : first
}

function startsQuote(lines: readonly string[], index: number): boolean {
  const whole = lines[index] ?? ''
  if (isReplyLine(whole)) return true
  const [line, next] = [shortLine(whole), shortLine(lines[index + 1] ?? '')]
  if (line === '') return false
  if (certainStarts.some((pattern) => pattern.test(line))) return true
  if (attributions.some((pattern) => pattern.test(line)) && isFollowedByQuote(lines, index)) return true
  // Many programs break the long line with author and time into two or three.
  if (
    /^(?:on|le)\b.*\d/i.test(line) &&
    attributions.some((pattern) => pattern.test(`${line} ${next}`.trimEnd())) &&
    isFollowedByQuote(lines, index)
  )
    return true
  return (
    lines.slice(index, index + quotedHeaders).filter((each) => quotedHeader.test(shortLine(each))).length ===
    quotedHeaders
  )
}

/**
 * Whether a line such as "On Tuesday Sam wrote:" belongs to a quote: it contains an address, or quoted lines or our own
 * reply line follow. If in doubt, the text is kept as the writer's own.
 */
function isFollowedByQuote(lines: readonly string[], index: number): boolean {
  const near = lines.slice(index, index + linesOfAttribution)
  const [quoted] = lines.slice(index + 1, index + 1 + linesOfAttribution).filter((line) => line.trim() !== '')
  if (near.some((line) => /<[^<>\s@]+@[^<>\s]+>/.test(shortLine(line)))) return true
  return [...near, quoted ?? ''].some((line) => isQuotedLine(line) || isReplyLine(line))
}
const linesOfAttribution = 4

/** A line that may begin a quote; empty if it is too long for that. */
function shortLine(line: string): string {
  const trimmed = line.trim()
  return trimmed.length <= maxQuoteStartLength ? trimmed : ''
}
