import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { framersAsHeader } from '../../contract/field-rules.ts'
import { keyAddresses, sitePages } from '../../contract/site-pages.ts'
import type { Worker } from '../context.ts'
import { securityHeaders } from './security-headers.ts'

const app = new Hono<Worker>()
  .use(securityHeaders)
  .get('/page', (c) =>
    c.html('<p>Hello</p>', 200, { 'content-security-policy': "default-src 'self'; script-src 'sha256-abc=';" }),
  )
  .get('/checkout', (c) =>
    c.html('', 200, {
      'content-security-policy': "default-src 'self'; frame-src https://js.stripe.com https://hooks.stripe.com;",
    }),
  )
  .get('/cookies', (c) => {
    c.header('Set-Cookie', 'one=1', { append: true })
    c.header('Set-Cookie', 'two=2', { append: true })
    return c.redirect('/page', 303)
  })
  .get('/embed/nobody', (c) => c.html('', 200, { 'content-security-policy': "default-src 'self'", 'X-Framed-By': '' }))
  .get('/embed/:program_id', (c) =>
    c.html('<p>List</p>', 200, {
      'content-security-policy': "default-src 'self'",
      'X-Framed-By': framersAsHeader([
        'https://camps.example',
        'https://x;script-src *',
        'https://*',
        'https://one.example/page',
        'http://localhost:5000',
      ]),
    }),
  )
  .get('/embed/:program_id/none', (c) =>
    c.html('', 200, { 'content-security-policy': "default-src 'self'", 'X-Framed-By': 'https://camps.example' }),
  )
  .get('/pg/lakeside', (c) =>
    c.html('', 200, { 'content-security-policy': "default-src 'self'", 'X-Framed-By': 'https://camps.example' }),
  )
  .get('/kept', (c) => c.html('', 200, { 'Cache-Control': 'public, max-age=0, must-revalidate' }))
  .get('/mine', (c) => c.html('', 200, { 'Cache-Control': 'private, no-store' }))
  .get('/pg/:program_id/recovery/:recovery_id', (c) => c.html('', 200, { 'Referrer-Policy': 'same-origin' }))
  .get('/plain', (c) => c.body('<p>Été</p>', 200, { 'Content-Type': 'text/html' }))
  .get('/picture', (c) => c.body('', 200, { 'Content-Type': 'image/svg+xml' }))
  .get('/quiet', (c) => c.html('', 200, { 'Referrer-Policy': 'no-referrer' }))
const headersOf = async (path: string) => (await app.request(path)).headers

describe('X-05: headers of every answer', () => {
  it('every page forbids framing', async () => {
    expect((await headersOf('/page')).get('Content-Security-Policy')).toBe(
      "default-src 'self'; script-src 'sha256-abc='; frame-ancestors 'none'",
    )
  })

  it('only the page that frames the card form allows payment requests', async () => {
    expect((await headersOf('/checkout')).get('Permissions-Policy')).toBe(
      'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com" "https://hooks.stripe.com")',
    )
    expect((await headersOf('/page')).get('Permissions-Policy')).toMatch(/payment=\(self\)$/)
  })

  it.each(['/nowhere', '/cookies'])('response %s without a policy gets the strictest one', async (path) => {
    expect((await headersOf(path)).get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  })

  it('a redirect keeps its cookies and its location', async () => {
    const headers = await headersOf('/cookies')
    expect([headers.getSetCookie(), headers.get('Location')]).toEqual([['one=1', 'two=2'], '/page'])
  })

  it("a page's stricter referrer policy is kept", async () => {
    expect((await headersOf('/quiet')).get('Referrer-Policy')).toBe('no-referrer')
  })

  it.each([
    ['/kept', null],
    ['/mine', 'same-origin'],
    ['/page', 'same-origin'],
    ['/nowhere', 'same-origin'],
  ])('the response of %s has the opener policy %j', async (path, policy) => {
    expect((await headersOf(path)).get('Cross-Origin-Opener-Policy')).toBe(policy)
  })

  it('X-06: only the origins that a program names may embed its list', async () => {
    const headers = await headersOf('/embed/lakeside')
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'self'; frame-ancestors https://camps.example http://localhost:5000",
    )
    expect([
      headers.get('X-Frame-Options'),
      headers.get('Cross-Origin-Resource-Policy'),
      headers.get('X-Framed-By'),
    ]).toEqual([null, 'cross-origin', null])
  })

  it.each(['/pg/lakeside', '/embed/lakeside/none', '/embed/nobody', '/embed'])(
    'page %s cannot be framed, even with its own header',
    async (path) => {
      const headers = await headersOf(path)
      expect(headers.get('Content-Security-Policy')).toMatch(/frame-ancestors 'none'$/)
      expect([
        headers.get('X-Frame-Options'),
        headers.get('Cross-Origin-Resource-Policy'),
        headers.get('X-Framed-By'),
      ]).toEqual(['DENY', 'same-origin', null])
    },
  )
})

describe('the charset of a response', () => {
  it.each([
    ['/plain', 'text/html; charset=utf-8'],
    ['/page', 'text/html; charset=UTF-8'],
    ['/picture', 'image/svg+xml'],
  ])('the response %s is sent with the type %s', async (path, type) =>
    expect((await headersOf(path)).get('Content-Type')).toBe(type),
  )
})

describe('headers of static files', () => {
  const rules = readFileSync('public/_headers', 'utf8')

  it('static files have the HSTS and frame headers of every other response', () => {
    const [, ofAll = ''] = /^\/\*\n((?: .*\n)+)/m.exec(rules) ?? []
    expect(ofAll).toContain('  Strict-Transport-Security: max-age=63072000; includeSubDomains\n')
    expect(ofAll).toContain('  X-Frame-Options: DENY\n')
  })

  it('every policy forbids framing', () => {
    const policies = rules.match(/^ {2}Content-Security-Policy: .*$/gm) ?? []
    expect(policies.length).toBeGreaterThan(0)
    expect(policies.filter((policy) => !policy.includes("frame-ancestors 'none'"))).toEqual([])
  })
})

describe('A-10: a URL that contains a secret', () => {
  it.each(keyAddresses)('URL %s is never sent as a Referer', async (path) => {
    expect((await headersOf(path.replaceAll(/:\w+/g, 'x'))).get('Referrer-Policy')).toBe('no-referrer')
  })

  it('the list has every page that reads a secret from its URL', () => {
    const reads = ({ path, parameters }: (typeof sitePages)[number]) =>
      /:(?:recovery_id|invite_code)/.test(path) ||
      ['token', 'code', 't', 'state'].some((name) => parameters.includes(name))
    // Support finds an error by the code on the error page.
    const keys = sitePages.filter((page) => reads(page) && page.path !== '/support').map(({ path }) => path)
    expect(keys.length).toBeGreaterThan(7)
    expect(keys.filter((path) => !keyAddresses.includes(path))).toEqual([])
  })
})
