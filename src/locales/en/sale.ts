type Ages = { minimum: number | null; maximum: number | null }

/** Ages, prices, places: words that cards, options and receipts share. */
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
  partner: 'Books on partner site',
  /** `13% HST`, `a booking fee of 2.5% + $0.50`: parts of the two sentences below. */
  tax: (percent: string, name: string) => `${percent} ${name}`,
  fee: (amount: string) => `a booking fee of ${amount}`,
  smallFee: (amount: string) => `a ${amount} booking fee`,
  plus: (a: string, b: string) => `${a} + ${b}`,
  and: (list: string[]) => list.join(' and '),
  pricesBefore: (list: string) => `Prices are before ${list}.`,
  pricesInclude: (list: string) => `Prices include ${list}.`,
}
