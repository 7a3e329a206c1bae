import type { Address } from './address.ts'

/** The geocoder fields of an address that was typed instead of looked up. */
export const notLookedUp = { source: null, place_name: null, geometry: null, geocode_feature: null } as const

/** Street, floor or entrance, city and region in one line: `52 Shore Road, upstairs, Mirror Lake, Ontario`. */
export const placeLine = (address: Address | null): string =>
  [address?.address_line_1, address?.address_line_2, address?.city, address?.region].filter(Boolean).join(', ')

/** The address in one line with its postal code, as on a letter: `48 Shore Road, Mirror Lake, Ontario K0G 1X0`. */
export const postalLine = (address: Address | null): string =>
  [placeLine(address), address?.postcode].filter(Boolean).join(' ')

/** City and region, for the heading of a page. */
export const townLine = (address: Address | null): string => [address?.city, address?.region].filter(Boolean).join(', ')

/** A link to an external map that searches for the address. */
export function mapAddress(name: string, address: Address | null): string {
  const words = [name, address?.address_line_1, address?.city, address?.region, address?.postcode, address?.country]
    .filter(Boolean)
    .join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(words)}`
}

/** The venue in one line of a calendar, which searches for it on a map: with region, postal code and country. */
export const calendarPlaceLine = (venue: { name: string; address: Address } | undefined): string | null =>
  venue ? [venue.name, postalLine(venue.address), venue.address.country].filter(Boolean).join(', ') : null

/**
 * The venue in one line of a mail, including floor and entrance: `Dock House, 52 Shore Road, upstairs,
 * Mirror Lake`. Null without a venue.
 */
export function venueLine(
  venue: { name: string; address: Pick<Address, 'address_line_1' | 'address_line_2' | 'city'> } | undefined,
): string | null {
  if (!venue) return null
  const { address_line_1, address_line_2, city } = venue.address
  return [venue.name, address_line_1, address_line_2, city].filter(Boolean).join(', ')
}
