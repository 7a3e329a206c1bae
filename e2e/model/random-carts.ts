import { plainCoupon } from '../../functions/test-bench/plain-coupon.ts'
import type { CouponLine, CouponTerms } from '../../functions/money/discounts/coupon-rules.ts'
import type { Selling } from '../../functions/offering/pricing/line-price.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

export type RandomCart = {
  lines: CouponLine[]
  selling: Selling
  automatic: CouponTerms[]
  entered: CouponTerms | null
  balance: number
  usesBalance: boolean
  currency: string
  /** The instalment plan of each item by index; null when it is paid at once. */
  plans: (RandomPlan | null)[]
}
/** A deposit, then instalments on days counted from today. An item that has started has no later instalments. */
export type RandomPlan = { percent: number; days: number[]; starts: number | null }
/** Currencies with two, zero and three decimals: the provider's minimum charge and smallest step. */
export const currencies = { CAD: [50, 1], JPY: [50, 1], HUF: [17_500, 1], KWD: [0, 10], TND: [0, 10] } as const
const kinds = ['camp', 'class', 'clinic']

/**
 * A random cart: up to six items, from cents to thousands, fee and taxes on top or included, up to three automatic
 * coupons and a code.
 */
export function randomCart({ below, pick, chance }: Choices): RandomCart {
  const currency = pick(Object.keys(currencies))
  // Amounts are multiples of the currency's smallest step.
  const coin = currencies[currency as keyof typeof currencies][1]
  const coupon = (id: string): CouponTerms => {
    const isFixed = chance(0.5)
    return {
      ...plainCoupon,
      id,
      type: isFixed ? 'amount_off' : 'percent_off',
      amount_off: isFixed ? (1 + below(pick([50, 5000, 60_000]))) * coin : null,
      percent_off: isFixed ? null : 1 + below(10_000),
      applies_to: { products: [], product_types: chance(0.33) ? [pick(kinds)] : [] },
    }
  }
  return {
    currency,
    plans: Array.from({ length: 7 }, () => {
      const starts = chance(0.5) ? below(200) : null
      return chance(0.6)
        ? { percent: 1 + below(99), days: Array.from({ length: 1 + below(4) }, () => below(150)), starts }
        : null
    }),
    lines: Array.from(
      { length: below(7) },
      (_, index): CouponLine => ({
        id: `l${index}`,
        kinds: ['event_option', pick(kinds)],
        product_id: `e${index}`,
        product_variation_id: null,
        quantity: 1 + below(3),
        amount: below(pick([3, 100, 10_000, 400_000])) * coin,
      }),
    ),
    selling: {
      ...(coin > 1 ? { amount_step: coin } : {}),
      fee: { percent: pick([0, 250, below(2000)]), fixed: pick([0, 50, 300]) * coin, included: chance(0.33) },
      taxes: Array.from({ length: below(3) }, (_, index) => ({
        name: `T${index}`,
        percent: pick([500, 1300, 998, below(3000)]),
        included: chance(0.33),
      })),
    },
    // The customer's balance or debt, and whether they use it.
    balance: pick([0, -500, below(20), below(10_000), below(500_000)]),
    usesBalance: chance(0.75),
    automatic: Array.from({ length: below(4) }, (_, index) => coupon(`a${index}`)),
    entered: chance(0.5) ? coupon('entered') : null,
  }
}

/**
 * Carts with a small amount due today, in a currency with a large minimum charge: the first instalment may be too small for a
 * card.
 */
export function smallDeposits(choices: Choices): RandomCart {
  const cart = randomCart(choices)
  const plans = cart.plans.map((plan) => ({ days: [30, 60], starts: null, ...plan, percent: 1 + choices.below(3) }))
  return { ...cart, currency: 'HUF', plans }
}
