import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { ProgramFile } from '../contract/organisation/organiser.ts'
import { routesOf } from './routes.ts'

/** Values that no URL field accepts. */
const neverTaken = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://camps.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  'blob:https://camps.example/1',
  'file:///etc/passwd',
  'ftp://camps.example',
  'ws://camps.example',
  'view-source:https://camps.example',
  'http://localhost',
  'http://127.0.0.1/a.png',
  'http://me@camps.example',
  'http:camps.example',
  '//camps.example',
  '//camps.example/a.png',
  '\\\\camps.example\\a',
  'https:camps.example',
  'https:/camps.example',
  'https://',
  'https:',
  'camps.example',
  'https://camps example',
  'https://me@camps.example',
  'https://me:secret@camps.example',
  'https://camps.example@evil.example',
  'https://localhost',
  'https://localhost/a.png',
  'https://a.localhost',
  'https://intranet',
  'https://printer.local',
  'https://metadata.google.internal',
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://10.0.0.8',
  'https://192.168.1.1',
  'https://172.16.0.1',
  'https://169.254.169.254',
  'https://8.8.8.8',
  'https://[::1]',
  'https://[fd00::1]',
  'https://[::ffff:127.0.0.1]',
  'https://localhost.',
  'https://1.0.0.127.in-addr.arpa',
  'https://x;y.example',
  'https://*.example',
  `https://camps.example/${'a'.repeat(2048)}`,
]

/** Names of fields that contain a URL. */
const namesAddress = /(?:^|_)(?:ur[il]s?|links?|website|logo|icon|picture|endpoint)$/
/**
 * Pages of this site: the return from a bank (any other is ignored, see `safeGoto`), the page in a support report, the
 * page of a counted log-in, and a client's redirect URI, which is compared with the configured ones.
 */
const namesSitePage = /(?: return_url| redirect_uri|\/support url|\/insights\/events url)$/

type Def = { type: string; shape?: Record<string, z.core.$ZodType> } & {
  [Part in 'innerType' | 'element' | 'valueType' | 'in']?: z.core.$ZodType
} & { options?: z.core.$ZodType[]; getter?: () => z.core.$ZodType }
type Field = { path: string; name: string; schema: z.core.$ZodType }

/** Every field of a schema, with its path. */
function fieldsOf(schema: z.core.$ZodType, path: string): Field[] {
  const { shape, innerType, element, valueType, in: input, options, getter } = schema._zod.def as unknown as Def
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => [
      { path: `${path} ${name}`, name, schema: field },
      ...fieldsOf(field, `${path} ${name}`),
    ]),
    ...[innerType, element, valueType, input, getter?.(), ...(options ?? [])].flatMap((part) =>
      part ? fieldsOf(part, path) : [],
    ),
  ]
}
const isTaken = ({ schema }: Field, value: unknown) => safeParse(schema, value).success

const all = [
  ...routesOf(api).flatMap(({ method, path, schemas }) =>
    schemas.json ? fieldsOf(schemas.json, `${method} ${path}`) : [],
  ),
  ...fieldsOf(ProgramFile, 'program file'),
]
/** A field that accepts a number is ignored. */
const fields = [...new Map(all.map((field) => [field.path, field])).values()].filter(
  (field) => namesAddress.test(field.name) && !namesSitePage.test(field.path) && !isTaken(field, 1),
)

describe('a URL field', () => {
  it.each(fields)('S15: the field $path accepts public URLs only', (field) => {
    expect(neverTaken.filter((url) => isTaken(field, url))).toEqual([])
    for (const url of ['https://camps.example/a/b.png', 'https://été.example:8443/b.pdf?c=d.png#e'])
      expect(isTaken(field, url)).toBe(true)
    expect(isTaken(field, 'http://camps.example/a.png')).toBe(field.name === 'website')
  })

  it('S15: every URL field of people, programs, events, files and products is checked', () => {
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'website',
        'picture_url',
        'logo',
        'icon',
        'checkout_background_url',
        'online_event_url',
        'external_registration_url',
        'url',
      ]),
    )
    for (const path of [
      'PUT /v1/profile picture_url',
      'POST /v1/profile/attendees picture_url',
      'program file website',
    ])
      expect(fields.map((field) => field.path)).toContain(path)
  })

  it('S15: the picture of a person may be on this site', () => {
    for (const field of fields.filter(({ name }) => name === 'picture_url')) {
      expect(isTaken(field, '/pictures/dock.svg')).toBe(true)
      for (const path of ['/../secret', '/a b.png', '/"onerror="x', '/a?b', 'a.png', '/'])
        expect(isTaken(field, path)).toBe(false)
      expect(isTaken(field, '')).toBe(field.path.includes('/v1/profile'))
    }
  })

  it('S15: an origin that may embed the list has no path', () => {
    const [origins] = all.filter(({ name }) => name === 'embed_origins')
    const schemes = neverTaken.filter((url) => !/^https?:\/\//.test(url) || url.includes('@'))
    expect(schemes.filter((url) => isTaken(origins as Field, [url]))).toEqual([])
    expect(isTaken(origins as Field, ['https://camps.example'])).toBe(true)
  })
})
