import { describe, expect, it } from 'vitest'
import { afterPaint, asNoscript } from './as-noscript.ts'

describe('X-01: HTML inside noscript', () => {
  it.each([
    ['<p title="a < b">1 &lt; 2</p>', '<noscript><p title="a < b">1 &lt; 2</p></noscript>'],
    [
      '<input value="</noscript><img src=x onerror=alert(1)>">',
      '<noscript><input value="&lt;/noscript><img src=x onerror=alert(1)>"></noscript>',
    ],
    ['<input value="</NoScript\n>">', '<noscript><input value="&lt;/NoScript\n>"></noscript>'],
    ['<i title="<</noscript></noscript>">', '<noscript><i title="<&lt;/noscript>&lt;/noscript>"></noscript>'],
  ])('the noscript around %j is not closed early', (html, text) => {
    expect(asNoscript(html)).toBe(text)
    expect(afterPaint(html)).toBe(text.replace('<noscript>', '<noscript data-after-paint>'))
  })
})
