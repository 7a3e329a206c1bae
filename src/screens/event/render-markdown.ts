import { micromark } from 'micromark'

const noPictures = { disable: { null: ['labelStartImage'] } }

/**
 * An organisation's text as HTML. Raw HTML is shown as text and unsafe addresses are dropped by the renderer;
 * pictures stay out, and headings step down below those of the page.
 */
export function renderMarkdown(text: string): string {
  return micromark(text, { extensions: [noPictures] })
    .replace(/<(\/?)h([1-6])>/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`)
    .replace(/<(ul|ol)( start="\d+")?>/g, '<$1 class="list"$2>')
    .replace(/<a href="(?=https?:)/g, '<a rel="noopener noreferrer" href="')
}
