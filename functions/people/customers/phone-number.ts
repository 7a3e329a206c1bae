import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone as typed, read with a country as the default, in E.164; null when it is no number that can be
 * called. Without a country only numbers that begin with + are understood.
 */
export function phoneNumber(typed: string, country: string | null): string | null {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(typed, home)
  if (!parsed?.isValid()) return null
  const digits = parsed.number.length - 1
  return digits >= 7 && digits <= 15 ? parsed.number : null
}
