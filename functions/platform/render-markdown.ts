import { overformattedLine } from '../contract/markdown-bounds.ts'

/** Level of the headings over the parts of a page. */
const pageLevel = 2
const noPictures = { disable: { null: ['labelStartImage'] } }

/**
 * An organisation's text as HTML for a page. Raw HTML is shown as text and unsafe addresses are dropped by the renderer; pictures
 * stay out, links tell their target nothing, and headings step down below those of the page. A text from before there were
 * bounds of formatting is shown as it was written.
 */
export async function renderMarkdown(text: string): Promise<string> {
  if (overformattedLine(text) !== null) return asWritten(text)
  const { micromark } = await import('micromark')
  return stepHeadings(micromark(text, { extensions: [noPictures] }))
    .replace(/<(ul|ol)( start="\d+")?>/g, '<$1 class="list"$2>')
    .replaceAll('<a href="">', '<a>')
    .replaceAll('<a href="', '<a rel="noopener noreferrer" href="')
}

/** The text's own top level becomes h3, the level of a part of the page, and no level is left out on the way down. */
function stepHeadings(html: string): string {
  const levels = [...new Set([...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level)))].sort()
  let last = pageLevel
  return html.replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => {
    if (end === '') last = Math.min(pageLevel + 1 + levels.indexOf(Number(level)), last + 1, 6)
    return `<${end}h${last}>`
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const asWritten = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .split(/\n[ \t]*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br />\n')}</p>`)
    .join('\n')
