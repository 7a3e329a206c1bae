import { overformattedLine } from '../contract/markdown-bounds.ts'

/** The heading level that the parts of a page have. */
const pageLevel = 2
const noPictures = { disable: { null: ['labelStartImage'] } }

/**
 * An organisation's text as HTML for a page. The renderer shows raw HTML as text and drops unsafe URLs; pictures are
 * removed, links send no referrer, and headings start below those of the page. An over-formatted text from before the
 * limits is returned as plain text.
 */
export async function renderMarkdown(text: string): Promise<string> {
  if (overformattedLine(text) !== null) return asWritten(text)
  const { micromark } = await import('micromark')
  return stepHeadings(micromark(text, { extensions: [noPictures] }), pageLevel)
    .replace(/<(ul|ol)( start="\d+")?>/g, '<$1 class="list"$2>')
    .replaceAll('<a href="">', '<a>')
    .replaceAll('<a href="', '<a rel="noopener noreferrer" href="')
}

/** Moves the text's top heading level below the heading above the text. No level is skipped. */
export function stepHeadings(html: string, above: number, deepest = 6): string {
  const levels = [...new Set([...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level)))].sort()
  let last = above
  return html.replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => {
    if (end === '') last = Math.min(above + 1 + levels.indexOf(Number(level)), last + 1, deepest)
    return `<${end}h${last}>`
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as paragraphs and lines, with its Markdown marks. */
export const asWritten = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .split(/\n[ \t]*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br />\n')}</p>`)
    .join('\n')
