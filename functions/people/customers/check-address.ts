import { allCountries } from 'country-region-data'
import type { FieldError } from '../../contract/api-error.ts'
import { canadianRegions } from '../../contract/people/canadian-regions.ts'
import type { Address, AddressInput } from '../../contract/people/address.ts'

type Country = { name: string; regions: [string, string][] }
/** An address with the code of its country. */
type AddressWithCountry = AddressInput & { country_short_code: string }
type Answer = { ok: true; address: Address } | { ok: false; failures: Pick<FieldError, 'type' | 'param'>[] }

let kept: Map<string, Country> | undefined
// Created for the first address, because most isolates never check one.
const countries = () =>
  (kept ??= new Map(
    allCountries.map(([name, code, regions]) => [code, { name, regions: regions as [string, string][] }]),
  ))
/** Countries without postal codes. */
const withoutPostcodes = new Set(
  'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK HM JM KI KM KN KP LC ML MO MR MW NR NU PA QA RW SB SC SL SR ST SY TD TF TG TK TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
)
/** Countries whose postal addresses name a state or province (Universal Postal Union). */
const withRegions = new Set('AE AS AU BR CA CN ES FM GU HK IN IT JP KR MH MP MX PG PW SO TW US VE VI'.split(' '))
const postcodes: Record<string, RegExp> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/,
  US: /^\d{5}(?:-\d{4})?$/,
}
const largestGeometry = 10_000

/**
 * Checks an address by the rules of its country: an ISO 3166-2 region and a postal code if its addresses have them.
 */
export function checkAddress(address: AddressInput, at: string): Answer {
  const code = address.country_short_code || address.country || ''
  const input: AddressWithCountry = { ...address, country_short_code: code.toUpperCase() }
  const country = countries().get(input.country_short_code)
  const failures: Pick<FieldError, 'type' | 'param'>[] = []
  if (!country)
    return {
      ok: false,
      failures: [
        {
          type: code === '' ? 'required' : 'invalid_option',
          param: `${at}.${address.country_short_code ? 'country_short_code' : 'country'}`,
        },
      ],
    }

  const region = regionOf(country, input)
  if (region === 'required') failures.push({ type: 'required', param: `${at}.region` })
  if (region === 'invalid_region') failures.push({ type: 'invalid_region', param: `${at}.region` })
  const postcode = postcodeOf(input)
  if (postcode === 'required' || postcode === 'invalid_postcode')
    failures.push({ type: postcode, param: `${at}.postcode` })
  if (isTooLarge(input.geometry)) failures.push({ type: 'too_long', param: `${at}.geometry` })
  if (isTooLarge(input.geocode_feature)) failures.push({ type: 'too_long', param: `${at}.geocode_feature` })
  if (failures.length > 0 || typeof region === 'string' || typeof postcode === 'string') return { ok: false, failures }

  const {
    source = null,
    place_name = null,
    address_line_1,
    city,
    country_short_code,
    geometry = null,
    geocode_feature = null,
  } = input
  return {
    ok: true,
    address: {
      source,
      place_name,
      address_line_1,
      address_line_2: input.address_line_2 || null,
      city,
      ...region,
      ...postcode,
      country: country.name,
      country_short_code,
      geometry,
      geocode_feature,
    },
  }
}

type Region = { region: string | null; region_short_code: string | null }
function regionOf(country: Country, input: AddressWithCountry): Region | 'required' | 'invalid_region' {
  const typed = (input.region_short_code || input.region || '').trim()
  const regions = country.regions.filter(([, code]) => Boolean(code))
  if (regions.length <= 1) return { region: input.region || null, region_short_code: input.region_short_code || null }
  const isNeeded = withRegions.has(input.country_short_code)
  if (typed === '') return isNeeded ? 'required' : { region: null, region_short_code: null }
  const bare = typed.replace(new RegExp(`^${input.country_short_code}-`, 'i'), '')
  const french = input.country_short_code === 'CA' ? canadianRegions.find(({ fr }) => plain(fr) === plain(bare)) : null
  const region = regions.find(
    ([name, code]) => plain(code) === plain(bare) || plain(name) === plain(bare) || code === french?.code,
  )
  if (region) return { region: region[0], region_short_code: `${input.country_short_code}-${region[1]}` }
  // The standard's list lacks some regions, such as the counties of England. An address keeps such a name without a
  // code.
  return isNeeded ? 'invalid_region' : { region: typed, region_short_code: null }
}

/** Normalises a name for comparison: people write Quebec with and without its accent. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function postcodeOf(input: AddressWithCountry): { postcode: string | null } | 'required' | 'invalid_postcode' {
  const typed = (input.postcode ?? '').trim().toUpperCase()
  if (typed === '') return withoutPostcodes.has(input.country_short_code) ? { postcode: null } : 'required'
  const form = postcodes[input.country_short_code]
  if (form && !form.test(typed)) return 'invalid_postcode'
  return { postcode: input.country_short_code === 'CA' ? typed.replace(/^(...) ?(...)$/, '$1 $2') : typed }
}

const isTooLarge = (value: unknown) =>
  value !== undefined && value !== null && JSON.stringify(value).length > largestGeometry
