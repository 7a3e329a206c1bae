import type { Ctx } from '../context.ts'
import { checkCoupon, codeKey, type CouponAnswer, type CouponLine, type CouponTerms } from './coupon-rules.ts'
import { automaticCoupons, couponByCode, type CouponRow, paidOrders, usesOfCustomer } from './discount-rows.ts'

type Asked = { program_id: string; order_id: string; customer_id: string; code?: string | null }
type Cart = { currency: string; lines: CouponLine[] }

/** The coupons that an order might use, and how to judge each for this customer. */
export type CouponBook = { automatic: CouponRow[]; byCode: CouponRow | null; judge: (coupon: CouponTerms | null, cart: Cart) => CouponAnswer }

/** Looks up the automatic coupons of a program, the one of a code, and how this customer has used them: one trip. */
export async function findCoupons(ctx: Ctx, asked: Asked): Promise<CouponBook> {
  const key = { ...asked, codeKey: asked.code ? codeKey(asked.code) : null }
  const [automatic, [byCode], uses, paid] = await ctx.db.batch([automaticCoupons(ctx.db, key), couponByCode(ctx.db, key), usesOfCustomer(ctx.db, key), paidOrders(ctx.db, key)])
  const usesById = new Map(uses.map((each) => [each.coupon_id, each]))

  const judge = (coupon: CouponTerms | null, cart: Cart): CouponAnswer => {
    const used = usesById.get(coupon?.id ?? '')
    // No memberships are sold yet: nobody has an active one.
    const customer = { uses: used?.uses ?? 0, othersUses: (coupon?.times_redeemed ?? 0) - (used?.own ?? 0), hasPaidOrder: paid.length > 0, packages: [] }
    return checkCoupon(coupon, cart, { customer, now: ctx.now })
  }
  return { automatic, byCode: byCode ?? null, judge }
}
