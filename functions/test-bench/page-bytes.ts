import { brotliCompressSync } from 'node:zlib'
import { expect } from 'vitest'

const packed = (text: string): number => brotliCompressSync(text).length
const inside = (page: string, tag: string): string =>
  [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text]) => text).join('')

/** Holds a page that a mail leads to against its budget: one first flight, plain styles, next to no script, nothing loaded from elsewhere. */
export function withinBudget(page: string): void {
  expect(packed(page), 'bytes of the page').toBeLessThanOrEqual(14_600)
  expect(packed(inside(page, 'style')), 'bytes of its styles').toBeLessThanOrEqual(9000)
  expect(packed(inside(page, 'script')), 'bytes of its script').toBeLessThanOrEqual(1000)
  expect(page).not.toMatch(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="https?:/)
}
