import { allCountries } from 'country-region-data'
import { canadianRegions } from '#contract/people/canadian-regions'
import type { Language } from '#contract/field-rules'

export type Choice = { value: string; label: string }

/** All countries by code, named and sorted in a language. */
export function countryChoices(language: Language): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const inWords = new Intl.Collator(language)
  return allCountries
    .map(([name, code]) => ({ value: code, label: names.of(code) ?? name }))
    .sort((a, b) => inWords.compare(a.label, b.label))
}

/** The regions of a country in a language. */
export function regionNames(country: string, language: Language): string[] {
  if (country === 'CA') return canadianRegions.map((region) => region[language])
  return (allCountries.find(([, code]) => code === country)?.[2] ?? []).flatMap(([name, code]) => (code ? [name] : []))
}

/** The name of a region in the reader's language. */
export const regionWords = (region: string | null, language: Language): string =>
  canadianRegions.find(({ en }) => en === region)?.[language] ?? region ?? ''
