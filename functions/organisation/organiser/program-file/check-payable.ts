import { displayMoney } from '../../../contract/display-money.ts'
import { canChargeCard, smallestCharge } from '../../../contract/money/stripe-amount.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { FileCoupon, Refusal } from '../../../contract/organisation/organiser.ts'
import { linePrice, type Selling } from '../../../offering/pricing/line-price.ts'
import { percentOf } from '../../../offering/pricing/shares.ts'
import type { CompleteFile } from './complete-file.ts'
import { basisPoints, minorUnits } from './file-amounts.ts'
import { instantOf } from './file-times.ts'
import { sellingOf } from './program-row.ts'
import { refuse, refuseWhen } from './refuse.ts'

type PricedOption = { key: string; cost: number | null }
type File = Pick<CompleteFile, 'features' | 'selling' | 'default_currency' | 'language'>

/** Prices of an event on sale that no customer could pay. */
export function checkPayableEvent(event: FileEvent, file: CompleteFile, now: number): Refusal[] {
  if (!isOnSale(event, file, now)) return []
  return checkPayable(
    event.options.filter(({ is_closed }) => !is_closed),
    file,
    `events.${event.key}`,
  )
}

/** Prices of appointment types and products that no customer could pay, and codes that leave such a total. */
export const checkPayableLists = (file: CompleteFile, now: number): Refusal[] => [
  ...file.appointment_types
    .filter(({ status }) => status === 'published')
    .flatMap((type) => checkPayable(type.options, file, `appointment_types.${type.key}`)),
  ...(file.features.products
    ? file.products
        .filter(({ is_closed }) => !is_closed)
        .flatMap(({ key, variations }) =>
          checkPayable(
            variations.filter(({ is_closed }) => !is_closed),
            file,
            `products.${key}`,
            'variations',
          ),
        )
    : []),
  ...checkCodes(file, now),
]

const isOnSale = ({ status, ends_at, timezone }: FileEvent, file: CompleteFile, now: number): boolean =>
  status === 'published' && ends_at !== null && instantOf(ends_at, timezone ?? file.timezone) > now

function checkPayable(options: readonly PricedOption[], file: File, path: string, list = 'options'): Refusal[] {
  const { features, selling, default_currency: currency } = file
  const terms = sellingOf(file)
  return options.flatMap(({ key, cost }) => {
    const total = linePrice(minorUnits(cost ?? 0, currency), terms).total
    if (total === 0 || selling.offline !== false) return []
    const where = `${path}.${list}.${key}.cost`
    if (!features.online_payments)
      return [
        refuse(
          'required',
          where,
          'It has a price and no way to pay it. Turn on features.online_payments or selling.offline, or make it free.',
        ),
      ]
    return refuseWhen(!canChargeCard(total, currency), 'invalid_amount', {
      path: where,
      message: `${tooSmall(total, currency)} Make it free, charge more, or turn on selling.offline.`,
    })
  })
}

const tooSmall = (total: number, currency: string): string =>
  `Customers pay ${displayMoney(total, currency, 'en')}, and a card is charged at least ${displayMoney(smallestCharge(currency), currency, 'en')}.`

// A coupon that leaves a few cents of a price ends in a total that only offline payment takes.
function checkCodes(file: CompleteFile, now: number): Refusal[] {
  const { features, selling, default_currency: currency, coupons } = file
  if (selling.offline !== false || !features.online_payments || !features.discounts) return []
  const terms = sellingOf(file)
  const priced = file.events
    .filter((event) => isOnSale(event, file, now))
    .flatMap((event) => event.options.map((option) => ({ event, option })))
  return coupons.flatMap((coupon) => {
    const left = priced
      .filter(({ event }) => coupon.is_enabled && fits(coupon, event))
      .flatMap(({ event, option }) => {
        const cost = minorUnits(option.cost ?? 0, currency)
        const rest = cost - amountOff(coupon, cost, { currency, step: terms.amount_step })
        const total = linePrice(rest, terms).total
        const isSmall = rest > 0 && rest < cost && !canChargeCard(total, currency)
        return isSmall && canChargeCard(linePrice(cost, terms).total, currency) ? [{ event, option, total }] : []
      })
    const [first] = left
    if (!first) return []
    const name = coupon.percent_off === null ? 'amount_off' : 'percent_off'
    return [
      refuse(
        'invalid_amount',
        `coupons.${coupon.key}.${name}`,
        `With it, ${tooSmall(first.total, currency)} for ${first.event.key}.${first.option.key}. Take off less or everything, or turn on selling.offline.`,
      ),
    ]
  })
}

const fits = ({ applies_to }: FileCoupon, event: FileEvent): boolean =>
  (applies_to.products.length === 0 || applies_to.products.includes(event.key)) &&
  (applies_to.product_types.length === 0 ||
    applies_to.product_types.some((type) => type === event.type || type === 'event_option'))

type Rounding = { currency: string; step: Selling['amount_step'] }

function amountOff(coupon: FileCoupon, cost: number, { currency, step }: Rounding): number {
  if (minorUnits(coupon.minimum_amount ?? 0, currency) > cost || (coupon.minimum_items ?? 0) > 1) return 0
  if (coupon.percent_off !== null) return percentOf(cost, basisPoints(coupon.percent_off), step)
  return Math.min(cost, minorUnits(coupon.amount_off ?? 0, currency))
}
