import type { Address } from '../../contract/customer.ts'
import type { FileAddress, Refusal } from '../../contract/organiser.ts'
import { checkAddress } from '../../customers/check-address.ts'

type Answer = { ok: true; address: Address } | { ok: false; failures: Pick<Refusal, 'type' | 'path'>[] }

/** The address of a file as it is kept, by the same rules as a customer's. */
export function storedAddress({ region, country, ...rest }: FileAddress, at: string): Answer {
  const answer = checkAddress({ ...rest, region_short_code: region, country_short_code: country }, at)
  if (answer.ok) return answer
  return {
    ok: false,
    failures: answer.failures.map(({ type, param }) => ({
      type,
      path: param.replace('country_short_code', 'country'),
    })),
  }
}

/** The address of a row as a file says it. */
export function fileAddress(address: Address): FileAddress {
  const { address_line_1, address_line_2, city, region_short_code, postcode, country_short_code } = address
  return {
    address_line_1: address_line_1 ?? '',
    address_line_2,
    city: city ?? '',
    region: region_short_code,
    postcode,
    country: country_short_code ?? '',
  }
}
