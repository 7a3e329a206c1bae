import { micromark } from 'micromark'
import type { MailBranding } from '../mail/mail-frame.ts'

const noPictures = { disable: { null: ['labelStartImage'] } }
const fallback = { link: '#11696b', line: '#d5dada' }
const serif = 'Charter,Cambria,Georgia,serif'

/**
 * A campaign's Markdown as HTML for mail programs, which know no style sheet. Raw HTML is shown as text and unsafe addresses are
 * dropped by the renderer; pictures stay out, and headings step down below that of the mail.
 */
export function campaignHtml(text: string, colours: MailBranding['colours']): string {
  const { link, line } = { ...fallback, ...colours?.light }
  const styles: Record<string, string> = {
    p: 'margin:0 0 16px',
    h2: `margin:24px 0 8px;font:bold 20px/1.3 ${serif}`,
    h3: `margin:20px 0 8px;font:bold 18px/1.3 ${serif}`,
    ul: 'margin:0 0 16px;padding-left:24px',
    ol: 'margin:0 0 16px;padding-left:24px',
    blockquote: `margin:0 0 16px;padding-left:16px;border-left:3px solid ${line}`,
    a: `color:${link}`,
  }
  return micromark(text, { extensions: [noPictures] })
    .replaceAll(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${level === '1' ? 2 : 3}>`)
    .replaceAll(/<(p|h2|h3|ul|ol|blockquote|a)(?=[ >])/g, (_, tag: string) => `<${tag} style="${styles[tag]}"`)
    .replaceAll(/<a style="[^"]*" href="">/g, '<a>')
}
