import { currencyDigits } from '../../contract/display-money.ts'
import { allInPrice, type PublicSelling } from '../pricing/all-in-price.ts'

/** The first digits of a limit that a parent would name: 1, 1.5, 2 and so on of each power of ten. */
const steps = [10, 15, 20, 25, 30, 40, 50, 75] as const
const maxLimits = 5

/**
 * The highest cost of an option whose card shows at most this price; −1 if none does. The shown price only grows with
 * the cost and is never below it.
 */
export function costWithin(limit: number, selling: PublicSelling): number {
  const isWithin = (cost: number) => allInPrice(cost, selling).first <= limit
  let [least, tooMuch] = [-1, limit + 1]
  while (tooMuch - least > 1) {
    const middle = Math.floor((least + tooMuch) / 2)
    if (isWithin(middle)) least = middle
    else tooMuch = middle
  }
  return least
}

type Limit = { limit: number; count: number }

/**
 * At most five round price limits, each with the number of events whose card shows at most that. Each divides the priced
 * events: some are below it and some are above. `costs` has the lowest cost of events and how many have it.
 */
export function priceLimits(
  costs: readonly { cost: number | null; count: number }[],
  { selling, currency }: { selling: PublicSelling; currency: string },
): Limit[] {
  const prices = costs
    .flatMap(({ cost, count }) => (cost === null ? [] : [{ price: allInPrice(cost, selling).first, count }]))
    .sort((one, other) => one.price - other.price)
  const countWithin = (limit: number) =>
    prices.reduce((sum, { price, count }) => (price <= limit ? sum + count : sum), 0)
  const [free, all] = [countWithin(0), countWithin(Number.POSITIVE_INFINITY)]
  const highest = prices.at(-1)?.price ?? 0
  const limits: Limit[] = []
  for (let unit = 10 ** currencyDigits(currency) / 10; unit * 10 < highest; unit *= 10)
    for (const step of steps) {
      const [limit, count] = [step * unit, countWithin(step * unit)]
      if (Number.isInteger(limit) && count > (limits.at(-1)?.count ?? free) && count < all)
        limits.push({ limit, count })
    }
  const skipped = (limits.length - 1) / (maxLimits - 1)
  return limits.length <= maxLimits
    ? limits
    : Array.from({ length: maxLimits }, (_, index) => limits[Math.round(index * skipped)] as Limit)
}
