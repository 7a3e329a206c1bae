/** Values of `goto` to which a page must never redirect. The site is https://book.example. */
export const badGotos: unknown[] = [
  'https://evil.example',
  'http://evil.example/pg/p',
  '//evil.example',
  '///evil.example',
  '////evil.example/pg/p',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  'https:evil.example',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'intent://evil.example#Intent;end',
  'https://book.example@evil.example',
  'https://user:pw@book.example/pg/p',
  'https://book.example.evil.example/pg/p',
  'https://book.example:8443/pg/p',
  'http://book.example/pg/p',
  '/pg/../..//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/pg/p%2f..%2f..%2fevil',
  '/\r\nSet-Cookie: a=b',
  '/%0d%0aSet-Cookie:a=b',
  '/pg/p%0d%0aX: y',
  '/\u2028/evil.example',
  '/\u3000/evil.example',
  '\uff0f\uff0fevil.example',
  '/\u0000/evil.example',
  '/pg/p%00',
  '/@evil.example',
  '/;@evil.example',
  '?goto=https://evil.example',
  '#//evil.example',
  '/pg/p/login',
  '/pg/p/logout',
  '/pg/p/login?goto=/pg/p/login',
  '/pg/p/signup',
  '/api/v1/logout',
  '/token?goto=/pg/p',
  `/pg/${'x'.repeat(5000)}`,
  '',
  null,
  42,
  { href: '/pg/p' },
  ['/pg/p'],
]

/** Values of `goto` that must be kept unchanged. */
export const goodGotos = [
  '/',
  '/pg/lakeside',
  '/pg/lakeside?lang=fr',
  '/pg/lakeside/evt/evt_1/register?option_id=opt_1',
  '/pg/lakeside/checkout/ord_1',
  '/pg/lakeside/profile/orders#top',
  '/embed/lakeside',
  '/desk/lakeside/families?q=roy',
  '/pg/lakeside?search=a%20b&age=9',
  '/pg/lakeside/evt/evt_1?discount=WELCOME10',
  'https://book.example/pg/lakeside/profile/schedule',
]

/** True when a browser would resolve a redirect to a URL outside this site's pages. */
export function escapes(answer: string, origin: string): boolean {
  if (!URL.canParse(answer, origin)) return true
  const url = new URL(answer, origin)
  return url.origin !== origin || url.username !== '' || !/^\/(?:$|pg\/|embed\/|desk\/)/.test(url.pathname)
}

const pieces = [
  '/',
  '/',
  '/',
  '\\',
  '//',
  '\t',
  '\n',
  '\r',
  ' ',
  'pg',
  'embed',
  'p',
  'evil.example',
  '@',
  ':',
  'https:',
  'http:',
  'javascript:',
  '..',
  '.',
  '%2f',
  '%5c',
  '%00',
  '?',
  '#',
  ';',
  '&',
  'goto=',
  'book.example',
  ':8787',
  '\u2028',
  '\u3000',
  '\uff0f',
  '\u0000',
  '[::1]',
  'user:pw',
  'login',
]

/** Strings made of parts that often break redirect checks; equal for equal seeds. */
export function* madeUpGotos(count: number, seed: number): Generator<string> {
  let state = Math.imul(seed, 20_261_121) | 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
  for (let made = 0; made < count; made += 1) {
    const length = 1 + Math.floor(next() * 7)
    yield Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')
  }
}
