import type { BillingPeriod, MembershipPackage, SessionPackage } from '#contract/offering/package'
import type { PublicSelling } from '#pricing/all-in-price'
import { offerPrice, withoutMarks } from '../../../layouts/json-ld.ts'
import { sellingOf } from './package-words.ts'

const units: Record<Exclude<BillingPeriod, 'once'>, { value: number; unitCode: string }> = {
  week: { value: 1, unitCode: 'WEE' },
  month: { value: 1, unitCode: 'MON' },
  quarter: { value: 3, unitCode: 'MON' },
  year: { value: 1, unitCode: 'ANN' },
}
type Page = {
  selling: PublicSelling
  url: (item: SessionPackage | MembershipPackage) => string
  image: string | undefined
  brand: string
}

/** Packages as structured data: products sold online, with the API's prices. URLs are absolute. */
export function packageData(items: (SessionPackage | MembershipPackage)[], page: Page): Record<string, unknown> {
  return { '@graph': items.map((item) => productOf(item, page)) }
}

function productOf(
  item: SessionPackage | MembershipPackage,
  { url, image, brand, selling }: Page,
): Record<string, unknown> {
  const money = offerPrice(item.price.cost, sellingOf(item, selling))
  const billed =
    item.object === 'membership_package' && item.billing_period !== 'once' ? units[item.billing_period] : null
  return {
    '@type': 'Product',
    name: item.name,
    description: item.description === null ? undefined : withoutMarks(item.description),
    image,
    url: url(item),
    brand: { '@type': 'Brand', name: brand },
    offers: {
      '@type': 'Offer',
      url: url(item),
      ...money,
      availability: 'https://schema.org/InStock',
      priceSpecification: billed
        ? {
            '@type': 'UnitPriceSpecification',
            ...money,
            referenceQuantity: { '@type': 'QuantitativeValue', ...billed },
          }
        : undefined,
    },
  }
}
