import { instant } from '../../contract/instant.ts'
import type { Coupon, Discount } from '../../contract/money/discount.ts'
import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { CouponRow, DiscountRow } from './discount-rows.ts'

type Reader = SoldByProgram & { language: string; contentLanguage: Language | null }

function showCoupon(row: CouponRow, reader: Reader): Coupon {
  const inMoney = (amount: number | null) =>
    amount === null
      ? null
      : money(amount, { currency: row.currency ?? reader.currency, program: reader.program }, reader.language)
  const { name, text_languages } = localize(row, reader.contentLanguage)
  return {
    id: row.id,
    object: 'coupon',
    name,
    text_languages,
    type: row.type,
    code: row.code,
    amount_off: inMoney(row.amount_off),
    percent_off: row.percent_off === null ? null : row.percent_off / 100,
    redeem_after: instant(row.redeem_after),
    redeem_before: instant(row.redeem_before),
    restrictions: {
      first_time_transaction: row.first_time_transaction,
      minimum_items: row.minimum_items,
      minimum_amount: inMoney(row.minimum_amount),
      max_redemptions: row.max_redemptions,
      limit_customer: row.limit_customer,
      membership_packages: row.membership_packages,
    },
    is_enabled: row.is_enabled,
    times_redeemed: row.times_redeemed,
    applies_to: row.applies_to,
    apply_automatically: row.apply_automatically,
    currency: row.currency,
    language: row.language,
  }
}

/** A discount with its coupon, as customers see it. */
export function showDiscount(row: { discount: DiscountRow; coupon: CouponRow }, reader: Reader): Discount {
  const { discount } = row
  return {
    id: discount.id,
    object: 'discount',
    coupon: showCoupon(row.coupon, reader),
    amount: money(discount.amount, reader, reader.language),
    redeemed: instant(discount.redeemed),
    redeemed_by: discount.redeemed === null ? null : discount.customer_id,
  }
}
