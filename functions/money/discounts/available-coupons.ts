import type { Ctx } from '../../platform/context.ts'
import { checkCoupon, codeKey, type CouponAnswer, type CouponLine, type CouponTerms } from './coupon-rules.ts'
import {
  packagesOfUsableMemberships,
  automaticCoupons,
  couponByCode,
  type CouponRow,
  type CouponsInput,
  earlierOrders,
  usesOfCustomer,
} from './discount-rows.ts'

/** The coupons that an order might use, and the check of one for this customer. */
export type AvailableCoupons = {
  automatic: CouponRow[]
  byCode: CouponRow | null
  check: (coupon: CouponTerms | null, cart: { currency: string; lines: CouponLine[] }) => CouponAnswer
}

/**
 * Queries for the batch that loads an order: its automatic coupons, the coupon of a code, and how this customer has
 * used them.
 */
export function couponReads({ db }: Ctx, { code, ...input }: Omit<CouponsInput, 'codeKey'> & { code?: string | null }) {
  const query = { ...input, codeKey: code ? codeKey(code) : null }
  return [
    automaticCoupons(db, query),
    couponByCode(db, query),
    usesOfCustomer(db, query),
    earlierOrders(db, query),
    packagesOfUsableMemberships(db, query),
  ] as const
}

type Reads = ReturnType<typeof couponReads>
export type CouponResults = readonly [
  Awaited<Reads[0]>,
  Awaited<Reads[1]>,
  Awaited<Reads[2]>,
  Awaited<Reads[3]>,
  Awaited<Reads[4]>,
]

/** The coupons from the results of `couponReads`. */
export function availableCoupons(
  ctx: Ctx,
  [automatic, [byCode], uses, earlier, held]: CouponResults,
): AvailableCoupons {
  const usesById = new Map(uses.map((each) => [each.coupon_id, each]))
  return {
    automatic,
    byCode: byCode ?? null,
    check: (coupon, cart) => {
      const used = usesById.get(coupon?.id ?? '')
      const customer = {
        uses: used?.uses ?? 0,
        othersUses: (coupon?.times_redeemed ?? 0) - (used?.own ?? 0),
        hasEarlierOrder: earlier.length > 0,
        packages: held.map(({ package_id }) => package_id),
      }
      return checkCoupon(coupon, cart, { customer, now: ctx.now })
    },
  }
}
