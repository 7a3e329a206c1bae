import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { exampleProgram } from '../screens/example-program.ts'
import { colourStyle, overlayStyle, roleNames, styleHash } from '#contract/offering/colour-style'
import { safeJson } from './json-ld.ts'
import { storedDiscount, rememberDiscount } from './discount-code.ts'
import { cartLink, isSignedIn } from './signed-in-mark.ts'
import { placeLine } from '#contract/people/place-line'
import { keepListInFrame } from './embed-frame.ts'
import { inUserLanguage, createProgramContext } from './program-context.ts'
import { textIn } from '../locales/choose-language.ts'
import { bellWords } from './show-unread.ts'

describe('JSON inside a page', () => {
  it.each(['</script><script>alert(1)</script>', '<!--', 'line\u2028and\u2029paragraph', 'é "quoted" \\ backslash'])(
    'JSON inside a page cannot end its script: %j',
    (text) => {
      const json = safeJson({ text })
      expect(json).not.toMatch(/[<\u2028\u2029]/)
      expect(JSON.parse(json)).toEqual({ text })
    },
  )
})

describe('the colours of a program', () => {
  const all = (colour: string) => Object.fromEntries(roleNames.map((role) => [role, colour]))
  const colours = { light: all('#0b7a75'), dark: all('#60adaf') }
  it('the colours of a program are in one style rule', () => {
    expect(colourStyle(colours)).toMatch(
      /^:root\{--paper:#[0-9a-f]{6};.*--fill-edge:#[0-9a-f]{6}\}@supports \(color:light-dark\(#000,#fff\)\)\{:root\{--paper:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/,
    )
  })
  it.each(['red;background:url(//e)', '#fff}</style>', '#fff', ''])(
    'the colours of a program are ignored when one of them is %j',
    (evil) => {
      expect(colourStyle({ ...colours, light: { ...colours.light, ink: evil } })).toBeNull()
    },
  )
  it('a program without colours has the default ones', () => expect(colourStyle(null)).toBeNull())
  it('the policy allows the colours by their hash', async () =>
    expect(await styleHash('a{}')).toBe('sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='))
})

describe("the overlay of a program's picture", () => {
  const style = (colour: string | null, opacity: number | null) =>
    overlayStyle({ checkout_overlay_color: colour, checkout_overlay_opacity: opacity })
  it('the overlay has half opacity by default', () => {
    expect([style('#11696b', 30), style('#11696B', 100), style('#11696b', null)]).toEqual([
      '.strip::after{background:#11696b;opacity:0.3}',
      '.strip::after{background:#11696B;opacity:1}',
      '.strip::after{background:#11696b;opacity:0.5}',
    ])
  })
  it.each<[string | null, number | null]>([
    [null, 30],
    [null, null],
    ['#11696b', 0],
    ['red', 30],
    ['#fff}</style>', 30],
    ['#11696b', 101],
    ['#11696b', -1],
    ['#11696b', 0.5],
    ['#11696b', '1}' as never],
  ])('a program with the colour %j at opacity %j has no overlay', (colour, opacity) =>
    expect(style(colour, opacity)).toBeNull(),
  )
})

describe('a discount code in a link', () => {
  const keep = (search: string) => {
    const kept: Record<string, string> = {}
    rememberDiscount(search, 'lakeside', () => ({
      setItem: (key, value) => void Object.assign(kept, { [key]: value }),
    }))
    return kept
  }
  it('a code in a link is stored for its program', () =>
    expect(keep('?discount=WELCOME10')).toEqual({ '2021-03-04:discount:lakeside': 'WELCOME10' }))
  it.each(['', '?discount=', '?discount=a+b', '?discount=%3Cscript%3E', `?discount=${'x'.repeat(65)}`, '?Discount=X'])(
    'an invalid code in a link is ignored: %s',
    (search) => expect(keep(search)).toEqual({}),
  )
  it('a code in a link is ignored when storage is full', () => {
    const full = {
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => rememberDiscount('?discount=A', 'lakeside', () => full)).not.toThrow()
  })
  it('a code in a link is ignored when the browser forbids storage', () => {
    const refused = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    expect(() => rememberDiscount('?discount=A', 'lakeside', refused)).not.toThrow()
    expect(storedDiscount('lakeside', refused)).toBeNull()
  })
  it('a page opens storage only for a code in its link', () => {
    const opened = vi.fn(() => ({ setItem: () => {} }))
    rememberDiscount('?age=8', 'lakeside', opened)
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('whether the cookies mean a logged-in customer', () => {
  it.each([
    { cookies: 'signed_in=2000', isIn: true },
    { cookies: 'a=1; signed_in=2000; b=2', isIn: true },
    { cookies: 'signed_in=999', isIn: false },
    { cookies: 'not_signed_in=2000', isIn: false },
    { cookies: 'signed_in=yes', isIn: false },
    { cookies: '', isIn: false },
  ])('the cookies “$cookies” at 1000 mean a logged-in customer: $isIn', ({ cookies, isIn }) =>
    expect(isSignedIn(cookies, 1000)).toBe(isIn),
  )
})

describe('the cart in the header', () => {
  it.each([
    { lang: null, places: 1, link: { href: '/pg/lakeside/checkout/ord_a1', words: 'Cart, 1 item' } },
    { lang: null, places: 12, link: { href: '/pg/lakeside/checkout/ord_a1', words: 'Cart, 12 items' } },
    { lang: 'fr', places: 1, link: { href: '/pg/lakeside/checkout/ord_a1?lang=fr', words: 'Panier, 1 article' } },
    { lang: 'fr', places: 2, link: { href: '/pg/lakeside/checkout/ord_a1?lang=fr', words: 'Panier, 2 articles' } },
  ])('the cart link reads “$link.words”', ({ lang, places, link }) => {
    const { text, to } = createProgramContext(exampleProgram, lang)
    expect(cartLink({ order_id: 'ord_a1', places }, { cart: to.checkout('_'), ...text.shell.cart })).toEqual({
      ...link,
      href: link.href.replace('lakeside', exampleProgram.id),
    })
  })
})

describe('the language of a page', () => {
  const programContext = (input: string | null, program = exampleProgram) => createProgramContext(program, input)
  it.each([
    { input: null, own: 'en', language: 'en', carried: null },
    { input: 'fr', own: 'en', language: 'fr', carried: 'fr' },
    { input: 'en', own: 'en', language: 'en', carried: null },
    { input: 'en', own: 'fr', language: 'en', carried: 'en' },
    { input: 'de', own: 'fr', language: 'fr', carried: null },
  ])(
    'a page requested in $input is in $language when the program’s own language is $own',
    ({ input, own, language, carried }) => {
      const context = programContext(input, { ...exampleProgram, language: own })
      expect([context.language, context.to.lang]).toEqual([language, carried])
    },
  )
  it('a page in a language that the program lacks is in the program’s own', () =>
    expect(programContext('fr', { ...exampleProgram, languages: ['en'] }).language).toBe('en'))
  it('a private page is in the customer’s language', () =>
    expect([
      inUserLanguage(programContext(null), 'fr').language,
      inUserLanguage(programContext('fr'), 'xx').language,
    ]).toEqual(['fr', 'fr']))
})

describe('a list embedded in another page', () => {
  const list = '/embed/lakeside'
  it.each([
    [
      '<form class="stack" method="get" action="/embed/lakeside?lang=fr">',
      '<form class="stack" method="get" target="_self" action="/embed/lakeside?lang=fr">',
    ],
    ['<a href="/embed/lakeside?age=8">', '<a target="_self" href="/embed/lakeside?age=8">'],
    ['<a class="row" href="#venues">', '<a class="row" target="_self" href="#venues">'],
    ['<a href="/embed/lakeside">', '<a target="_self" href="/embed/lakeside">'],
  ])('the link %s of an embedded list stays in the frame', (html, kept) =>
    expect(keepListInFrame(html, `${list}?lang=fr`)).toBe(kept),
  )
  it.each([
    '<a href="/pg/lakeside/evt/evt_1">',
    '<a href="https://evil.example/embed/lakeside">',
    '<a href="/embed/lakeside2">',
    '<a href="/embed/lakeside/../x">',
    '<use href="#i-pin">',
    '<p>href="#"</p>',
  ])('the link %s of an embedded list opens in the top window', (html) =>
    expect(keepListInFrame(html, list)).toBe(html),
  )
})

describe('the description of a venue', () => {
  it('the description of a venue includes the floor or the entrance', () => {
    expect(placeLine({ ...exampleProgram.address, address_line_2: 'upstairs' } as typeof exampleProgram.address)).toBe(
      '48 Shore Road, upstairs, Mirror Lake, Ontario',
    )
    expect([placeLine(exampleProgram.address), placeLine(null)]).toEqual(['48 Shore Road, Mirror Lake, Ontario', ''])
  })
})

it.each([
  ['en', 0, 'Notifications'],
  ['en', 1, 'Notifications, 1 new'],
  ['en', 12, 'Notifications, 12 new'],
  ['fr', 1, 'Notifications, 1 nouvelle'],
  ['fr', 3, 'Notifications, 3 nouvelles'],
] as const)('the bell of notifications says in %s with %i unread: %s', (language, unread, words) => {
  expect(bellWords(unread, { ...textIn(language).shell.bell })).toBe(words)
})

it("every page of the account has the account's layout", () => {
  const pages = globSync('src/pages/pg/*/{profile,online}/**/*.astro').map((path) => readFileSync(path, 'utf8'))
  const shown = pages.filter((page) => page.includes('title='))
  expect(shown.length).toBeGreaterThan(25)
  expect(shown.filter((page) => !page.includes('<AccountPage '))).toEqual([])
})
