import type { Language } from '../contract/field-rules.ts'

/** Markdown as people read it without its marks: headings and bold words as words, a link as its words and its address. */
export const markdownText = (text: string, language: Language): string =>
  text
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)/g, language === 'fr' ? '$1\u00a0: $2' : '$1: $2')
    .replaceAll(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
