import { html, raw } from 'hono/html'
import type { Language } from '../contract/field-rules.ts'
import type { Program } from '../contract/program.ts'
import { marketingWords } from '../contract/sentences/marketing-words.ts'

/**
 * What a mail is made of, in reading order. Everything is plain text here; the frame escapes it. Rows are label and value, as
 * on a receipt; the last row of a sum is strong.
 */
export type MailPart =
  | { type: 'paragraph'; text: string }
  | { type: 'code'; text: string }
  | { type: 'button'; label: string; url: string }
  | { type: 'link'; label: string; url: string }
  | { type: 'stars'; low: string; high: string; links: { rating: number; label: string; url: string }[] }
  /** Formatted text. `html` comes from a renderer that escapes what it was given. */
  | { type: 'formatted'; html: string; text: string }
  | { type: 'rows'; rows: { label: string; note?: string; value: string; strong?: boolean }[] }

export type MailBranding = { name: string; email: string | null; website: string | null; colours: Program['colours'] }
export type MailContent = {
  language: Language
  heading: string
  parts: MailPart[]
  /** Why the recipient gets this mail: one line under the rule. */
  because: string
  /** Where the list is left; only news has one. */
  unsubscribe_url?: string | null
}

type Html = ReturnType<typeof html>
const plainColours = {
  paper: '#f9fbfb',
  raised: '#ffffff',
  line: '#d5dada',
  muted: '#515858',
  ink: '#171d1d',
  link: '#11696b',
  fill: '#11696b',
  'on-fill': '#ffffff',
  soft: '#e3f3f3',
}
type Colours = typeof plainColours
const sans = 'system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const serif = 'Charter,Cambria,Georgia,serif'

/** One mail as HTML, in the program's colours: one column, no pictures, nothing loaded from anywhere. */
export function htmlOf(branding: MailBranding | null, content: MailContent): string {
  const colours: Colours = { ...plainColours, ...branding?.colours?.light }
  const name = branding?.name ?? 'Muster'
  return String(html`<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${content.heading}</title></head>
<body style="margin:0;background:${colours.paper};color:${colours.ink};font:16px/1.5 ${sans}">
<div role="article" aria-label="${content.heading}" lang="${content.language}" style="max-width:34rem;margin:0 auto;padding:24px 16px;border-top:4px solid ${colours.fill}">
<p style="margin:0 0 16px;font-weight:bold">${name}</p>
<h1 style="margin:0 0 16px;font:bold 26px/1.2 ${serif}">${content.heading}</h1>
${content.parts.map((part) => partAsHtml(part, colours))}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid ${colours.line};color:${colours.muted};font-size:14px">${content.because}${content.unsubscribe_url ? html` <a href="${content.unsubscribe_url}" style="color:${colours.link}">${marketingWords[content.language].unsubscribe}</a>` : ''}${branding?.email ? html`<br><a href="mailto:${branding.email}" style="color:${colours.link}">${branding.email}</a>` : ''}</p>
</div></body></html>`)
}

function partAsHtml(part: MailPart, colours: Colours): Html {
  if (part.type === 'paragraph') return html`<p style="margin:0 0 16px">${linesOf(part.text)}</p>\n`
  if (part.type === 'code')
    return html`<p style="margin:0 0 16px;padding:12px 16px;background:${colours.soft};font:bold 32px/1.2 ${sans};letter-spacing:.12em">${part.text}</p>\n`
  if (part.type === 'button')
    return html`<p style="margin:24px 0"><a href="${part.url}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:${colours.fill};color:${colours['on-fill']};font-weight:bold;text-decoration:none">${part.label}</a></p>\n`
  if (part.type === 'formatted') return html`${raw(part.html)}\n`
  if (part.type === 'link')
    return html`<p style="margin:0 0 16px"><a href="${part.url}" style="color:${colours.link}">${part.label}</a></p>\n`
  if (part.type === 'stars') return starsAsHtml(part, colours)
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse">${part.rows.map((row) => html`<tr><td style="padding:8px 12px 8px 0;border-top:1px solid ${colours.line};vertical-align:top${row.strong ? ';font-weight:bold' : ''}">${row.label}${row.note ? html`<br><span style="color:${colours.muted};font-size:14px;font-weight:normal">${row.note}</span>` : ''}</td><td align="right" style="padding:8px 0;border-top:1px solid ${colours.line};vertical-align:top;white-space:nowrap${row.strong ? ';font-weight:bold' : ''}">${row.value}</td></tr>`)}</table>\n`
}

/** Five links in a row, as wide as the mail: each is large enough for a thumb. */
function starsAsHtml({ low, high, links }: Extract<MailPart, { type: 'stars' }>, colours: Colours): Html {
  const star = ({ rating, label, url }: (typeof links)[number]) =>
    html`<td width="20%" align="center" valign="top" style="width:20%;padding:0"><a href="${url}" aria-label="${label}" style="display:block;padding:8px 0;color:${colours.link};text-decoration:none;font:bold 16px/20px ${sans}"><span aria-hidden="true" style="font-size:36px;line-height:40px;font-weight:normal">&#9734;</span><br>${rating}</a></td>`
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="table-layout:fixed;margin:0 0 16px"><tr>${links.map(star)}</tr><tr><td colspan="2" align="left" style="padding:0 6px;color:${colours.muted};font-size:14px">${low}</td><td></td><td colspan="2" align="right" style="padding:0 6px;color:${colours.muted};font-size:14px">${high}</td></tr></table>\n`
}

// Outlook knows no `white-space`: a line ends with a tag.
const linesOf = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`))

/** The same mail for mail programs that show text only. */
export function textOf(branding: MailBranding | null, content: MailContent): string {
  // French sets a space that does not break before a colon.
  const colon = content.language === 'fr' ? '\u00a0:' : ':'
  const parts = content.parts.map((part) => {
    if (part.type === 'paragraph' || part.type === 'code') return part.text
    if (part.type === 'formatted') return part.text
    if (part.type === 'button' || part.type === 'link') return `${part.label}${colon}\n${part.url}`
    if (part.type === 'stars') return part.links.map(({ rating, url }) => `${rating}${colon} ${url}`).join('\n')
    return part.rows
      .map(
        (row) =>
          `${row.value === '' ? row.label : `${row.label}${colon} ${row.value}`}${row.note ? `\n  ${row.note}` : ''}`,
      )
      .join('\n')
  })
  const way = content.unsubscribe_url
    ? `${marketingWords[content.language].unsubscribe}${colon}\n${content.unsubscribe_url}`
    : ''
  const foot = [content.because, way, branding?.email ?? ''].filter(Boolean).join('\n')
  return `${content.heading}\n\n${parts.join('\n\n')}\n\n-- \n${branding?.name ?? 'Muster'}\n${foot}\n`
}
