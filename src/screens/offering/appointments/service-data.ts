import type { AppointmentType } from '#contract/offering/appointment'
import type { PublicSelling } from '#pricing/all-in-price'
import { offerPrice } from '../../../layouts/json-ld.ts'
import { postalAddress } from '../explore/organization-data.ts'

/** An appointment type as structured data. URLs are absolute; the offers are the options of the API. */
export function serviceData(
  type: AppointmentType,
  page: { selling: PublicSelling; url: string; image: string | null; provider: string },
): Record<string, unknown> {
  return {
    '@type': 'Service',
    name: type.name,
    description: type.summary ?? undefined,
    url: page.url,
    image: page.image ?? undefined,
    provider: { '@type': 'Organization', name: type.program.name, url: page.provider },
    areaServed:
      type.venues.length === 0
        ? undefined
        : type.venues.map((venue) => ({ '@type': 'Place', name: venue.name, address: postalAddress(venue.address) })),
    offers: type.options.map((option) => ({
      '@type': 'Offer',
      name: option.name,
      url: page.url,
      ...offerPrice(option.price.cost, page.selling),
    })),
  }
}
