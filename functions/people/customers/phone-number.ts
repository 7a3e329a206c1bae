import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A typed phone number in E.164, with a country as the default; null when it is not a valid number. Without a country
 * only numbers that begin with + are valid.
 */
export function phoneNumber(typed: string, country: string | null): string | null {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(typed, home)
  if (!parsed?.isValid()) return null
  const digits = parsed.number.length - 1
  return digits >= 7 && digits <= 15 ? parsed.number : null
}
