import { describe, expect, it } from 'vitest'
import { accentRoles, contrast, type AccentRoles } from './accent-roles.ts'
import { roleNames } from './colour-style.ts'

const rolesOf = (accent: string) => {
  const roles = accentRoles(accent)
  if (!roles) throw new Error(`No roles for ${accent}`)
  return roles
}

/** The contrast that the design guarantees for each pair of roles, in every colour scheme. */
const surfaces = ['paper', 'raised', 'sunken', 'soft'] as const
function brokenPromises(roles: AccentRoles): string[] {
  const pairs: { front: keyof AccentRoles; back: keyof AccentRoles; least: number }[] = [
    ...(['ink', 'muted', 'link'] as const).flatMap((front) => surfaces.map((back) => ({ front, back, least: 4.5 }))),
    ...(['paper', 'raised', 'sunken'] as const).map((back) => ({ front: 'edge' as const, back, least: 3 })),
    { front: 'on-fill', back: 'fill', least: 4.5 },
    { front: 'fill-edge', back: 'paper', least: 3 },
  ]
  return pairs
    .filter(({ front, back, least }) => contrast(roles[front], roles[back]) < least)
    .map(({ front, back }) => `${front} on ${back}`)
}

/** Repeatable numbers from 0 to 1, so that a failure can be run again (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('the colours derived from an accent', () => {
  it.each([
    {
      accent: '#11696b',
      light: { fill: '#11696b', 'on-fill': '#ffffff', 'fill-edge': '#11696b', link: '#11696b' },
      dark: { fill: '#186d6f', link: '#60adaf' },
    },
    {
      accent: '#ffd400',
      light: { fill: '#ffd400', 'on-fill': '#18160f', 'fill-edge': '#7f6803', link: '#7f6803' },
      dark: { fill: '#ffd400', link: '#f8d553' },
    },
    {
      accent: '#ffc0cb',
      light: { fill: '#ffc0cb', 'on-fill': '#1a1515', 'fill-edge': '#925b66', link: '#925b66' },
      dark: { fill: '#ffc0cb', link: '#ffc0cb' },
    },
    {
      accent: '#f26b21',
      light: { fill: '#f26b21', 'on-fill': '#1b1411', 'fill-edge': '#b54800', link: '#b54800' },
      dark: { fill: '#f26b21', link: '#e97c49' },
    },
    {
      accent: '#e30613',
      light: { fill: '#e30613', 'on-fill': '#ffffff', 'fill-edge': '#e30613', link: '#d50210' },
      dark: { fill: '#e30613', link: '#ed7568' },
    },
    {
      accent: '#39ff14',
      light: { fill: '#39ff14', 'on-fill': '#131812', 'fill-edge': '#137c00', link: '#137c00' },
      dark: { fill: '#39ff14', link: '#9aed8f' },
    },
    {
      accent: '#808080',
      light: { fill: '#767676', 'on-fill': '#ffffff', 'fill-edge': '#767676', link: '#6a6a6a' },
      dark: { fill: '#767676', link: '#9e9e9e' },
    },
    {
      accent: '#ffffff',
      light: { fill: '#ffffff', 'on-fill': '#161616', 'fill-edge': '#6a6a6a', link: '#6a6a6a' },
      dark: { fill: '#ffffff', link: '#ffffff' },
    },
  ])('the accent $accent becomes a fill and a link colour for light and for dark pages', ({ accent, light, dark }) => {
    expect(rolesOf(accent).light).toMatchObject(light)
    expect(rolesOf(accent).dark).toMatchObject(dark)
  })

  it('every text stays readable with any accent', () => {
    const next = numbersFrom(20261121)
    const count = process.env['LONG'] === '1' ? 20_000 : 2000
    const accents = Array.from(
      { length: count },
      () =>
        `#${Math.floor(next() * 0x1000000)
          .toString(16)
          .padStart(6, '0')}`,
    )
    const broken = accents.flatMap((accent) => {
      const { light, dark } = rolesOf(accent)
      return [...brokenPromises(light), ...brokenPromises(dark)].map((promise) => `${accent}: ${promise}`)
    })
    expect(broken).toEqual([])
  })

  it('all twelve derived colours are plain colours', () => {
    const { light, dark } = rolesOf('#0B7A75')
    expect(Object.keys(light).sort()).toEqual([...roleNames].sort())
    expect([...Object.values(light), ...Object.values(dark)].filter((value) => !/^#[0-9a-f]{6}$/.test(value))).toEqual(
      [],
    )
  })

  it.each([null, '', 'red', '#fff', '#12345', '#fff}</style>', 'red;background:url(//e)', '#11696b '])(
    'an invalid accent %j gives the default colours',
    (accent) => {
      expect(accentRoles(accent)).toBeNull()
    },
  )
})
