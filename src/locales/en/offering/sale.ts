type Ages = { minimum: number | null; maximum: number | null }

import { nameList } from '#contract/name-list'
/** The texts of ages, prices and places that cards, options and receipts share. */
export const sale = {
  ages: ({ minimum, maximum }: Ages) => {
    if (minimum !== null && minimum === maximum) return `Age ${minimum}`
    if (minimum !== null && maximum !== null) return `Ages ${minimum} to ${maximum}`
    if (minimum !== null) return `Ages ${minimum} and up`
    return maximum === null ? 'All ages' : `Up to age ${maximum}`
  },
  shortAges: ({ minimum, maximum }: Ages) => {
    if (minimum !== null && minimum === maximum) return `Age ${minimum}`
    if (minimum !== null && maximum !== null) return `Ages ${minimum}–${maximum}`
    if (minimum !== null) return `Ages ${minimum}+`
    return maximum === null ? 'All ages' : `Up to age ${maximum}`
  },
  free: 'Free',
  freeTo: (price: string) => `Free to ${price}`,
  from: (price: string) => `from ${price}`,
  placesLeft: (count: number) => (count === 1 ? 'Last place' : `${count} places left`),
  available: 'Available',
  soldOut: 'Sold out',
  opens: (when: string) => `Opens ${when}`,
  opensLater: 'Not open yet',
  saleEnded: 'Sale ended',
  closed: 'Registration closed',
  ended: 'This is over',
  cancelled: 'Cancelled by the organiser',
  withPackage: 'Members only',
  partner: 'On partner site',
  inTotal: (sum: string) => `${sum} in total`,
  beforeTax: (sum: string) => `${sum} + tax`,
  feeOf: (amount: string) => `${amount} booking fee`,
  taxOf: (amount: string, name: string) => `${amount} ${name}`,
  taxName: (name: string) => name,
  addedLater: (taxes: string) => `${taxes} added at checkout`,
  inside: (list: string) => `includes ${list}`,
  and: (list: string[]) => nameList(list, 'en'),
  included: ({ hasFee, taxes }: { hasFee: boolean; taxes: string[] }): string =>
    `${sale.and([...(hasFee ? ['fee'] : []), ...taxes])} included`,
  taxLater: (taxes: string) => `${taxes} added at checkout`,
}
