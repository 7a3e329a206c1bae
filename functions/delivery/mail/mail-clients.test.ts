import { describe, expect, it } from 'vitest'
import { maxCpuMs, steadyCpuMsOf } from '../../test-bench/cpu-time.ts'
import { campaignHtml } from '../../contact/campaigns/campaign-html.ts'
import { mailTemplates } from '../../mail-templates.ts'
import { mailTemplateNames } from '../notifications/notification-table.ts'
import { mailColours, mailStyle } from './mail-style.ts'

/** Sizes in bytes at which Gmail cuts off a mail, and drops a style sheet. */
const longestMail = 102 * 1024
const longestStyle = 16 * 1024

/** Elements that every mail client shows. */
const elements = new Set(
  'html head meta title style body div table tr td h1 h2 h3 p a br span strong em ul ol li blockquote pre code hr'.split(
    ' ',
  ),
)
/**
 * The attributes of the allowed elements. Some clients drop attributes for assistive technology, which changes
 * nothing visible.
 */
const attributes = new Set(
  'lang charset name content http-equiv class style href rel role aria-label aria-hidden aria-roledescription width align valign bgcolor cellspacing cellpadding border colspan start'.split(
    ' ',
  ),
)
/**
 * CSS properties by support, as caniemail.com listed them in 2026. `everywhere`: Gmail, Outlook, Apple Mail, Yahoo and
 * Samsung support them. `lost`: some do not, and the mail still reads well: corners are square, and the client breaks
 * long words itself.
 */
const properties = {
  everywhere: [
    ...['background-color', 'color', 'font-family', 'font-size', 'font-weight', 'line-height', 'text-align'],
    ...['text-decoration', 'vertical-align', 'border', 'border-top', 'border-left', 'border-collapse'],
    ...['margin', 'padding', 'padding-top', 'padding-bottom', 'padding-left', 'padding-right', 'width', 'height'],
  ],
  lost: [
    ...['display', 'max-width', 'max-height', 'overflow', 'border-radius', 'letter-spacing', 'white-space'],
    ...['overflow-wrap', 'word-break', 'table-layout', 'mso-padding-alt'],
  ],
}
const known = new Set([...properties.everywhere, ...properties.lost])

