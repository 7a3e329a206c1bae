import type { Address } from '#contract/people/address'
import type { Program } from '#contract/offering/program'
import { shareablePicture } from '../../../layouts/share-page.ts'

/** An address in schema.org's format. */
export function postalAddress(address: Address | null): Record<string, unknown> | undefined {
  if (!address) return undefined
  const { address_line_1, address_line_2, city, region, postcode, country_short_code } = address
  return {
    '@type': 'PostalAddress',
    streetAddress: [address_line_1, address_line_2].filter(Boolean).join(', ') || undefined,
    addressLocality: city ?? undefined,
    addressRegion: region ?? undefined,
    postalCode: postcode ?? undefined,
    addressCountry: country_short_code ?? undefined,
  }
}

/** The organisation as structured data. `url` is absolute. */
export function organizationData(program: Program, url: string): Record<string, unknown> {
  const { name, website, email, phone, picture_url, address } = program
  return {
    '@type': 'Organization',
    name,
    url,
    sameAs: website ?? undefined,
    email: email ?? undefined,
    telephone: phone ?? undefined,
    image: picture_url === null ? undefined : new URL(shareablePicture(picture_url), url).href,
    address: postalAddress(address),
  }
}
