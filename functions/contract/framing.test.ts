import { describe, expect, it } from 'vitest'
import { FramingOrigin } from './field-rules.ts'

describe('an origin that may embed a list', () => {
  it.each([
    ['https://lakeside.example', 'https://lakeside.example'],
    [' https://Lakeside.Example/ ', 'https://lakeside.example'],
    ['https://été.example:8443', 'https://xn--t-9fab.example:8443'],
    ['https://www.lakeside.example:443', 'https://www.lakeside.example'],
    ['http://localhost:5000', 'http://localhost:5000'],
  ])('the origin %j is stored as %s', (written, kept) => expect(FramingOrigin.parse(written)).toBe(kept))

  it.each([
    'https://*',
    'https://*.example',
    'https://x.example;script-src *',
    'https://x.example;script-src',
    "https://x.example'none'",
    'https://a.example,b.example',
    'https://x.example/page',
    'https://x.example?a',
    'https://me@x.example',
    'http://x.example',
    'javascript:alert(1)',
    'data:text/html,x',
    "'self'",
    '*',
    'https:',
    'null',
    'https://x',
  ])('the origin %j is rejected', (written) => expect(FramingOrigin.safeParse(written).success).toBe(false))
})
