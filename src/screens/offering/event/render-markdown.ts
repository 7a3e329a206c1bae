import { micromark } from 'micromark'

/** Level of the headings over the parts of a page. */
const pageLevel = 2
const noPictures = { disable: { null: ['labelStartImage'] } }

/**
 * An organisation's text as HTML. Raw HTML is shown as text and unsafe addresses are dropped by the renderer;
 * pictures stay out, and headings step down below those of the page.
 */
export function renderMarkdown(text: string): string {
  return stepHeadings(micromark(text, { extensions: [noPictures] }))
    .replace(/<(ul|ol)( start="\d+")?>/g, '<$1 class="list"$2>')
    .replace(/<a href="(?=https?:)/g, '<a rel="noopener noreferrer" href="')
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
