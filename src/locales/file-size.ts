import type { Language } from './choose-language.ts'

const inUnit = (locale: string, unit: string, digits: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
const formats = {
  en: { kilobyte: inUnit('en-CA', 'kilobyte', 0), megabyte: inUnit('en-CA', 'megabyte', 1) },
  fr: { kilobyte: inUnit('fr-CA', 'kilobyte', 0), megabyte: inUnit('fr-CA', 'megabyte', 1) },
} as const

/** How large a file is, in whole kilobytes or tenths of a megabyte; never nothing. */
export function fileSize(bytes: number, language: Language): string {
  const { kilobyte, megabyte } = formats[language]
  return bytes < 950_000 ? kilobyte.format(Math.max(1, Math.round(bytes / 1000))) : megabyte.format(bytes / 1_000_000)
}