type Tag = { name: string; attributes: [name: string, value: string][] }
const tagsOf = (html: string): Tag[] =>
  [
    ...html
      .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
      .matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g),
  ].map(([, name = '', rest = '']) => ({
    name,
    attributes: [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
  }))
const declarationsOf = (style: string): [property: string, value: string][] =>
  style
    .replaceAll('&#39;', "'")
    .split(';')
    .filter(Boolean)
    .map((each) => [each.slice(0, each.indexOf(':')).trim(), each.slice(each.indexOf(':') + 1).trim()])

/** The fault in a value: units and functions that Outlook or Yahoo do not support, URLs, and negative margins. */
function faultOf(property: string, value: string): string | null {
  if (!known.has(property)) return 'unknown property'
  if (/!important/.test(value)) return 'important in an element'
  if (/\b(?:url|var|calc|min|max|clamp|rgba?|hsla?|oklch|light-dark)\(/.test(value)) return 'function'
  if (/\d(?:rem|ch|vh|vw|vmin|vmax|pt|cm)\b/.test(value)) return 'unit'
  if (property !== 'font-family' && /(?:^|\s)-\d/.test(value)) return 'negative'
  if (property === 'display' && !['none', 'block', 'inline-block'].includes(value)) return 'display'
  if (/color$/.test(property) && !/^#[0-9a-f]{6}$/i.test(value)) return 'colour'
  if (/^border/.test(property) && property !== 'border-radius' && Number(/^(\d+)px/.exec(value)?.[1] ?? 0) > 8)
    return 'border'
  return null
}

/** The parts of a mail that some client would drop or show wrongly. */
function faultsOf(html: string): string[] {
  const tags = tagsOf(html)
  const written = html.replaceAll(/<style>[\s\S]*?<\/style>/g, '').match(/<[a-z]/gi)?.length ?? 0
  if (written !== tags.length) return [`${written - tags.length} tags that are written otherwise`]
  return tags.flatMap((tag) => [
    ...(elements.has(tag.name) ? [] : [`<${tag.name}>`]),
    ...tag.attributes.flatMap(([name, value]) => {
      if (!attributes.has(name)) return [`${name} of <${tag.name}>`]
      if (name === 'role' && !['presentation', 'article'].includes(value)) return [`role ${value}`]
      if (name !== 'style') return []
      // Outlook on Windows applies sizes only to cells and tables.
      const isSized = ['table', 'tr', 'td'].includes(tag.name)
      return declarationsOf(value).flatMap(([property, each]) => {
        const fault = faultOf(property, each) ?? (!isSized && /^(?:width|height)$/.test(property) ? 'sized' : null)
        return fault ? [`${fault}: ${property}:${each} of <${tag.name}>`] : []
      })
    }),
  ])
}

/** Selectors and values of a style sheet, with their media condition. */
function rulesOf(css: string): { at: string | null; selector: string; body: string }[] {
  const inMedia = [...css.matchAll(/(@[^{]+)\{((?:[^{}]*\{[^{}]*\})+)\}/g)]
  const plain = inMedia.reduce((rest, [whole]) => rest.replace(whole, ''), css)
  const read = (text: string, at: string | null) =>
    [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      at,
      selector: selector.trim(),
      body,
    }))
  return [...read(plain, null), ...inMedia.flatMap(([, at = '', body = '']) => read(body, at.trim()))]
}

const site = { siteOrigin: 'https://book.example', now: Date.UTC(2027, 0, 4, 12) }
const markdown =
  '# News\n\nA *new* **week**: [book](https://camps.example/a?b=1&c=2), ![no](https://x.example/p.png).\n\n> Come\n\n1. One\n2. Two\n\n- A\n- B\n\n---\n\n`code`\n\n```\nblock\n```\n\n<b onclick="x()">raw</b>'

describe('features that mail clients support', () => {
  it.each(mailTemplateNames.flatMap((name) => (['en', 'fr'] as const).map((language) => [name, language] as const)))(
    'mail %s uses only supported features (%s)',
    (name, language) => {
      const { html } = mailTemplates[name].preview(language, site)
      expect(faultsOf(html)).toEqual([])
      expect(new TextEncoder().encode(html).length).toBeLessThan(longestMail / 2)
      // The part for Outlook on Windows only opens and closes a table.
      const forOutlook = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g)].map(([, markup]) => markup).join('')
      expect(faultsOf(forOutlook)).toEqual([])
      expect(forOutlook.replaceAll(/\s[^>]*/g, '')).toBe('<table><tr><td></td></tr></table>')
    },
  )

  it('a campaign with any Markdown uses only supported features', () => {
    const html = campaignHtml(markdown, null)
    expect(faultsOf(html)).toEqual([])
    expect(html).not.toMatch(/<(?:img|script|b)\b/)
    expect(html).toContain('<a rel="noopener noreferrer" class="link"')
  })

  it.each([
    ['## One\n\n### Two\n\n## Three', ['h2', 'h3', 'h2']],
    ['# One\n\n#### Two\n\n###### Three', ['h2', 'h3', 'h3']],
    ['### One', ['h2']],
  ])('the headings of the campaign %j skip no level below the heading of the mail', (text, levels) => {
    const html = campaignHtml(text, null)
    expect([...html.matchAll(/<(h\d) class="ink" style="[^"]+/g)].map(([, level]) => level)).toEqual(levels)
    expect(faultsOf(html)).toEqual([])
  })

  it('a campaign with too much formatting is mailed without formatting', async () => {
    let html = ''
    const text = `<b>a</b> ${'_*'.repeat(5000)}`
    expect(await steadyCpuMsOf(() => (html = campaignHtml(text, null)))).toBeLessThan(maxCpuMs)
    expect(html).toMatch(/^<p class="ink" style="[^"]*">&lt;b&gt;a&lt;\/b&gt; _\*/)
  })

  it('the style sheet of a mail avoids what mail clients misread', () => {
    const css = mailStyle(mailColours(null).dark)
    expect(css.length).toBeLessThan(longestStyle)
    const rules = rulesOf(css)
    expect(new Set(rules.map(({ at }) => at))).toEqual(
      new Set([null, '@media (max-width:480px)', '@media (prefers-color-scheme:dark)']),
    )
    expect(css).not.toMatch(/\S!important|\/\*|@import|@font-face|@supports|url\(/)
    for (const { selector } of rules)
      for (const each of selector.split(','))
        expect(each.trim()).toMatch(/^(?::root|body|table|(?:\[data-ogs[bc]\] )?\.[a-z-]+)$/)
    // Only classes define the dark style, so each class must occur in some mail.
    const named = new Set([...css.matchAll(/\.([a-z-]+)[{,]/g)].map(([, name]) => name))
    const all = mailTemplateNames.map((name) => mailTemplates[name].preview('en', site).html).join('')
    expect([...named].filter((name) => !new RegExp(`class="[^"]*\\b${name}\\b`).test(all))).toEqual([])
  })

  it.each([
    ['<p style="margin:1rem">', 'unit'],
    ['<td style="display:flex">', 'display'],
    ['<td style="color:rgb(0 0 0)">', 'function'],
    ['<td style="background:url(https://x.example/p.png)">', 'unknown property'],
    ['<p style="margin:-4px 0">', 'negative'],
    ['<p style="width:10px">', 'sized'],
    ['<img src="x">', '<img>'],
    ['<a onclick="x()" href="y">', 'onclick of <a>'],
    ['<form>', '<form>'],
    ["<p style='margin:1rem'>", 'written otherwise'],
  ])('the check of mail clients rejects %s', (html, fault) => expect(faultsOf(html).join()).toContain(fault))
})
