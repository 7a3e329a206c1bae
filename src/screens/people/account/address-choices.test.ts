import { describe, expect, it } from 'vitest'
import { countryChoices, regionNames, regionWords } from './address-choices.ts'

describe('the choices in the form of a postal address', () => {
  it('every country is listed once, in the order of the language', () => {
    const [english, french] = [countryChoices('en'), countryChoices('fr')]
    expect(new Set(english.map(({ value }) => value)).size).toBe(english.length)
    expect(english.find(({ value }) => value === 'DE')?.label).toBe('Germany')
    expect(french.find(({ value }) => value === 'DE')?.label).toBe('Allemagne')
    const labels = french.map(({ label }) => label)
    expect(labels).toEqual([...labels].sort(new Intl.Collator('fr').compare))
  })

  it('the regions of a country are listed, those of Canada in both languages', () => {
    expect(regionNames('CA', 'fr')).toContain('Colombie-Britannique')
    expect(regionNames('CA', 'en')).toHaveLength(13)
    expect(regionNames('US', 'fr')).toContain('Vermont')
    expect(regionNames('XX', 'en')).toEqual([])
    expect(regionWords('Quebec', 'fr')).toBe('Québec')
    expect(regionWords(null, 'fr')).toBe('')
  })
})
