import type { Address } from '../contract/customer.ts'

/** Where to go in one line of a mail or a calendar, floor and entrance with it: `Dock House, 52 Shore Road, upstairs, Mirror Lake`. Null without a venue. */
export function venueLine(
  venue: { name: string; address: Pick<Address, 'address_line_1' | 'address_line_2' | 'city'> } | undefined,
): string | null {
  if (!venue) return null
  const { address_line_1, address_line_2, city } = venue.address
  return [venue.name, address_line_1, address_line_2, city].filter(Boolean).join(', ')
}
