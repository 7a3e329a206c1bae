import { html, raw } from 'hono/html'
import type { Address } from '../../contract/people/address.ts'
import type { Language } from '../../contract/field-rules.ts'
import { postalLine } from '../../contract/people/place-line.ts'
import type { Program } from '../../contract/offering/program.ts'
import { marketingWords } from '../../contract/sentences/marketing-words.ts'
import type { Leaf } from '../../contract/leaf-words.ts'
import { type MailColours, mailColours, mailStyle, sans, serif } from './mail-style.ts'

/**
 * The parts of a mail in reading order. All texts are plain: the frame escapes them. Rows are label and value, as on a
 * receipt; a sum's last row is bold.
 */
export type MailPart =
  | { type: 'paragraph'; text: string }
  | { type: 'code'; text: string }
  | { type: 'button'; label: string; url: string }
  | { type: 'link'; label: string; url: string }
  | { type: 'stars'; low: string; high: string; links: { rating: number; label: string; url: string }[] }
  /** Formatted text; `html` comes from a renderer that escapes its input. */
  | { type: 'formatted'; html: string; text: string }
  /** A section of a long mail: a rule and a title. */
  | { type: 'section'; title: string }
  /** An event: its day as a calendar leaf, its name, and a line below. */
  | { type: 'event'; leaf: Leaf; title: string; text: string }
  /** Short labels with lines of text and a link; on narrow screens the label is above the text. */
  | { type: 'facts'; facts: { label: string; text: string; link?: { label: string; url: string } | null }[] }
  | { type: 'rows'; rows: { label: string; note?: string; value: string; strong?: boolean }[] }

export type MailBranding = {
  name: string
  /** The program's country, for its amounts; absent in a mail without any. */
  country?: string
  /** Null when replies go elsewhere, for example in a mail to the program itself. Then no contact details are shown. */
  email: string | null
  website: string | null
  colours: Program['colours']
  phone?: string | null
  address?: Address | null
}
export type MailContent = {
  language: Language
  heading: string
  parts: MailPart[]
  /** Preview text in a list of mails; default: the first paragraph. */
  preview?: string
  /** Why the recipient gets this mail: one line under the rule. */
  because: string
  /** The unsubscribe page; only for news. */
  unsubscribe_url?: string | null
  /** The page of the reader's topics; only for news. */
  topics_url?: string | null
}

type Html = ReturnType<typeof html>
const text = (size: number, line: number) => `font-family:${sans};font-size:${size}px;line-height:${line}px`

/** The sender's contact lines: news must name its postal address, other mails the address for replies. */
export function contactLines(branding: MailBranding | null, { unsubscribe_url }: MailContent): string[] {
  if (!branding || (!branding.email && !unsubscribe_url)) return []
  const { address = null, phone, email } = branding
  return [postalLine(address), phone, email].filter((line): line is string => Boolean(line))
}

/** The preview text in a list of mails: the first non-empty paragraph. */
const previewOf = ({ parts, preview }: MailContent): string => {
  if (preview) return preview
  const first = parts.find((part) => part.type === 'paragraph' && !part.text.startsWith('— '))
  return first?.type === 'paragraph' ? first.text.replaceAll(/\s+/g, ' ').slice(0, 150) : ''
}
// Without padding, the preview would continue with the text that follows.
const afterPreview = raw('&#8199;&#847; '.repeat(40))
const forOutlook = (markup: string) => raw(`<!--[if mso]>${markup}<![endif]-->`)

