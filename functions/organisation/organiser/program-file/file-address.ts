import type { Address } from '../../../contract/people/address.ts'
import type { FileAddress, Refusal } from '../../../contract/organisation/organiser.ts'
import type { Language } from '../../../contract/field-rules.ts'
import type { Translations } from '../../../contract/texts.ts'
import { checkAddress } from '../../../people/customers/check-address.ts'
import { joinTexts, splitTexts } from './file-texts.ts'

type Answer =
  | { ok: true; address: Address; translations: Translations }
  | { ok: false; failures: Pick<Refusal, 'type' | 'path'>[] }

/** The stored format of an address, by the same rules as a customer's. */
export function storedAddress(address: FileAddress, at: { path: string; language: Language }): Answer {
  const { region, country, translations, ...rest } = splitTexts(address, at.language)
  const answer = checkAddress({ ...rest, region_short_code: region, country_short_code: country }, at.path)
  if (answer.ok) return { ...answer, translations }
  return {
    ok: false,
    failures: answer.failures.map(({ type, param }) => ({
      type,
      path: param.replace('country_short_code', 'country'),
    })),
  }
}

/** The program file's format of a stored address. */
export function fileAddress(address: Address, translations: Translations): FileAddress {
  const { address_line_1, address_line_2, city, region_short_code, postcode, country_short_code } = address
  const lines = joinTexts({ address_line_1: address_line_1 ?? '', address_line_2, translations })
  return {
    address_line_1: lines.address_line_1,
    address_line_2: lines.address_line_2,
    city: city ?? '',
    region: region_short_code,
    postcode,
    country: country_short_code ?? '',
  }
}
