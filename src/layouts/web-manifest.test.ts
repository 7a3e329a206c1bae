import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exampleProgram, exampleProgramContext } from '../screens/example-program.ts'
import { touchIcon, webManifest } from './web-manifest.ts'

const withIcon = (icon: string | null, logo: string | null = null) =>
  webManifest(
    exampleProgramContext('en', { ...exampleProgram, preferences: { ...exampleProgram.preferences, icon, logo } }),
  )
const named = (name: string) => webManifest(exampleProgramContext('en', { ...exampleProgram, name }))['short_name']

describe('a program’s web manifest', () => {
  it("the manifest starts at the program's page in the requested language", () => {
    expect(webManifest(exampleProgramContext('en'))).toMatchObject({
      id: '/pg/lakeside',
      name: 'Lakeside Camps',
      start_url: '/pg/lakeside',
      scope: '/pg/lakeside',
      lang: 'en-CA',
    })
    expect(webManifest(exampleProgramContext('fr'))).toMatchObject({
      id: '/pg/lakeside',
      start_url: '/pg/lakeside?lang=fr',
      lang: 'fr-CA',
    })
  })
  it('the manifest has the program’s icon, or else its logo, or else ours', () => {
    expect(
      [withIcon('https://x.example/i.png', '/logo.svg'), withIcon(null, '/logo.svg'), withIcon(null)].map(
        ({ icons }) => icons,
      ),
    ).toEqual([
      [{ src: 'https://x.example/i.png', type: 'image/png' }],
      [{ src: '/logo.svg', type: 'image/svg+xml', sizes: 'any' }],
      [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      ],
    ])
  })
  it.each(['/manifest.webmanifest', null])('the bitmap icons of %s have the declared sizes', (file) => {
    const { icons } = (file ? JSON.parse(readFileSync(`public${file}`, 'utf8')) : withIcon(null)) as {
      icons: { src: string; type: string; sizes: string }[]
    }
    const bitmaps = icons.filter(({ type }) => type === 'image/png')
    expect(bitmaps.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
    for (const { src, sizes } of bitmaps) {
      const header = readFileSync(`public${src}`)
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes)
    }
  })
  it('the short name of the manifest consists of whole words', () =>
    expect(['Lakeside Camps', 'Lake Camp', 'Établissement principal', 'YMCA of Greater Toronto'].map(named)).toEqual([
      'Lakeside',
      'Lake Camp',
      'Établissement',
      'YMCA of',
    ]))
})

describe('the icon on a home screen', () => {
  const iconOf = (icon: string | null, logo: string | null) =>
    touchIcon({ preferences: { ...exampleProgram.preferences, icon, logo } })
  it('T8: the icon for a home screen is never an SVG', () =>
    expect([
      iconOf('/icon.png', '/logo.svg'),
      iconOf('/icon.svg', '/logo.webp'),
      iconOf('/icon.svg', null),
      iconOf(null, null),
    ]).toEqual(['/icon.png', '/logo.webp', '/apple-touch-icon.png', '/apple-touch-icon.png']))
})