/** One mail as HTML in the program's colours, light and dark: one column, no pictures, no external resources. */
export function htmlOf(branding: MailBranding | null, content: MailContent): string {
  const colours = mailColours(branding?.colours ?? null)
  const { light } = colours
  const words = marketingWords[content.language]
  const link = (url: string, label: string) =>
    html`<a class="link" href="${url}" style="color:${light.link};text-decoration:underline">${label}</a>`
  const ways = [
    ...(content.unsubscribe_url ? [link(content.unsubscribe_url, words.unsubscribe)] : []),
    ...(content.topics_url ? [link(content.topics_url, words.topics)] : []),
  ]
  const contact = contactLines(branding, content).map((line) =>
    line === branding?.email ? link(`mailto:${line}`, line) : line,
  )
  return String(html`<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${content.heading}</title>
<style>
${raw(mailStyle(colours.dark))}
</style></head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${previewOf(content)}${afterPreview}</div>
<div role="article" aria-roledescription="email" aria-label="${content.heading}" lang="${content.language}">
<table role="presentation" class="paper" width="100%" cellspacing="0" cellpadding="0" border="0" bgcolor="${light.paper}"><tr><td align="center" style="padding:16px 8px">
${forOutlook('<table role="presentation" width="600" cellspacing="0" cellpadding="0" border="0"><tr><td>')}
<table role="presentation" class="sheet" width="100%" cellspacing="0" cellpadding="0" border="0" bgcolor="${light.raised}" style="max-width:600px;margin:0 auto;border:1px solid ${light.line};border-collapse:separate;border-radius:16px;overflow:hidden;text-align:left">
<tr><td class="fill" bgcolor="${light.fill}" style="height:4px;font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="pad ink" style="padding:20px 24px 0;${text(16, 24)};font-weight:bold;color:${light.ink}">${branding?.name ?? 'Muster'}</td></tr>
<tr><td class="pad ink" style="padding:16px 24px 12px;${text(16, 24)};color:${light.ink};overflow-wrap:anywhere;word-break:break-word">
<h1 class="ink" style="margin:0 0 12px;font-family:${serif};font-size:28px;line-height:34px;font-weight:bold;color:${light.ink}">${content.heading}</h1>
${content.parts.map((part) => partAsHtml(part, light))}
</td></tr>
<tr><td class="sunken line pad muted" bgcolor="${light.sunken}" style="padding:20px 24px;border-top:1px solid ${light.line};${text(14, 20)};color:${light.muted};overflow-wrap:anywhere;word-break:break-word">${contact.length > 0 ? html`<p style="margin:0 0 12px"><strong>${branding?.name}</strong>${contact.map((line) => html`<br>${line}`)}</p>` : ''}<p style="margin:0">${content.because}${ways.map((way, index) => html`${index === 0 ? ' ' : ' · '}${way}`)}</p></td></tr>
</table>
${forOutlook('</td></tr></table>')}
</td></tr></table>
</div></body></html>`)
}

function partAsHtml(part: MailPart, colours: MailColours): Html {
  if (part.type === 'paragraph') return html`<p style="margin:0 0 16px">${linesOf(part.text)}</p>\n`
  if (part.type === 'code')
    return html`<p class="soft ink" style="margin:0 0 16px;padding:12px 16px;background-color:${colours.soft};${text(32, 40)};font-weight:bold;letter-spacing:4px;color:${colours.ink}">${part.text}</p>\n`
  if (part.type === 'button')
    return html`<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:8px 0 20px"><tr><td class="fill" align="center" bgcolor="${colours.fill}" style="border-radius:10px;mso-padding-alt:14px 24px"><a class="on-fill" href="${part.url}" style="display:inline-block;padding:14px 24px;${text(16, 20)};font-weight:bold;color:${colours['on-fill']};text-decoration:none;border-radius:10px">${part.label}</a></td></tr></table>\n`
  if (part.type === 'formatted') return html`${raw(part.html)}\n`
  if (part.type === 'link')
    return html`<p style="margin:0 0 4px"><a class="link" href="${part.url}" style="display:inline-block;padding:10px 0;color:${colours.link};text-decoration:underline">${part.label}</a></p>\n`
  if (part.type === 'stars') return starsAsHtml(part, colours)
  if (part.type === 'section')
    return html`<h2 class="line ink" style="margin:20px 0 12px;padding:20px 0 0;border-top:1px solid ${colours.line};font-family:${serif};font-size:20px;line-height:26px;font-weight:bold;color:${colours.ink}">${part.title}</h2>\n`
  if (part.type === 'event') return eventAsHtml(part, colours)
  if (part.type === 'facts') return factsAsHtml(part, colours)
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 16px;border-collapse:collapse">${part.rows.map((row) => rowAsHtml(row, colours))}</table>\n`
}

/**
 * Maximum length of a value on the line of its label. A longer value is below the label, so that a narrow screen shows
 * both.
 */
const longestBeside = 16

