import type { Ctx } from '../context.ts'
import { checkCoupon, codeKey, type CouponAnswer, type CouponLine, type CouponTerms } from './coupon-rules.ts'
import {
  automaticCoupons,
  couponByCode,
  type CouponRow,
  type CouponsAsked,
  paidOrders,
  usesOfCustomer,
} from './discount-rows.ts'

type FindCouponsInput = Omit<CouponsAsked, 'codeKey'> & { code?: string | null }
type Cart = { currency: string; lines: CouponLine[] }

/** The coupons that an order might use, and how to judge each for this customer. */
export type CouponBook = {
  automatic: CouponRow[]
  byCode: CouponRow | null
  judge: (coupon: CouponTerms | null, cart: Cart) => CouponAnswer
}

/** The reads behind a coupon book, for the batch that loads its order: the automatic coupons, the one of a code, and how this customer has used them. */
export function couponReads({ db }: Ctx, input: FindCouponsInput) {
  const key = { ...input, codeKey: input.code ? codeKey(input.code) : null }
  return [automaticCoupons(db, key), couponByCode(db, key), usesOfCustomer(db, key), paidOrders(db, key)] as const
}

type Reads = ReturnType<typeof couponReads>
export type CouponResults = readonly [Awaited<Reads[0]>, Awaited<Reads[1]>, Awaited<Reads[2]>, Awaited<Reads[3]>]

/** The coupon book of what `couponReads` read. */
export function asCouponBook(ctx: Ctx, [automatic, [byCode], uses, paid]: CouponResults): CouponBook {
  const usesById = new Map(uses.map((each) => [each.coupon_id, each]))

  const judge = (coupon: CouponTerms | null, cart: Cart): CouponAnswer => {
    const used = usesById.get(coupon?.id ?? '')
    // No memberships are sold yet: nobody has an active one.
    const customer = {
      uses: used?.uses ?? 0,
      othersUses: (coupon?.times_redeemed ?? 0) - (used?.own ?? 0),
      hasPaidOrder: paid.length > 0,
      packages: [],
    }
    return checkCoupon(coupon, cart, { customer, now: ctx.now })
  }
  return { automatic, byCode: byCode ?? null, judge }
}
