import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PromotionListQuery } from '../../contract/offering/promotion.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { coupons } from '../../platform/database/tables.ts'
import { nameTranslations } from '../../platform/database/page-start.ts'

type PromotionRowsInput = PromotionListQuery & { program_id: string; now: number }

// Events on sale, to join to the events of a coupon.
const coveredEvents = (now: number) =>
  sql`FROM json_each(coupons.applies_to, '$.products') AS each CROSS JOIN events AS e WHERE e.id = each.value AND e.status = 'published' AND e.ends_at >= ${now}`
const isEmpty = (list: 'products' | 'product_types') => sql`json_array_length(coupons.applies_to, ${`$.${list}`}) = 0`

/**
 * Conditions for a public coupon: it is active, has uses left, can be used by more than one person, and applies to
 * something on sale. Organisations keep a coupon private by giving it no name.
 */
function mayBeShown({ program_id, now }: PromotionRowsInput): SQL | undefined {
  return and(
    eq(coupons.program_id, program_id),
    eq(coupons.is_enabled, true),
    sql`trim(coalesce(coupons.name, '')) <> ''`,
    sql`(coupons.code IS NOT NULL OR coupons.apply_automatically = 1)`,
    sql`(coupons.redeem_after IS NULL OR coupons.redeem_after <= ${now}) AND (coupons.redeem_before IS NULL OR coupons.redeem_before >= ${now})`,
    sql`(coupons.max_redemptions IS NULL OR (coupons.max_redemptions > 1 AND coupons.times_redeemed < coupons.max_redemptions))`,
    // A coupon for members is not open to everyone.
    sql`json_array_length(coupons.membership_packages) = 0`,
    sql`(coupons.type = 'percent_off' OR coupons.currency IS NULL OR coupons.currency = (SELECT p.default_currency FROM programs AS p WHERE p.id = coupons.program_id))`,
    sql`(${isEmpty('products')} OR NOT ${isEmpty('product_types')} OR EXISTS (SELECT 1 ${coveredEvents(now)}))`,
  )
}

/** One page of a program's public coupons and their total, for one batch. */
export function promotionPage(db: Db, input: PromotionRowsInput) {
  const where = mayBeShown(input)
  const direction = input.order === 'desc' ? desc : asc
  const events = sql<
    { id: string; name: string; translations: Translations }[]
  >`(SELECT json_group_array(json_object('id', e.id, 'name', e.name, 'translations', ${nameTranslations('e')})) ${coveredEvents(input.now)})`.mapWith(
    (text: string) => JSON.parse(text),
  )
  return [
    db
      .select({ coupon: coupons, events })
      .from(coupons)
      .where(where)
      .orderBy(direction(coupons[input.sort]), direction(coupons.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(coupons).where(where),
  ] as const
}