function rowAsHtml(row: Extract<MailPart, { type: 'rows' }>['rows'][number], colours: MailColours): Html {
  const cell = `padding-top:8px;padding-bottom:8px;border-top:1px solid ${colours.line};vertical-align:top;${text(16, 22)};color:${colours.ink}${row.strong ? ';font-weight:bold' : ''}`
  const note = row.note
    ? html`<br><span class="muted" style="color:${colours.muted};font-size:14px;font-weight:normal">${row.note}</span>`
    : ''
  if (row.value === '') return html`<tr><td colspan="2" class="line ink" style="${cell}">${row.label}${note}</td></tr>`
  if (row.value.length > longestBeside)
    return html`<tr><td colspan="2" class="line ink" style="${cell}"><span class="muted" style="color:${colours.muted};font-size:14px">${row.label}</span>${note}<br>${linesOf(row.value)}</td></tr>`
  return html`<tr><td class="line ink" style="${cell};padding-right:12px;word-break:normal;overflow-wrap:break-word">${row.label}${note}</td><td class="line ink" align="right" style="${cell};white-space:nowrap">${row.value}</td></tr>`
}

/** Five links in a row across the mail, each large enough for a thumb. */
function starsAsHtml({ low, high, links }: Extract<MailPart, { type: 'stars' }>, colours: MailColours): Html {
  const star = ({ rating, label, url }: (typeof links)[number]) =>
    html`<td width="20%" align="center" valign="top" style="width:20%;padding:0"><a class="link" href="${url}" aria-label="${label}" style="display:block;padding:8px 0;color:${colours.link};text-decoration:none;${text(16, 20)};font-weight:bold"><span aria-hidden="true" style="font-size:36px;line-height:40px;font-weight:normal">&#9734;</span><br>${rating}</a></td>`
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="table-layout:fixed;margin:0 0 16px"><tr>${links.map(star)}</tr><tr><td colspan="2" class="muted" align="left" style="padding:0 6px;${text(14, 20)};color:${colours.muted}">${low}</td><td></td><td colspan="2" class="muted" align="right" style="padding:0 6px;${text(14, 20)};color:${colours.muted}">${high}</td></tr></table>\n`
}

function eventAsHtml({ leaf, title, text: below }: Extract<MailPart, { type: 'event' }>, colours: MailColours): Html {
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:8px 0 16px"><tr><td width="100" valign="top" style="width:100px;padding:0">
<table role="presentation" class="sheet" width="84" cellspacing="0" cellpadding="0" border="0" bgcolor="${colours.raised}" style="width:84px;border:1px solid ${colours.line};border-radius:10px;border-collapse:separate;overflow:hidden"><tr><td class="fill on-fill" align="center" bgcolor="${colours.fill}" style="padding:3px 0;${text(13, 18)};font-weight:bold;color:${colours['on-fill']};border-radius:9px 9px 0 0">${leaf.month}</td></tr><tr><td class="ink" align="center" style="padding:5px 0 0;font-family:${serif};font-size:20px;line-height:24px;font-weight:bold;color:${colours.ink}">${leaf.days}</td></tr><tr><td class="muted" align="center" style="padding:0 2px 6px;${text(13, 18)};color:${colours.muted}">${leaf.under}</td></tr></table>
</td><td valign="top" style="padding:0"><h2 class="ink" style="margin:0 0 8px;font-family:${serif};font-size:20px;line-height:26px;font-weight:bold;color:${colours.ink}">${title}</h2><p class="ink" style="margin:0;${text(16, 24)};color:${colours.ink}">${linesOf(below)}</p></td></tr></table>\n`
}

function factsAsHtml({ facts }: Extract<MailPart, { type: 'facts' }>, colours: MailColours): Html {
  const row = ({ label, text: words, link }: (typeof facts)[number]) =>
    html`<tr><td class="muted stack above" width="84" valign="top" style="width:84px;padding:0 16px 12px 0;${text(14, 22)};color:${colours.muted};word-break:normal">${label}</td><td class="ink stack" valign="top" style="padding:0 0 12px;${text(16, 22)};color:${colours.ink}">${linesOf(words)}${link ? html`<br><a class="link" href="${link.url}" style="color:${colours.link};text-decoration:underline">${link.label}</a>` : ''}</td></tr>`
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 4px">${facts.map(row)}</table>\n`
}

// Outlook ignores `white-space`, so a line ends with a tag.
const linesOf = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`))
