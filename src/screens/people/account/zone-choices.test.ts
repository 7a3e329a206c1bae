import { describe, expect, it } from 'vitest'
import { isTimezone } from '#contract/field-rules'
import { zoneChoices, zonesOfCountry } from './zone-choices.ts'

const none = { region: 'Canada', zones: [] }

describe('the time zones to choose from', () => {
  it('time zones are grouped by region', () => {
    expect(
      zoneChoices(['America/Toronto', 'Europe/Paris', 'America/Argentina/Buenos_Aires'], 'America/Toronto', none),
    ).toEqual([
      {
        region: 'America',
        zones: [
          { zone: 'America/Argentina/Buenos_Aires', words: 'Argentina, Buenos Aires' },
          { zone: 'America/Toronto', words: 'Toronto' },
        ],
      },
      { region: 'Europe', zones: [{ zone: 'Europe/Paris', words: 'Paris' }] },
      { region: 'UTC', zones: [{ zone: 'UTC', words: 'UTC' }] },
    ])
  })

  it('time zones include the chosen one once', () => {
    const all = zoneChoices(Intl.supportedValuesOf('timeZone'), 'US/Eastern', none).flatMap(({ zones }) => zones)
    expect(all.filter(({ zone }) => zone === 'US/Eastern')).toEqual([{ zone: 'US/Eastern', words: 'Eastern' }])
    expect(all.every(({ zone }) => isTimezone(zone))).toBe(true)
    expect(new Set(all.map(({ zone }) => zone)).size).toBe(all.length)
  })

  it('the zones of the own country come first, and once', () => {
    const canada = zonesOfCountry('CA', 'fr-CA')
    expect([canada.region, canada.zones.includes('America/Toronto')]).toEqual(['Canada', true])
    const [first, ...others] = zoneChoices(Intl.supportedValuesOf('timeZone'), 'America/Toronto', canada)
    expect(first?.region).toBe('Canada')
    expect(first?.zones.map(({ zone }) => zone)).toContain('America/Toronto')
    expect(others.flatMap(({ zones }) => zones).map(({ zone }) => zone)).not.toContain('America/Toronto')
  })
})
