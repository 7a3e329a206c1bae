import { micromark } from 'micromark'
import { overformattedLine } from '../../contract/markdown-bounds.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailColours, serif } from '../../delivery/mail/mail-style.ts'
import { asWritten, stepHeadings } from '../../platform/render-markdown.ts'

/** Heading level of a mail's own heading, and the deepest that mail programs support. */
const [mailLevel, deepest] = [1, 3]
const noPictures = { disable: { null: ['labelStartImage'] } }

// The dark colours of the elements.
const classes: Record<string, string> = { a: 'link', blockquote: 'line' }

/**
 * A campaign's Markdown as HTML for mail programs, which support no style sheets. The renderer shows raw HTML as text
 * and drops unsafe URLs; pictures are left out, links send no referrer, and headings are below the heading of the mail.
 * A text with too much formatting is shown unformatted.
 */
export function campaignHtml(text: string, colours: MailBranding['colours']): string {
  const { link, line } = mailColours(colours).light
  const heading = `font-family:${serif.replaceAll("'", '&#39;')};font-weight:bold`
  const styles: Record<string, string> = {
    p: 'margin:0 0 16px',
    h2: `margin:24px 0 8px;${heading};font-size:20px;line-height:26px`,
    h3: `margin:20px 0 8px;${heading};font-size:18px;line-height:24px`,
    ul: 'margin:0 0 16px;padding-left:24px',
    ol: 'margin:0 0 16px;padding-left:24px',
    blockquote: `margin:0 0 16px;padding-left:16px;border-left:3px solid ${line}`,
    a: `color:${link};text-decoration:underline`,
  }
  return plainHtml(text)
    .replaceAll(
      /<(p|h2|h3|ul|ol|blockquote|a)(?=[ >])/g,
      (_, tag: string) => `<${tag} class="${classes[tag] ?? 'ink'}" style="${styles[tag]}"`,
    )
    .replaceAll(/<a class="link" style="[^"]*" href="">/g, '<a>')
    .replaceAll('<a class', '<a rel="noopener noreferrer" class')
}

let rendered = { text: '', html: '' }

/** The HTML of a text without styles, rendered once for all recipients of a campaign. */
function plainHtml(text: string): string {
  if (rendered.text !== text) {
    const html =
      overformattedLine(text) === null
        ? stepHeadings(micromark(text, { extensions: [noPictures] }), mailLevel, deepest)
        : asWritten(text)
    rendered = { text, html }
  }
  return rendered.html
}
