import { instant } from '../../contract/instant.ts'
import { findProgramPage } from '../../offering/catalogue/find-program.ts'
import { ApiError } from '../../contract/api-error.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Promotion, PromotionListQuery } from '../../contract/offering/promotion.ts'
import type { Language } from '../../contract/field-rules.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CouponRow } from './discount-rows.ts'
import { promotionPage } from './promotion-rows.ts'

/** The active coupons of a program that are open to everyone. Throws `not_found` if the program has no discounts. */
export async function listPromotions(
  ctx: Ctx,
  input: PromotionListQuery & { program_id: string },
): Promise<List<Promotion>> {
  const [{ program, features }, [rows, [counted]]] = await Promise.all([
    findProgramPage(ctx, input),
    ctx.db.batch(promotionPage(ctx.db, { ...input, now: ctx.now })),
  ])
  if (!features.discounts_enabled) throw new ApiError('not_found')
  const currency = program.default_currency

  return list(
    rows.map((row) =>
      showPromotion(row, { currency, program, language: ctx.language, contentLanguage: ctx.contentLanguage }),
    ),
    counted?.total ?? 0,
    input,
  )
}

function showPromotion(
  { coupon, events }: { coupon: CouponRow; events: { id: string; name: string; translations: Translations }[] },
  reader: SoldByProgram & { language: string; contentLanguage: Language | null },
): Promotion {
  const currency = coupon.currency ?? reader.currency
  const { name, text_languages } = localize(coupon, reader.contentLanguage)
  const inMoney = (amount: number | null) =>
    amount === null ? null : money(amount, { currency, program: reader.program }, reader.language)
  return {
    id: coupon.id,
    object: 'promotion',
    name: name?.trim() ?? '',
    text_languages,
    type: coupon.type,
    // An automatic coupon needs no code.
    code: coupon.apply_automatically ? null : coupon.code,
    amount_off: inMoney(coupon.amount_off),
    percent_off: coupon.percent_off === null ? null : coupon.percent_off / 100,
    redeem_before: instant(coupon.redeem_before),
    restrictions: {
      first_time_transaction: coupon.first_time_transaction,
      minimum_items: coupon.minimum_items,
      minimum_amount: inMoney(coupon.minimum_amount),
      limit_customer: coupon.limit_customer,
    },
    applies_to: {
      product_types: coupon.applies_to.product_types,
      events: events.map((event) => localize(event, reader.contentLanguage)),
    },
    apply_automatically: coupon.apply_automatically,
    currency,
  }
}
