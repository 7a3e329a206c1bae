import * as z from 'zod/mini'
import { code, optionalLine } from '../field-rules.ts'

/** An address in the format of a geocoder; unknown parts are null. */
export const Address = z.strictObject({
  source: z.nullable(z.string()),
  place_name: z.nullable(z.string()),
  address_line_1: z.nullable(z.string()),
  address_line_2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  region_short_code: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  country_short_code: z.nullable(z.string()),
  geometry: z.nullable(z.unknown()),
  geocode_feature: z.nullable(z.unknown()),
})
export type Address = z.infer<typeof Address>

/** Address as a customer sends it; the postal code and region are checked by country on the server. */
export const AddressInput = z.strictObject({
  source: z.nullish(optionalLine(40)),
  place_name: z.nullish(optionalLine(255)),
  address_line_1: optionalLine(120).check(z.minLength(1, code('required'))),
  address_line_2: z.nullish(optionalLine(120)),
  city: optionalLine(80).check(z.minLength(1, code('required'))),
  region: z.nullish(optionalLine(80)),
  region_short_code: z.nullish(optionalLine(10)),
  postcode: z.nullish(optionalLine(12)),
  /** The code of the country, or its name together with `country_short_code` from a geocoder. */
  country: z.nullish(optionalLine(80)),
  country_short_code: z.nullish(z.string().check(z.regex(/^[A-Z]{2}$/, code('invalid_option')))),
  geometry: z.nullish(z.unknown()),
  geocode_feature: z.nullish(z.unknown()),
})
export type AddressInput = z.infer<typeof AddressInput>
