import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { plainPhone } from '../../contract/field-rules.ts'

/**
 * A typed or pasted phone number in E.164, with a country as the default; null when it is not a valid number, or has an
 * extension, which E.164 cannot hold. Without a country only numbers that begin with + or 00 are valid.
 */
export function phoneNumber(typed: string, country: string | null): string | null {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(plainPhone(typed), home)
  if (!parsed?.isValid() || parsed.ext !== undefined) return null
  const digits = parsed.number.length - 1
  return digits >= 7 && digits <= 15 ? parsed.number : null
}
