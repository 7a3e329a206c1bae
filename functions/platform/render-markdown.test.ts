import { describe, expect, it } from 'vitest'
import { overformattedLine } from '../contract/markdown-bounds.ts'
import { maxCpuMs, steadyCpuMsOf } from '../test-bench/cpu-time.ts'
import { renderMarkdown } from './render-markdown.ts'

describe('the Markdown of an organisation', () => {
  it.each([
    { text: '<img src=x onerror=alert(1)>', html: '&lt;img src=x onerror=alert(1)&gt;' },
    { text: '[x](javascript:alert(1))', html: '<p><a>x</a></p>' },
    {
      text: '![x](https://evil.example/x.png)',
      html: '<p>!<a rel="noopener noreferrer" href="https://evil.example/x.png">x</a></p>',
    },
    { text: '# Big', html: '<h3>Big</h3>' },
    { text: '## Bring', html: '<h3>Bring</h3>' },
    { text: '# One\n\n### Deep\n\n# Two', html: '<h3>One</h3>\n<h4>Deep</h4>\n<h3>Two</h3>' },
    { text: '### Deep\n\n## Two', html: '<h3>Deep</h3>\n<h3>Two</h3>' },
    { text: '- one', html: '<ul class="list">\n<li>one</li>\n</ul>' },
    { text: '<h1>raw</h1>', html: '&lt;h1&gt;raw&lt;/h1&gt;' },
  ])('the Markdown $text is rendered as $html', async ({ text, html }) =>
    expect(await renderMarkdown(text)).toContain(html),
  )
})

describe('links in the Markdown of an organisation', () => {
  it.each(['https://a.example', 'HTTPS://a.example', '//a.example', 'mailto:a@example.com', '/pg/lakeside', '#x'])(
    'a link to %s sends its target no referrer',
    async (address) =>
      expect(await renderMarkdown(`[x](${address})`)).toBe(
        `<p><a rel="noopener noreferrer" href="${address}">x</a></p>`,
      ),
  )
})

describe('formatting limits of a text', () => {
  const lines = (line: string, count: number) => Array.from({ length: count }, () => line).join('\n')
  it.each([
    ['_* five thousand times', '_*'.repeat(5000), 1],
    ['one mark in each of many lines', `Words.\n\n${lines('*a', 400)}`, 303],
    ['too many brackets', `${lines('fine', 5)}\n\n${'['.repeat(400)}`, 7],
    ['too many backquotes', '` '.repeat(400), 1],
    ['nested quotes', `a\n${'> '.repeat(20)}a`, 2],
    ['nested lists on one line', '1. '.repeat(20), 1],
    [
      'nested lists by indentation',
      Array.from({ length: 30 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
      21,
    ],
    ['too many underlined headings', lines('a\n=\n', 200), 302],
    ['too many list items', lines('- a', 600), 501],
    ['unclosed comments', '0\t<!-- '.repeat(100), 1],
    ['too many tabs', `a${'\t'.repeat(2001)}`, 1],
    ['too many lines', lines('a', 2000), 1501],
  ])('Markdown with %s is rejected with its line', (_, text, line) => expect(overformattedLine(text)).toBe(line))

  it.each([
    ['4,000 words', 'word '.repeat(4000)],
    [
      'headings, lists and links',
      lines('## Bring\n\n- **boots** and a *hat*\n- [the map](https://a.example)\n\nSee `you`.\n', 60),
    ],
    ['a list nested twice', '- a\n  - b\n    - c\n      - d'],
    ['names in snake_case', 'a_b_c '.repeat(100)],
  ])('Markdown with %s is accepted', (_, text) => expect(overformattedLine(text)).toBeNull())

  it('an over-formatted text from before the limits is shown unformatted', async () => {
    const text = `<b>a</b>\nb\n\n${'_*'.repeat(5000)}`
    let html = ''
    expect(await steadyCpuMsOf(async () => (html = await renderMarkdown(text)))).toBeLessThan(maxCpuMs)
    expect(html).toContain('<p>&lt;b&gt;a&lt;/b&gt;<br />\nb</p>')
  })
})
